"""`eml("inbox/1.eml")`: a mail as an object; addresses without the names around them, in small letters."""

from __future__ import annotations

from datetime import UTC, datetime
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from typing import Any

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.compiler.values.compare import nfc
from cowork_dsl.compiler.values.failures import Missing
from cowork_dsl.compiler.values.inside import Inside
from cowork_dsl.runtime.readers.bounds import MAX_BYTES, MAX_INSIDE
from cowork_dsl.runtime.readers.decode import decode
from cowork_dsl.runtime.readers.html_blocks import html_text
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import reader

_HEADER_BYTES = 256 * 1024
_LONGEST = 16 * 1024
_NONE = {"from", "to", "cc", "subject", "date"}


@reader("eml", ".eml")
def parse_eml(data: bytes, path: str, form: Form | None) -> dict[str, Any]:
    """The mail in an eml file.

    Raises:
        Malformed: It has no headers of a mail, or is larger than the readers take.
    """
    if len(data) > MAX_BYTES:
        raise Malformed(f"is larger than {MAX_BYTES >> 20} MiB")
    head = data[:_HEADER_BYTES].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    if len(head) >= _HEADER_BYTES - 1 or any(len(line) > _LONGEST for line in head.split(b"\n")):
        raise Malformed("has headers that are longer than any mail's")
    try:
        message = BytesParser(_class=EmailMessage, policy=default).parsebytes(data)
        return _mail(message, path)
    except Malformed:
        raise
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError, AssertionError) as error:
        # the parser of headers has more ways to fail than it documents, all of them for broken ones
        raise Malformed(f"is no mail that can be read: {error.__class__.__name__}") from None


def _mail(message: EmailMessage, path: str) -> dict[str, Any]:
    if not any(name.lower() in _NONE for name in message.keys()):  # noqa: SIM118 (a message is no mapping)
        raise Malformed("is no mail: it has none of the headers From, To, Subject, Date")
    senders = _addresses(message, "from")
    text, attached = _bodies(message)
    return {
        "from": senders[0] if senders else "",
        "to": _addresses(message, "to"),
        "cc": _addresses(message, "cc"),
        "subject": _words(message, "subject"),
        "at": _date(message),
        "text": nfc("\n".join(line.rstrip() for line in text.replace("\r\n", "\n").split("\n")).strip()),
        "id": _words(message, "message-id").strip("<> "),
        "answers": _words(message, "in-reply-to").strip("<> "),
        "attachments": list(attached),
        "attached": Inside(attached, f"what is attached to {path}"),
    }


def _addresses(message: EmailMessage, name: str) -> list[str]:
    found: list[str] = []
    for header in message.get_all(name, []):
        found += [address.addr_spec.strip("<> ").casefold() for address in header.addresses]
    return [address for address in dict.fromkeys(found) if address]


def _words(message: EmailMessage, name: str) -> str:
    return nfc(" ".join(str(message.get(name, "")).split()))


def _date(message: EmailMessage) -> Any:
    header = message.get("date")
    found = getattr(header, "datetime", None)
    if not isinstance(found, datetime):
        return Missing("the date of the mail")
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _bodies(message: EmailMessage) -> tuple[str, dict[str, bytes]]:
    """The text, and the attached files by name; a second one of a name gets a number."""
    texts: list[str] = []
    pages: list[str] = []
    attached: dict[str, bytes] = {}
    parts = 0
    open_: list[Any] = [message]
    while open_:
        part = open_.pop()
        parts += 1
        if parts > MAX_INSIDE:
            raise Malformed(f"has more than {MAX_INSIDE} parts")
        kind, name = part.get_content_type(), part.get_filename()
        if part.is_multipart() and kind != "message/rfc822":
            open_.extend(reversed(part.get_payload()))
            continue
        body = part.as_bytes() if kind == "message/rfc822" else part.get_payload(decode=True) or b""
        if name or part.get_content_disposition() == "attachment" or not kind.startswith("text/"):
            _attach(attached, _clean(name) or f"part-{parts}", body)
        elif kind == "text/html":
            pages.append(html_text(decode(body)))
        else:
            texts.append(_decoded(body, part.get_content_charset()))
    return "\n".join(texts or pages), attached


def _decoded(body: bytes, charset: str | None) -> str:
    try:
        return body.decode(charset or "utf-8", "replace")
    except LookupError:
        return decode(body)


def _clean(name: str | None) -> str:
    """A file name as a path that leads nowhere else."""
    parts = (name or "").replace("\\", "/").split("/")
    return "/".join(part for part in parts if part not in ("", ".", ".."))[:200]


def _attach(attached: dict[str, bytes], name: str, body: bytes) -> None:
    chosen, number = name, 1
    while chosen in attached:
        number += 1
        stem, dot, suffix = name.rpartition(".")
        chosen = f"{stem} ({number}){dot}{suffix}" if dot else f"{name} ({number})"
    attached[chosen] = body
