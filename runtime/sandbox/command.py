"""Checking what is to be run before any backend sees it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from shlex import join

from cowork_dsl.runtime.workspace.confined import WorkspaceError, clean_path

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_MOST = 1 << 20


def shell_text(command: str | Sequence[str]) -> str:
    """Give the command as text for a shell; a program with its arguments replaces the shell.

    Raises:
        WorkspaceError: it is empty, too long or holds NUL.
    """
    text = command if isinstance(command, str) else "exec " + join(command)
    if not command or "\0" in text or len(text) > _MOST:
        raise WorkspaceError("a command must not be empty, hold NUL or be longer than 1 MiB")
    return text


def working_folder(cwd: str) -> str:
    """Give the folder to run in, relative to the workspace."""
    folder = clean_path(cwd, root=True)
    if "\n" in folder:
        raise WorkspaceError("a working folder's name may hold no line break")
    return folder


def environment(env: Mapping[str, str] | None) -> dict[str, str]:
    """Give the variables after checking their names and values."""
    checked = dict(env or {})
    for name, value in checked.items():
        if not _NAME.match(name) or "\0" in value:
            raise WorkspaceError(f"{name!r}: not a name for a variable, or its value holds NUL")
    return checked
