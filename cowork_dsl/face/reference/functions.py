"""The page of functions, methods, readers, domains, generators and filters, from the function catalogue."""

from __future__ import annotations

from cowork_dsl.grammar.functions import FAMILIES, Function, catalogue

_TITLES = {
    "tables": "Tables, lists and maps",
    "texts": "Texts",
    "documents": "Documents",
    "numbers": "Numbers",
    "dates": "Dates and times",
    "general": "Comparing",
    "readers": "Readers: after `after.`, `before.`, `truth.`, `at(m).`, `made.`",
    "state": "State of files and tables",
    "process": "The record, in `process` checks",
    "domains": "Domains, in `params`",
    "generators": "Generators, in `fill = rows(…)`",
    "filters": "Filters, in `{{name | filter}}`",
}
_INTRODUCTION = """# Functions

Made from the function catalogue; `make grammar` renews it. `x.f(a)` is a method of the kinds named, `f(a)` stands alone. An argument
marked *row* is evaluated for every row: `.col` is that row's column, and `r: r.col` names the row. `T` is the type of a row or
element.

"""


def functions_page() -> str:
    """Every entry of the catalogue by family."""
    parts = [_INTRODUCTION]
    functions = catalogue()
    for family in FAMILIES:
        parts.append(f"## {_TITLES[family]}\n\n| | of | where | |\n| --- | --- | --- | --- |\n")
        parts.extend(_line(function) for function in functions if function.family == family)
        parts.append("\n")
    return "".join(parts).rstrip("\n") + "\n"


def parameters(function: Function) -> list[str]:
    """The parameters as they are shown to people."""
    return [_parameter(function, index) for index in range(len(function.parameters))]


def signature(function: Function) -> str:
    """A function with its parameters and its result."""
    result = "" if function.result.startswith("=") else f" → {function.result}"
    return f"{function.name}({', '.join(parameters(function))}){result}"


def _line(function: Function) -> str:
    doc = function.doc if function.supported else f"Not supported yet. {function.doc}"
    cells = (f"`{signature(function)}`", ", ".join(function.receivers), ", ".join(function.places), doc)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def _parameter(function: Function, index: int) -> str:
    parameter = function.parameters[index]
    name = parameter.name.lstrip("_")
    row = " row" if parameter.scope else ""
    mark = "?" if parameter.optional else "…" if parameter.many else ""
    return f"{name}{mark}:{row} {parameter.type}"
