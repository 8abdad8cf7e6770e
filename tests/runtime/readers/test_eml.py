"""Mails as other programs write them, and as nobody should."""

from datetime import UTC, datetime
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.runtime.readers.eml import parse_eml
from cowork_dsl.runtime.readers.malformed import Malformed

HEAD = b"From: A <A@Example.com>\nTo: b@example.com\nSubject: =?utf-8?q?Z=C3=BCrich?=\nDate: Wed, 1 Apr 2026 09:00:00 +0200\n"


def test_presentation_changes_no_value() -> None:
    plain = parse_eml(HEAD + b"\nHello \nyou\n", "a.eml", None)
    other = parse_eml(
        HEAD.replace(b"\n", b"\r\n").replace(b"A <A@Example.com>", b"a@example.com")
        + b"Content-Transfer-Encoding: quoted-printable\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHel=\r\nlo\r\nyou",
        "a.eml",
        None,
    )

    assert plain["from"] == other["from"] == "a@example.com"
    assert plain["subject"] == other["subject"] == "Zürich"
    assert plain["at"] == other["at"] == datetime(2026, 4, 1, 7, tzinfo=UTC)
    assert plain["text"] == other["text"] == "Hello\nyou"


def test_a_page_is_read_where_there_is_no_text() -> None:
    page = b"Content-Type: text/html; charset=utf-8\n\n<p>Total: <b>5</b></p><script>x</script><p hidden>6</p>"

    assert parse_eml(HEAD + page, "a.eml", None)["text"] == "Total: 5"


def test_attachments_have_clean_and_different_names() -> None:
    parts = b"".join(
        b'--x\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename="%s"\n\n1\n' % name
        for name in (b"../../a.csv", b"a.csv", b"/etc/passwd", b"")
    )
    found = parse_eml(HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n" + parts + b"--x--\n", "a.eml", None)

    assert found["attachments"] == ["a.csv", "a (2).csv", "etc/passwd", "part-5"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no mail"),
        (b"just words\nand more\n", "no mail"),
        (b"From: " + b"a" * 100_000 + b"\n\n", "longer"),
        (HEAD + b"".join(b"X-%d: a\n" % number for number in range(50_000)) + b"\n", "longer"),
        (HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\na\n" * 6000, "parts"),
    ],
)
def test_what_is_malformed_says_why_at_once(data: bytes, reason: str) -> None:
    began = monotonic()
    with pytest.raises(Malformed, match=reason):
        parse_eml(data, "a.eml", None)

    assert monotonic() - began < 4


@pytest.mark.parametrize(
    "data",
    [
        HEAD
        + b"Content-Type: multipart/mixed; boundary=x\n\n"
        + b"--x\nContent-Type: multipart/mixed; boundary=x\n\n" * 800,
        HEAD.replace(b"b@example.com", b"(" * 5000),
        HEAD.replace(b"b@example.com", b"<" * 5000),
        HEAD.replace(b"b@example.com", b"a,;:" * 2000),
        HEAD.replace(b"Wed, 1 Apr 2026 09:00:00 +0200", b"tomorrow"),
        HEAD + b"Content-Type: text/plain; charset=rot13\n\nx",
        HEAD + b"Content-Type: text/plain; charset=" + b"\xff" * 20 + b"\n\nx",
    ],
)
def test_odd_mails_end(data: bytes) -> None:
    began = monotonic()
    try:
        parse_eml(data, "a.eml", None)
    except Malformed as error:
        assert str(error)

    assert monotonic() - began < 4


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=80))
def test_any_bytes_end(data: bytes) -> None:
    try:
        parse_eml(b"From: " + data, "a.eml", None)
    except Malformed as error:
        assert str(error)
