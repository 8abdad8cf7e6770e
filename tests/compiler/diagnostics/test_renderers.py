"""The machine-readable forms of diagnostics."""

from __future__ import annotations

from typing import Any

from cowork_dsl.compiler.diagnostics import render_github, render_json, render_sarif
from cowork_dsl.compiler.diagnostics.model import Diagnostic, Edit, Fix, Label
from cowork_dsl.compiler.source import Source, Span

SOURCE = Source("dir/a b.cowork", "one\ntwo, three\n")
FOUND = Diagnostic(
    "CW210",
    "`two` is 100 % wrong",
    SOURCE,
    Span(4, 7),
    labels=(Label(Span(0, 3), "here"),),
    notes=("a: note",),
    fix=Fix("did you mean `to`?", (Edit(Span(4, 7), "to"),)),
)
WARNING = Diagnostic("CW606", "a note", SOURCE, Span(9, 14), "warning", fix=Fix("do it", applicability="display"))


def test_json() -> None:
    first, second = render_json.render([FOUND, WARNING])

    assert first == {
        "code": "CW210",
        "severity": "error",
        "file": "dir/a b.cowork",
        "line": 2,
        "column": 1,
        "end_line": 2,
        "end_column": 4,
        "message": "`two` is 100 % wrong",
        "help": "did you mean `to`?; cowork explain CW210",
        "labels": [{"line": 1, "column": 1, "end_line": 1, "end_column": 4, "message": "here"}],
        "notes": ["a: note"],
        "fix": {
            "message": "did you mean `to`?",
            "applicability": "safe",
            "edits": [{"line": 2, "column": 1, "end_line": 2, "end_column": 4, "text": "to"}],
        },
    }
    assert (second["severity"], second["fix"], second["help"]) == ("warning", None, "do it; cowork explain CW606")


def test_github() -> None:
    actual = render_github.render([FOUND])

    assert actual == (
        "::error file=dir/a b.cowork,line=2,col=1,endLine=2,endColumn=4,title=CW210::"
        "`two` is 100 %25 wrong%0Aa: note%0Adid you mean `to`?; cowork explain CW210\n"
    )


def test_sarif() -> None:
    actual = render_sarif.render([FOUND, WARNING], {"CW210": "unknown name"}, "1.0")
    runs: Any = actual["runs"]
    run = runs[0]
    region = {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 4}

    assert run["tool"]["driver"]["rules"] == [
        {"id": "CW210", "shortDescription": {"text": "unknown name"}},
        {"id": "CW606", "shortDescription": {"text": "CW606"}},
    ]
    assert [(result["ruleId"], result["ruleIndex"], result["level"]) for result in run["results"]] == [
        ("CW210", 0, "error"),
        ("CW606", 1, "warning"),
    ]
    assert run["results"][0]["locations"] == [
        {"physicalLocation": {"artifactLocation": {"uri": "dir/a%20b.cowork"}, "region": region}}
    ]
    assert run["results"][0]["fixes"][0]["artifactChanges"][0]["replacements"] == [
        {"deletedRegion": region, "insertedContent": {"text": "to"}}
    ]
    assert "fixes" not in run["results"][1]
