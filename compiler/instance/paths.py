"""Paths of entries once their holes are filled."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.environment import Text
from cowork_dsl.compiler.instance.constants import Constants
from cowork_dsl.compiler.instance.problems import problem
from cowork_dsl.compiler.instance.texts import filled

_MAX_LENGTH = 400
_MAX_NAME = 200


def path_of(text: Text, constants: Constants) -> str:
    """A path inside the workspace; one that leaves it or is no clean path is refused."""
    path = filled(text, constants)
    reason = unclean(path)
    if reason:
        raise problem("CW485", f"{path!r} can't be a path of the workspace: {reason}", text.source, text.span)
    return path


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
