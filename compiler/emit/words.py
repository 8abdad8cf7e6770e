"""Types, forms and permissions in the words that an agent reads."""

from __future__ import annotations

from collections.abc import Iterable

from cowork_dsl.compiler.analysis.environment import Interface, Output
from cowork_dsl.compiler.analysis.kinds import DOCUMENTS
from cowork_dsl.compiler.analysis.types import Type

_DOCUMENTS = {"docx": "a Word document", "pptx": "slides", "pdf": "a PDF document", "html": "a web page"}
_PLAIN = {
    "text": "text",
    "int": "whole number",
    "decimal": "number",
    "percent": "percent",
    "date": "date, YYYY-MM-DD",
    "time": "time, HH:MM",
    "datetime": "date and time, YYYY-MM-DDTHH:MM with its offset",
    "duration": "duration such as 1h30m",
    "bool": "true or false",
    "record": "object",
}


def type_in_words(type_: Type) -> str:
    """A type as one says it."""
    match type_.kind:
        case "money":
            return f"amount in {type_.unit}" if type_.unit else "amount with its currency"
        case "one_of":
            return f"one of {listed(type_.names, 'or')}"
        case "optional":
            return f"{type_in_words(type_.args[0])}; may be empty"
        case "list":
            return f"list of {type_in_words(type_.args[0])}"
        case "map":
            return f"object of {type_in_words(type_.args[0])}"
        case "ref":
            return f"a key of {type_.unit}"
        case kind:
            return _PLAIN.get(kind, kind)


def output_in_words(output: Output, path: str) -> str:
    """What must stand at a path, as one sentence."""
    parts: list[str] = []
    if output.columns:
        named = [f"`{column.header}` ({type_in_words(column.type)})" for column in output.columns]
        parts.append(f"a table with {_counted('column', named)}")
    elif output.kind in DOCUMENTS:
        parts.append(_DOCUMENTS.get(output.kind, "a document"))
    elif output.kind == "xlsx":
        parts.append("a workbook")
    for sheet, columns in output.tables:
        named = [f"`{column.header}` ({type_in_words(column.type)})" for column in columns]
        parts.append(f"with a sheet `{sheet}` that has {_counted('column', named)}")
    if output.keys and output.kind == "xlsx":
        named = [f"`{name}` ({type_in_words(type_)})" for name, type_ in output.keys]
        parts.append(f"with {_counted('cell', named)}")
    elif output.keys:
        named = [f"`{name}` ({type_in_words(type_)})" for name, type_ in output.keys]
        parts.append(f"a {output.kind} file with {_counted('key', named)}")
    if output.sections:
        named = [f"“{name}” ({type_in_words(type_)})" for name, type_ in output.sections]
        parts.append(f"with {_counted('section', named)}")
    parts += [f"at most {most} {what.removeprefix('max_')}" for what, most in output.limits]
    if output.in_place:
        parts.append("edited in place; nothing else in it changes")
    return f"`{path}`: {', '.join(parts)}." if parts else f"`{path}`."


def interface_in_words(interface: Interface) -> list[str]:
    """Permissions and rules, one sentence each; limits are told by the tools themselves."""
    lines = []
    for subject, values in interface.allow:
        lines.append(f"You may {_deed(subject)} only {listed([f'`{value}`' for value in values], 'and')}.")
    for subject, values in interface.deny:
        if subject == "network":
            lines.append("There is no network.")
        elif values:
            lines.append(f"You may not {_deed(subject)} {listed([f'`{value}`' for value in values], 'or')}.")
        else:
            lines.append(f"You may not {_deed(subject)} anything.")
    if interface.python:
        lines.append(f"Python has {listed([f'`{package}`' for package in interface.python], 'and')}.")
    for subject, values in interface.rules:
        lines.append(f"Rule: {_deed(subject)} only {listed([f'`{value}`' for value in values], 'and')}.")
    for subject, values in interface.ask:
        named = listed([f"`{value}`" for value in values], "and") if values else f"the tools of {subject}"
        lines.append(f"A call of {named} is held until somebody approves it.")
    return lines


def listed(items: Iterable[str], conjunction: str) -> str:
    """``a, b and c``."""
    known = list(items)
    if len(known) < 2:
        return "".join(known)
    return f"{', '.join(known[:-1])} {conjunction} {known[-1]}"


def _deed(subject: str) -> str:
    return subject if subject in {"read", "write"} else f"use of {subject}"


def _counted(noun: str, items: list[str]) -> str:
    return f"the {noun}{'s' if len(items) > 1 else ''} {listed(items, 'and')}"
