import pytest

from cowork_dsl.compiler.artifacts.registry import writer_for


@pytest.mark.parametrize(("text", "expected"), [("a\nb", b"a\nb\n"), ("a\n", b"a\n"), ("", b""), ("ä", "ä\n".encode())])
def test_a_text_ends_with_one_line_end(text: str, expected: bytes) -> None:
    assert writer_for("file", "inbox/README.md")(text) == expected
