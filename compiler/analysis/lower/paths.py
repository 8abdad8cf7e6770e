"""Paths inside the workspace: relative, normalised, with `/`."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.diagnostics.model import Edit, Fix
from cowork_dsl.compiler.source import Span

LONGEST = 240


def fault(path: str) -> tuple[str, str] | None:
    """What is wrong with a path as (code, sentence), or None."""
    if not path:
        return "CW401", "the path is empty"
    if path.startswith("/") or (len(path) > 1 and path[1] == ":" and path[0].isalpha()):
        return "CW401", f"`{path}` is absolute; paths are relative to the workspace"
    if "\\" in path:
        return "CW402", f"`{path}` has a backslash; folders are parted by `/`"
    parts = path.rstrip("/").split("/")
    if ".." in parts:
        return "CW401", f"`{path}` leads outside the workspace"
    if "" in parts or "." in parts or path.endswith("/"):
        return "CW402", f"`{path}` is not in its plain form"
    if any(ord(char) < 32 or ord(char) == 127 for char in path):
        return "CW402", "the path has a control character"
    if len(path.encode()) > LONGEST:
        return "CW402", f"the path is longer than {LONGEST} bytes"
    return None


def plain(path: str) -> str:
    """The plain form of a path."""
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")]
    return "/".join(parts)


def check_path(ctx: Context, path: str, span: Span) -> bool:
    """Whether a path is sound; reports it where it isn't."""
    found = fault(path)
    if found is None:
        return True
    code, message = found
    fix = None
    mended = plain(path)
    if mended and mended != path and fault(mended) is None and "*" not in path:
        fix = Fix(f"write `{mended}`", (Edit(span, f'"{mended}"'),))
    ctx.error(code, message, span, fix=fix)
    return False
