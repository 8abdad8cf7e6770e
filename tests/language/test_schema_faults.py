"""Every block and attribute of the schema, broken in each way that it can be, inside a whole environment.

`everything.cowork` holds each of them once. The faults are made of it by the places that the parser gives: a word
misspelled, a value of another sort, a statement twice, a required one left out, one in a block where it has no place.
Each is one finding: the right code, on the exact line, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import parse_file
from cowork_dsl.compiler.syntax.ast import Item, Statement
from cowork_dsl.grammar.schema import BODIES
from cowork_dsl.grammar.schema_model import Attr, Block, Body
from cowork_dsl.grammar.schema_users import EVENTS

FILE = Path(__file__).with_name("everything.cowork")
TEXT = FILE.read_text(encoding="utf-8")
WRONG = {"bool": '"yes"', "subject": "7", "text": "7", "string": "7", "code": "7"}
"""A value of another sort; `7 + 1` fits none but expressions."""
_ANY = ("expr", "moment")


@dataclass(frozen=True, slots=True)
class Place:
    """One statement of the file.

    Attributes:
        body: The body that it stands in.
        spec: What the schema says of it.
        statement: Where it stands.
        around: The statement whose body that is; None at the top.
    """

    body: Body
    spec: Attr | Block
    statement: Statement
    around: Statement | None

    def __str__(self) -> str:
        return f"{self.body.name}.{self.spec.name}"

    @property
    def key(self) -> tuple[str, str]:
        """What there is one of in the schema."""
        return _key(self.body), self.spec.name


KEYS = {id(body): key for key, body in BODIES.items()}


def _key(body: Body) -> str:
    return KEYS[id(body)]


def _places(items: tuple[Item, ...], body: Body, around: Statement | None) -> Iterator[Place]:
    for item in items:
        if not isinstance(item, Statement):
            continue
        spec = body.attrs.get(item.kind) or body.blocks.get(item.kind)
        if spec is None:
            assert body.open, item.kind
            continue
        yield Place(body, spec, item, around)
        if isinstance(spec, Block) and spec.body is not None and item.body is not None:
            yield from _places(item.body, BODIES[spec.body], item)


def _first_of_each() -> dict[tuple[str, str], Place]:
    found: dict[tuple[str, str], Place] = {}
    for place in _places(parse_file(Source(str(FILE), TEXT)).file.items, BODIES["top"], None):
        found.setdefault(place.key, place)
    return found


PLACES = _first_of_each()
ATTRS = [place for place in PLACES.values() if isinstance(place.spec, Attr)]
BLOCKS = [place for place in PLACES.values() if isinstance(place.spec, Block)]


def found(text: str) -> tuple[Diagnostic, ...]:
    return check_source(Source(str(FILE), text), Files()).diagnostics


def reported(text: str) -> list[tuple[str, int]]:
    return [(one.code, one.line) for one in found(text)]


def line(offset: int) -> int:
    return 1 + TEXT.count("\n", 0, offset)


def whole(place: Place) -> tuple[int, int]:
    """From the margin to the line end of a statement, its comment included."""
    start = TEXT.rfind("\n", 0, place.statement.start) + 1
    while TEXT[:start].endswith("\n") and TEXT[TEXT.rfind("\n", 0, start - 1) + 1 : start].lstrip().startswith("##"):
        start = TEXT.rfind("\n", 0, start - 1) + 1
    return start, TEXT.index("\n", place.statement.end) + 1


def alone(place: Place) -> bool:
    """Whether a statement has lines of its own."""
    before = TEXT[TEXT.rfind("\n", 0, place.statement.start) + 1 : place.statement.start]
    return not before.strip()


def misspelled(word: str) -> str:
    """A word with its second letter doubled, or a letter more where that is a word of its own."""
    return f"{word[:2]}{word[1:]}" if len(word) > 2 else f"{word}{word[-1]}"


def test_the_file_is_sound_and_holds_all() -> None:
    wanted = {
        (key, name)
        for key, body in BODIES.items()
        for name, spec in (*body.attrs.items(), *body.blocks.items())
        if not spec.later and not (key == "variant" and name == "breaks")
    }

    assert reported(TEXT) == []
    assert wanted - PLACES.keys() == set()


@pytest.mark.parametrize("place", PLACES.values(), ids=str)
def test_misspelled(place: Place) -> None:
    statement = place.statement
    word = misspelled(statement.kind)
    text = f"{TEXT[: statement.start]}{word}{TEXT[statement.kind_end :]}"
    if place.body.open and isinstance(place.spec, Attr):
        return  # any name may stand there
    actual = found(text)

    assert [(one.code, one.line) for one in actual] == [("CW210", line(statement.start))]
    assert actual[0].fix is not None
    assert [edit.text for edit in actual[0].fix.edits] == [statement.kind]


@pytest.mark.parametrize("place", [place for place in ATTRS if place.statement.value is not None], ids=str)
def test_value_of_another_sort(place: Place) -> None:
    assert isinstance(place.spec, Attr)
    value = place.statement.value
    assert value is not None
    if place.spec.sort in _ANY:
        return
    text = f"{TEXT[: value.start]}{WRONG.get(place.spec.sort, '7 + 1')}{TEXT[value.end :]}"

    assert reported(text) == [("CW350", line(value.start))]


@pytest.mark.parametrize("place", [place for place in PLACES.values() if alone(place)], ids=str)
def test_twice(place: Place) -> None:
    start, end = whole(place)
    text = f"{TEXT[:end]}{TEXT[start:end]}{TEXT[end:]}"
    second = line(place.statement.start) + TEXT.count("\n", start, end)
    codes = {code for code, at in reported(text) if at == second}
    if isinstance(place.spec, Attr):
        expected = set() if place.spec.repeat else {"CW217"}
    else:
        expected = {"CW221"} if place.spec.unique else set() if place.spec.repeat else {"CW217"}

    assert codes >= expected
    if expected:
        assert reported(text) == [(code, second) for code in expected]


REQUIRED = [place for place in PLACES.values() if (isinstance(place.spec, Attr) and place.spec.required)]


@pytest.mark.parametrize("place", REQUIRED, ids=str)
def test_left_out(place: Place) -> None:
    assert place.around is not None
    statement = place.statement
    text = f"{TEXT[: statement.start]}{TEXT[statement.end :].removeprefix(chr(10))}"
    actual = found(text)

    assert [(one.code, one.line) for one in actual] == [("CW218", line(place.around.start))]
    assert f"`{statement.kind}`" in actual[0].message


@pytest.mark.parametrize("place", PLACES.values(), ids=str)
def test_out_of_place(place: Place) -> None:
    """A copy in the first block where it does not belong."""
    head = "env demo.everything {\n" if place.body.name != "env" else "workspace {\n"
    name = place.spec.name
    assert name not in BODIES["env" if place.body.name != "env" else "workspace"].attrs
    at = TEXT.index(head) + len(head)
    statement = TEXT[place.statement.start : place.statement.end]
    text = f"{TEXT[:at]}  {statement}\n{TEXT[at:]}"

    assert reported(text) == [("CW211", line(at))]


@pytest.mark.parametrize("place", [place for place in BLOCKS if place.statement.labels], ids=str)
def test_label_too_many(place: Place) -> None:
    last = place.statement.labels[-1]
    text = f'{TEXT[: last.span.end]} "more"{TEXT[last.span.end :]}'

    assert reported(text) == [("CW213", line(last.span.start))]


@pytest.mark.parametrize("place", [place for place in BLOCKS if place.statement.labels], ids=str)
def test_no_label(place: Place) -> None:
    assert isinstance(place.spec, Block)
    if place.spec.labels[0].endswith("?"):
        return
    first, last = place.statement.labels[0], place.statement.labels[-1]
    text = f"{TEXT[: first.span.start]}{TEXT[last.span.end :]}"

    assert reported(text) == [("CW212", line(first.span.start))]


@pytest.mark.parametrize("place", [place for place in BLOCKS if place.spec.needs_doc], ids=str)
def test_no_comment(place: Place) -> None:
    start, _ = whole(place)
    text = f"{TEXT[:start]}{TEXT[TEXT.rfind(chr(10), 0, place.statement.start) + 1 :]}"

    assert [code for code, _ in reported(text)] == ["CW220"]


@pytest.mark.parametrize("place", ATTRS, ids=str)
def test_no_value(place: Place) -> None:
    value = place.statement.value
    assert value is not None
    text = f"{TEXT[: place.statement.kind_end]}{TEXT[value.end :]}"

    assert reported(text) == [("CW216", line(place.statement.start))]


LATER = [
    (key, spec) for key, body in BODIES.items() for spec in (*body.attrs.values(), *body.blocks.values()) if spec.later
]
_HOSTS = {_key(BODIES[block.body]): None for body in BODIES.values() for block in body.blocks.values() if block.body}


@pytest.mark.parametrize(("key", "spec"), LATER, ids=lambda value: getattr(value, "name", value))
def test_not_supported_yet(key: str, spec: Attr | Block) -> None:
    host = next(
        place.statement
        for place in _places(parse_file(Source(str(FILE), TEXT)).file.items, BODIES["top"], None)
        if isinstance(place.spec, Block) and place.spec.body == key and place.statement.body
    )
    at = TEXT.index("{\n", host.head.start) + 2
    labels = [{"path": '"a.b"', "name": "some"}[label.rstrip("?")] for label in getattr(spec, "labels", ())]
    braces = isinstance(spec, Block) and spec.body is not None
    text = f"{TEXT[:at]}{' '.join([spec.name, *labels])} {'{ a = 1 }' if braces else '= 1'}\n{TEXT[at:]}"
    actual = found(text)

    assert [(one.code, one.line) for one in actual] == [("CW219", line(at))]
    assert f"`{spec.name}` is not supported yet" in actual[0].message


@pytest.mark.parametrize("event", [event for event in EVENTS.values() if event.later], ids=lambda event: event.name)
def test_event_not_supported_yet(event: object) -> None:
    name = getattr(event, "name", "")
    text = TEXT.replace('on change "out/**"', f"on {name}")
    actual = found(text)

    assert [(one.code, one.line) for one in actual] == [("CW219", line(TEXT.index('on change "out/**"')))]
    assert f"`{name}` is not supported yet" in actual[0].message
