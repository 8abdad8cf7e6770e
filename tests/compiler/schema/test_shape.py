"""For every attribute and block of the schema a broken text: the right code, on the exact line, with a mend."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.schema.shape import Shape
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import parse_file
from cowork_dsl.grammar.schema import BODIES
from cowork_dsl.grammar.schema_model import Attr, Block, Body

LABEL = {
    "column": "some_name",
    "dotted": "some.name",
    "event": "turn",
    "int": "1",
    "name": "some_name",
    "path": '"some/path.csv"',
    "table": '"some/path.csv"',
    "target": '"some/path.csv"',
    "text": '"some text"',
    "turn": "2",
}
GOOD = {
    "address": 'mail("dana@north.example")',
    "bool": "true",
    "call": "call(3)",
    "code": '"print(1)"',
    "datetime": "2026-04-02T09:00Z",
    "duration": "1h",
    "expr": "1",
    "generator": "rows(1)",
    "globs": '["out/**"]',
    "int": "3",
    "moment": "turn(1)",
    "name": "some_name",
    "names": "[some_name]",
    "names_or_globs": '["out/**"]',
    "operator": "reverse()",
    "path": '"some/path"',
    "sees": "[reply]",
    "share": "0.5",
    "string": '"text"',
    "strings": '["text"]',
    "subject": '["out/**"]',
    "term": "some.term",
    "terms": "[some_term]",
    "text": '"text"',
    "type": "text",
    "type_or_shape": "text",
}
BAD = dict.fromkeys(GOOD, "7 + 1") | {"expr": "", "moment": ""}


def paths() -> dict[str, tuple[Block, ...]]:
    """The blocks around each body, from the top."""
    found: dict[str, tuple[Block, ...]] = {"top": ()}
    queue = ["top"]
    while queue:
        name = queue.pop(0)
        for block in BODIES[name].blocks.values():
            if block.body is not None and block.body not in found and not block.later:
                found[block.body] = (*found[name], block)
                queue.append(block.body)
    return found


def head(block: Block) -> str:
    labels = " ".join(LABEL[label] for label in block.labels if not label.endswith("?"))
    return f"{block.name} {labels}".strip()


def required(body: Body, but: str = "") -> Iterator[str]:
    for attr in body.attrs.values():
        if attr.required and attr.name != but:
            yield f"{attr.name} = {good(attr)}"


def good(attr: Attr) -> str:
    if attr.words:
        return f"[{attr.words[0]}]" if attr.sort == "words" else attr.words[0]
    return GOOD[attr.sort]


def wrapped(name: str, lines: list[str], but: str = "") -> tuple[str, int]:
    """A text with these lines in a body, and the number of the first of them."""
    out: list[str] = []
    around = paths()[name]
    for index, block in enumerate(around):
        if block.needs_doc:
            out.append("## What it is for.")
        out.append(f"{head(block)} {{")
        assert block.body is not None
        out.extend(required(BODIES[block.body], but if index == len(around) - 1 else ""))
    first = len(out) + 1
    return "\n".join([*out, *lines, *["}"] * len(around)]) + "\n", first


def findings(text: str) -> list[Diagnostic]:
    source = Source("broken.cowork", text)
    parsed = parse_file(source)
    found: list[Diagnostic] = list(parsed.diagnostics)
    Shape(source, found.append).file(parsed.file)
    return [one for one in found if one.code != "CW218" or "cowork" not in one.message]


REACHED = [name for name in BODIES if name in paths()]
ATTRS = [(name, attr) for name in REACHED for attr in BODIES[name].attrs.values()]
BLOCKS = [(name, block) for name in REACHED for block in BODIES[name].blocks.values()]


@pytest.mark.parametrize(("name", "attr"), ATTRS, ids=lambda value: getattr(value, "name", value))
def test_every_attribute(name: str, attr: Attr) -> None:
    """A value of another sort, none at all, a label, braces, a second time, a misspelled name, its absence."""
    if attr.later:
        text, line = wrapped(name, [f"{attr.name} = 1"])

        assert [(one.code, one.line) for one in findings(text)] == [("CW219", line)]
        return
    value = good(attr)
    word = f"{attr.name}x"
    expected = {
        f"{attr.name} = {value}": [],
        f"{attr.name}": ["CW216"],
        f"{attr.name} label = {value}": ["CW213"],
        f"{attr.name} {{ a = 1 }}": ["CW214"],
        f"{word} = {value}": [] if BODIES[name].open else ["CW210"],
    }
    if BAD[attr.sort if attr.sort in BAD else "names"]:
        expected[f"{attr.name} = 7 + 1"] = ["CW350"]
    for statement, codes in expected.items():
        text, line = wrapped(name, [statement], but=attr.name)
        found = findings(text)

        assert [(one.code, one.line) for one in found] == [(code, line) for code in codes], statement
        if codes == ["CW210"]:
            assert found[0].fix is not None, statement
            assert found[0].fix.edits[0].text == attr.name
    if attr.required:
        text, line = wrapped(name, [], but=attr.name)

        assert [one.code for one in findings(text)] == ["CW218"]
    text, line = wrapped(name, [f"{attr.name} = {value}"] * 2, but=attr.name)

    assert [(one.code, one.line) for one in findings(text)] == ([] if attr.repeat else [("CW217", line + 1)])


@pytest.mark.parametrize(("name", "block"), BLOCKS, ids=lambda value: getattr(value, "name", value))
def test_every_block(name: str, block: Block) -> None:
    """As it should be, unsupported, with a label of the wrong kind, without one, misspelled, without its comment."""
    if block.later:
        text, line = wrapped(name, [f"{head(block)} {{ }}"])

        assert [(one.code, one.line) for one in findings(text)] == [("CW219", line)]
        return
    doc = ["## What it is for."] if block.needs_doc else []
    inner = list(required(BODIES[block.body])) if block.body is not None else []
    rest = [f"{head(block)} {{", *inner, "}"] if block.body is not None else [head(block)]
    if block.body is None and block.value is not None:
        rest = [f"{head(block)} = {GOOD[block.value]}"]
    text, line = wrapped(name, [*doc, *rest])

    assert [one.code for one in findings(text)] == []
    line += len(doc)
    if block.labels and not block.labels[0].endswith("?"):
        text, _ = wrapped(name, [*doc, rest[0].replace(head(block), block.name, 1), *rest[1:]])

        assert [(one.code, one.line) for one in findings(text)][:1] == [("CW212", line)]
    if block.needs_doc:
        text, first = wrapped(name, rest)

        assert [(one.code, one.line) for one in findings(text)] == [("CW220", first)]
    misspelled = [rest[0].replace(block.name, f"{block.name}x", 1), *rest[1:]]
    text, _ = wrapped(name, [*doc, *misspelled])
    found = findings(text)

    assert [(one.code, one.line) for one in found] == (
        [] if BODIES[name].open and not block.labels else [("CW210", line)]
    )
    assert all(one.fix is not None and one.fix.edits[0].text == block.name for one in found)
