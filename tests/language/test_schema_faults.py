"""Every block and attribute of the schema, broken in each way that it can be, inside a whole environment.

`everything.cowork` holds each of them once. The faults are made of it by the places that the parser gives: a word
misspelled, a value of another sort, a statement twice, a required one left out, one in a block where it has no place.
Each is one finding: the right code, on the exact line, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import parse_file
from cowork_dsl.compiler.syntax.ast import Item, Statement
from cowork_dsl.grammar.schema import BODIES
from cowork_dsl.grammar.schema_model import Attr, Block, Body

FILE = Path(__file__).with_name("everything.cowork")
TEXT = FILE.read_text(encoding="utf-8")
WRONG = {"bool": '"yes"', "subject": "7", "text": "7", "string": "7", "code": "7"}
"""A value of another sort; `7 + 1` fits none but expressions."""
_ANY = ("expr", "moment")
ELSEWHERE = {
    *(
        "yaml",
        "toml",
        "mail",
        "calendar",
        "image",
        "scan",
        "database",
        "archive",
        "repo",
        "commit",
        "event",
        "rows",
        "ics",
    ),
    *(
        "workbook",
        "document",
        "site",
        "sheet",
        "form",
        "skill",
        "memory",
        "trouble",
        "ask",
        "approve",
        "grant",
        "revoke",
    ),
    *("speak", "session", "at", "address", "without", "repeat"),
}
"""Blocks and attributes that the file does not hold: those of their own families of entries, services and rights."""


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


EVERY = list(_places(parse_file(Source(str(FILE), TEXT)).file.items, BODIES["top"], None))
PLACES = {place.key: place for place in reversed(EVERY)}
ATTRS = [place for place in PLACES.values() if isinstance(place.spec, Attr)]
BLOCKS = [place for place in PLACES.values() if isinstance(place.spec, Block)]


def specs(body: Body) -> list[Attr | Block]:
    """All that the schema says may stand in a body."""
    return [*body.attrs.values(), *body.blocks.values()]


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


Case = tuple[str, str, list[tuple[str, int]]]
"""The name of a broken file, its text, and the codes and lines that it gives."""


def wrong_reports(cases: Iterable[Case]) -> dict[str, tuple[list[tuple[str, int]], list[tuple[str, int]]]]:
    """What is said and what should be, of the cases where these differ."""
    out = {}
    for name, text, expected in cases:
        actual = [(one.code, one.line) for one in found(text) if not _lost_its_use(one, text)]
        if actual != expected:
            out[name] = (actual, expected)
    return out


def _lost_its_use(one: Diagnostic, text: str) -> bool:
    """Whether a name is called unused, and truly is: what read it was in the part that the fault took away."""
    name = re.escape(text[one.span.start : one.span.end])
    return one.code == "CW271" and len(re.findall(rf"\b{name}\b", text)) < len(re.findall(rf"\b{name}\b", TEXT))


def replaced(start: int, end: int, by: str) -> str:
    return f"{TEXT[:start]}{by}{TEXT[end:]}"


def test_the_file_is_sound_and_holds_all() -> None:
    wanted = {
        (key, spec.name)
        for key, body in BODIES.items()
        for spec in specs(body)
        if not spec.later and not {key.removeprefix("user."), spec.name} & ELSEWHERE
    }

    assert reported(TEXT) == []
    # Nothing in an interface could use a `let` of it.
    assert wanted - PLACES.keys() - {("interface", "let")} == set()


def test_misspelled_names() -> None:
    actual = {}
    for place in PLACES.values():
        if place.body.open and isinstance(place.spec, Attr):
            continue  # any name may stand there
        statement = place.statement
        said = found(replaced(statement.start, statement.kind_end, misspelled(place.spec.name)))
        mends = [edit.text for one in said if one.fix for edit in one.fix.edits]
        if ([(one.code, one.line) for one in said], mends) != ([("CW210", line(statement.start))], [place.spec.name]):
            actual[str(place)] = [(one.code, one.line, one.message) for one in said]

    assert actual == {}


def test_values_of_another_sort() -> None:
    cases: list[Case] = []
    for place in ATTRS:
        value = place.statement.value
        assert isinstance(place.spec, Attr) and value is not None
        if place.spec.sort not in _ANY:
            text = replaced(value.start, value.end, WRONG.get(place.spec.sort, "7 + 1"))
            cases.append((str(place), text, [("CW350", line(value.start))]))

    assert len(cases) > 100
    assert wrong_reports(cases) == {}


def test_no_value() -> None:
    cases: list[Case] = []
    for place in ATTRS:
        value = place.statement.value
        assert value is not None
        text = replaced(place.statement.kind_end, value.end, "")
        cases.append((str(place), text, [("CW216", line(place.statement.start))]))

    assert wrong_reports(cases) == {}


def test_given_twice() -> None:
    cases: list[Case] = []
    for place in PLACES.values():
        unique = isinstance(place.spec, Block) and bool(place.spec.unique)
        if alone(place) and (unique or not place.spec.repeat):
            start, end = whole(place)
            second = line(place.statement.start) + TEXT.count("\n", start, end)
            text = replaced(end, end, TEXT[start:end])
            cases.append((str(place), text, [("CW221" if unique else "CW217", second)]))

    assert len(cases) > 100
    assert wrong_reports(cases) == {}


def test_what_is_required_left_out() -> None:
    cases: list[Case] = []
    for place in EVERY:
        if isinstance(place.spec, Attr) and place.spec.required and place.around is not None:
            if [getattr(one, "kind", "") for one in place.around.body or ()].count(place.spec.name) > 1:
                continue  # another one stays
            text = replaced(place.statement.start, place.statement.end, "")
            cases.append((str(place), text, [("CW218", line(place.around.start))]))

    assert len(cases) > 15
    assert wrong_reports(cases) == {}


def test_out_of_place() -> None:
    """A copy of each in the first block where it does not belong."""
    cases: list[Case] = []
    for place in {(place.body.name, place.spec.name): place for place in PLACES.values()}.values():
        head = "env demo.everything {\n" if place.body.name != "env" else "workspace {\n"
        at = TEXT.index(head) + len(head)
        statement = TEXT[place.statement.start : place.statement.end]
        cases.append((str(place), replaced(at, at, f"  {statement}\n"), [("CW211", line(at))]))

    assert wrong_reports(cases) == {}


def test_labels_too_many_and_too_few() -> None:
    cases: list[Case] = []
    for place in {(place.body.name, place.spec.name): place for place in BLOCKS}.values():
        labels = place.statement.labels
        assert isinstance(place.spec, Block)
        if labels:
            first, last = labels[0].span, labels[-1].span
            at = line(first.start)
            cases.append((f"{place} more", replaced(last.end, last.end, ' "more"'), [("CW213", at)]))
            if not place.spec.labels[0].endswith("?"):
                cases.append((f"{place} none", replaced(first.start, last.end, ""), [("CW212", at)]))

    assert wrong_reports(cases) == {}


def test_no_comment_where_one_is_required() -> None:
    cases: list[Case] = []
    for place in BLOCKS:
        if isinstance(place.spec, Block) and place.spec.needs_doc:
            start, _ = whole(place)
            text = replaced(start, TEXT.rfind("\n", 0, place.statement.start) + 1, "")
            cases.append((str(place), text, [("CW220", line(start))]))

    assert len(cases) == 3
    assert wrong_reports(cases) == {}


def test_what_is_not_supported_yet_says_so() -> None:
    later = [(key, spec) for key, body in BODIES.items() for spec in specs(body) if spec.later]
    hosts = {
        place.spec.body: place.statement
        for place in reversed(EVERY)
        if isinstance(place.spec, Block) and place.statement.body
    }
    actual = {}
    tried = set()
    for key, spec in later:
        if key not in hosts:
            continue  # one of ELSEWHERE
        at = TEXT.index("{\n", hosts[key].head.start) + 2
        labels = [{"path": '"a.b"', "name": "some"}[label.rstrip("?")] for label in getattr(spec, "labels", ())]
        rest = "{ a = 1 }" if isinstance(spec, Block) and spec.body is not None else "= 1"
        said = [
            (one.code, one.line, f"`{spec.name}` is not supported yet" in one.message)
            for one in found(replaced(at, at, f"{' '.join([spec.name, *labels])} {rest}\n"))
        ]
        tried.add(spec.name)
        if said != [("CW219", line(at), True)]:
            actual[f"{key}.{spec.name}"] = said

    assert actual == {}
    assert tried == {spec.name for _, spec in later}
