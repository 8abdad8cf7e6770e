"""Columns in UTF-16 units, line ends of three kinds, and edits as a client makes them."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.face.lsp.desk import Desk
from cowork_dsl.face.lsp.positions import Lines, replaced

PIECES = st.sampled_from(["a", "b c", "\n", "\r\n", "\r", "😀", "漢字", "é", "\u2028", "\x0b", "\t", '"', "{{", ""])
TEXTS = st.lists(PIECES, max_size=12).map("".join)


def test_columns_count_units_not_characters() -> None:
    lines = Lines("a😀漢b")

    assert lines.position(2) == (0, 3)
    assert lines.position(3) == (0, 4)
    assert lines.offset(0, 3) == 2


def test_a_column_inside_of_a_character_is_before_it() -> None:
    assert Lines("a😀b").offset(0, 2) == 1


def test_only_line_ends_part_lines() -> None:
    lines = Lines("a\u2028b\x0bc\r\nd\re")

    assert lines.position(5) == (0, 5)
    assert lines.position(7) == (1, 0)
    assert lines.position(9) == (2, 0)


def test_places_outside_are_drawn_inside() -> None:
    lines = Lines("ab\ncd")

    assert lines.offset(0, 99) == 2
    assert lines.offset(9, 0) == 5
    assert lines.position(99) == (1, 2)


def test_other_units_are_used_where_they_were_agreed_on() -> None:
    assert Lines("😀a", "utf-8").position(1) == (0, 4)
    assert Lines("😀a", "utf-32").position(1) == (0, 1)


@given(TEXTS)
def test_positions_and_offsets_are_inverse(text: str) -> None:
    lines = Lines(text)
    inside = [at for at in range(len(text) + 1) if text[at - 1 : at + 1] != "\r\n"]

    assert [lines.offset(*lines.position(at)) for at in inside] == inside


def as_client(text: str, start: tuple[int, int], end: tuple[int, int], new: str) -> str:
    """The same edit on UTF-16 units, as an editor in another language makes it."""
    units = text.encode("utf-16-le")
    lines = [0, *(found.end() for found in re.finditer("\r\n|\n|\r", text))]

    def at(place: tuple[int, int]) -> int:
        return len(text[: lines[place[0]]].encode("utf-16-le")) + 2 * place[1]

    return (units[: at(start)] + new.encode("utf-16-le") + units[at(end) :]).decode("utf-16-le")


def places(text: str) -> list[tuple[int, int]]:
    """All positions of a text between its characters."""
    lines = Lines(text)
    return sorted({lines.position(at) for at in range(len(text) + 1)})


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.data())
def test_the_text_of_the_server_is_that_of_the_client(text: str, data: st.DataObject) -> None:
    desk = Desk()
    desk.open("file:///a.cowork", text, 1)
    for version in range(2, 5):
        known = places(text)
        start, end = sorted(data.draw(st.tuples(st.sampled_from(known), st.sampled_from(known))))
        new = data.draw(TEXTS)
        desk.change("file:///a.cowork", [((start, end), new)], version)
        text = as_client(text, start, end, new)

        assert next(desk.documents()).text == text


def test_an_edit_after_the_end_adds() -> None:
    assert replaced("a\n", (7, 0), (7, 0), "b") == "a\nb"
