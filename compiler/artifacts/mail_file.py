"""Mails as eml files: headers in a fixed order, the text as UTF-8, attachments with a boundary made of the content."""

from __future__ import annotations

import hashlib
from datetime import datetime

from cowork_dsl.compiler.artifacts.registry import Piece, writes
from cowork_dsl.compiler.values.failures import Fail


@writes("mail")
def write_mail(content: Piece) -> bytes:
    """An eml file.

    Raises:
        Fail: A header holds a line end, or an address is none.
    """
    from email.message import EmailMessage
    from email.policy import SMTP
    from email.utils import format_datetime

    digest = hashlib.sha256()
    message = EmailMessage(SMTP.clone(cte_type="8bit"))
    at = content.one("at")
    assert isinstance(at, datetime)
    headers = {
        "From": content.text("from"),
        "To": ", ".join(content.texts("to")),
        "Cc": ", ".join(content.texts("cc")),
        "Subject": content.text("subject"),
        "Date": format_datetime(at),
        "In-Reply-To": _bracketed(content.text("answers")),
    }
    for name, value in headers.items():
        digest.update(f"{name}:{value}\n".encode())
    text = content.text("text")
    digest.update(text.encode())
    for path, stored in content.files.items():
        digest.update(path.encode() + b"\0" + (stored.data or b""))
    mark = digest.hexdigest()
    headers["Message-ID"] = _bracketed(content.text("id") or f"{mark[:20]}@mail.invalid")
    for name, value in headers.items():
        if value:
            try:
                message[name] = value
            except (ValueError, IndexError) as error:
                raise Fail(f"the header {name} can't hold {value[:80]!r}") from error
    for name in ("From", "To", "Cc"):
        header = message[name]
        if header is None and name != "Cc":
            raise Fail(f"the header {name} has no address")
        if header is not None and (header.defects or not header.addresses):
            raise Fail(f"{str(header)[:80]!r} is no address")
    message.set_content(text if text.endswith("\n") else f"{text}\n", cte="8bit")
    for path, stored in content.files.items():
        if stored.data is not None:
            main, _, sub = _media_type(path).partition("/")
            message.add_attachment(stored.data, maintype=main, subtype=sub, filename=path)
    if message.is_multipart():
        message.set_boundary(f"=_{mark[:30]}")
    return message.as_bytes()


def _bracketed(name: str) -> str:
    return f"<{name.strip('<> ')}>" if name else ""


def _media_type(path: str) -> str:
    """By extension, from a fixed list: what the machine knows of types must not show in the bytes."""
    extension = path[path.rfind(".") :].lower() if "." in path else ""
    return _TYPES.get(extension, "application/octet-stream")


_TYPES = {
    ".csv": "text/csv",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".eml": "application/octet-stream",
    ".html": "text/html",
    ".ics": "text/calendar",
    ".json": "application/json",
    ".md": "text/markdown",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ".txt": "text/plain",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".yaml": "application/yaml",
    ".zip": "application/zip",
}
