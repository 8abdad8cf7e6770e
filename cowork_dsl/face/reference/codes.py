"""The page of diagnostics, from their catalogue."""

from __future__ import annotations

from difflib import unified_diff

from cowork_dsl.grammar.diagnostics import catalogue
from cowork_dsl.grammar.diagnostics.entry import Entry

_FAMILIES = {
    "1": "Syntax",
    "2": "Names and shapes",
    "3": "Types",
    "4": "Workspace and interface",
    "5": "Users",
    "6": "Verifier, solution and cases",
    "7": "Validation",
}
_INTRODUCTION = """# Diagnostics

Made from the catalogue; `make grammar` renews it. `cowork explain CODE` prints one of these.

"""


def codes_page() -> str:
    """Every code with its cause and a wrong and a right example."""
    parts = [_INTRODUCTION]
    family = ""
    for code, entry in catalogue().items():
        if code[2] != family:
            family = code[2]
            parts.append(f"## {_FAMILIES[family]}\n\n")
        parts.append(_entry(entry))
    return "".join(parts).rstrip("\n") + "\n"


def _entry(entry: Entry) -> str:
    if entry.wrong.startswith("cowork ") and entry.right.startswith("cowork "):
        # Whole files differ in a line or two; the rest would only hide them.
        lines = unified_diff(entry.wrong.splitlines(), entry.right.splitlines(), n=2, lineterm="")
        shown = [line for line in list(lines)[2:] if not line.startswith("@@")]
        fenced = _fenced("\n".join(shown), "diff")
        return f"### {entry.code}: {entry.title}\n\n{entry.cause}\n\nWrong (-) and right (+):\n\n{fenced}\n"
    return (
        f"### {entry.code}: {entry.title}\n\n{entry.cause}\n\n"
        f"Wrong:\n\n{_fenced(entry.wrong)}\nRight:\n\n{_fenced(entry.right)}\n"
    )


def _fenced(text: str, language: str = "text") -> str:
    return f"````{language}\n{text.rstrip()}\n````\n"
