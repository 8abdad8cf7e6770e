"""What may be a path inside a workspace."""

from __future__ import annotations

_MAX_LENGTH = 400
_MAX_NAME = 200


def unclean(path: str) -> str:
    """Why a text is no path inside the workspace; empty where it is one."""
    if not path:
        return "it is empty"
    if path.startswith("/"):
        return "it is absolute"
    if len(path.encode("utf-8", "surrogatepass")) > _MAX_LENGTH:
        return f"it is longer than {_MAX_LENGTH} bytes"
    if any(ord(char) < 32 or 0xD800 <= ord(char) < 0xE000 or char == "\\" for char in path):
        return "it holds a control character or a backslash"
    for name in path.split("/"):
        if name in {"", ".", ".."}:
            return f"it holds the part {name!r}"
        if len(name.encode("utf-8")) > _MAX_NAME:
            return f"it holds a name longer than {_MAX_NAME} bytes"
    return ""
