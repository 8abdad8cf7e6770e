"""Each example of the syntax catalogue yields its code, and its mended twin nothing."""

import re
from pathlib import Path

import pytest

from cowork_dsl.compiler import syntax
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import ast, holes, parse_file
from cowork_dsl.grammar.diagnostics.entry import Entry
from cowork_dsl.grammar.diagnostics.syntax import ENTRIES


def codes(text: str) -> list[str]:
    source = Source("example.cowork", text)
    parsed = parse_file(source)
    found = list(parsed.diagnostics)
    for item in parsed.file.items:
        if isinstance(item, ast.Statement) and isinstance(item.value, ast.Literal_):
            holes(item.value, source, found.append)
    return sorted({diagnostic.code for diagnostic in found})


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_examples(entry: Entry) -> None:
    assert codes(entry.wrong) == [entry.code]
    assert codes(entry.right) == []


def test_catalogue_and_source_agree() -> None:
    folder = Path(syntax.__file__).parent
    used = {code for path in folder.glob("*.py") for code in re.findall(r'"(CW\d{3})"', path.read_text("utf-8"))}

    assert used == {entry.code for entry in ENTRIES}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_mends_parse(entry: Entry) -> None:
    """A mend is offered only where the mended text is free of this mistake."""
    source = Source("example.cowork", entry.wrong)
    for diagnostic in parse_file(source).diagnostics:
        if diagnostic.fix is None or not diagnostic.fix.edits:
            continue
        text = entry.wrong
        for edit in sorted(diagnostic.fix.edits, key=lambda edit: -edit.span.start):
            text = text[: edit.span.start] + edit.text + text[edit.span.end :]

        assert diagnostic.code not in codes(text)
