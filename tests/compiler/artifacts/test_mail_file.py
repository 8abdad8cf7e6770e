from datetime import UTC, datetime, timedelta, timezone

import pytest

from cowork_dsl.compiler.artifacts.registry import Piece
from cowork_dsl.compiler.values.failures import Fail
from tests.helpers.pieces import piece, read, written

AT = datetime(2026, 4, 1, 9, 0, tzinfo=timezone(timedelta(hours=2)))


def mail(**more: object) -> Piece:
    given = {"from_": "Ada <ada@example.com>", "to": "bob@example.com", "subject": "Plan", "at": AT, "text": "Hi."}
    files = more.pop("files", None)
    return piece("mail", "a.eml", files, **{**given, **more})  # type: ignore[arg-type]


def test_a_whole_file() -> None:
    assert written(mail(id="1@example.com", answers="0@example.com")) == (
        b"From: Ada <ada@example.com>\r\nTo: bob@example.com\r\nSubject: Plan\r\n"
        b"Date: Wed, 01 Apr 2026 09:00:00 +0200\r\nIn-Reply-To: <0@example.com>\r\nMessage-ID: <1@example.com>\r\n"
        b'Content-Type: text/plain; charset="utf-8"\r\nContent-Transfer-Encoding: 8bit\r\nMIME-Version: 1.0\r\n\r\n'
        b"Hi.\r\n"
    )


def test_what_is_written_is_read_again() -> None:
    files = {"plan.csv": b"a,b\n1,2\n", "in/pic.png": bytes(range(256)), "note.txt": "ä\n".encode()}
    found = read(
        "eml",
        written(
            mail(
                to=["bob@example.com", "Cäsar <c@example.com>"],
                cc="d@example.com",
                subject="Zürich – " * 20,
                files=files,
            )
        ),
    )

    assert found["from"] == "ada@example.com"
    assert found["to"] == ["bob@example.com", "c@example.com"]
    assert found["cc"] == ["d@example.com"]
    assert found["subject"] == ("Zürich – " * 20).strip()
    assert found["at"] == datetime(2026, 4, 1, 7, 0, tzinfo=UTC)
    assert found["text"] == "Hi."
    assert dict(found["attached"].files) == files
    assert found["attachments"] == list(files)


def test_the_same_mail_has_the_same_bytes_and_another_one_another_id() -> None:
    ids = {read("eml", written(mail(text=text)))["id"] for text in ("Hi.", "Hi.", "Ho.")}

    assert written(mail()) == written(mail())
    assert len(ids) == 2


@pytest.mark.parametrize(
    "more", [{"from_": "nobody"}, {"to": ["a@example.com\nBcc: x@example.com"]}, {"subject": "a\nb"}, {"to": ""}]
)
def test_headers_that_are_none(more: dict[str, object]) -> None:
    with pytest.raises(Fail):
        written(mail(**more))
