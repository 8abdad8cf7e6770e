"""What the compiler sees of a text, and the way back."""

from lsprotocol import types

from cowork_dsl.compiler.analysis.loader import NoFiles
from cowork_dsl.face.lsp.view import View


def view(text: str) -> View:
    return View("file:///a.cowork", "/a.cowork", text, 1, "utf-16", NoFiles())


def test_line_ends_of_another_system_move_nothing() -> None:
    text = 'cowork 1\r\nuse std.mail\r\ngoal = "x"\r\n'
    seen = view(text)

    assert seen.source is not None
    at = seen.source.text.index("goal")

    assert seen.position(at) == types.Position(2, 0)
    assert seen.offset(types.Position(2, 0)) == at
    assert seen.offset(types.Position(1, 4)) == seen.source.text.index("std")


def test_a_byte_order_mark_is_no_character_of_the_source() -> None:
    seen = view("\ufeffcowork 1\r\n")

    assert seen.source is not None
    assert seen.source.text == "cowork 1\n"
    assert seen.position(0) == types.Position(0, 1)
    assert seen.offset(types.Position(0, 7)) == 6


def test_what_is_no_text_is_said_and_nothing_else_happens() -> None:
    for text, code in (("", "CW144"), ("a\x00b", "CW143"), ("a\ud800", "CW142"), ("cowork 1\n\x07", "CW145")):
        seen = view(text)

        assert [found.code for found in seen.diagnostics] == [code]
        assert seen.occurrences.found == ()
        assert seen.statements == ()
