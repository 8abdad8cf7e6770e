"""Which parts of the workspace a box may write to, as binds over it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cowork_dsl.compiler.values.globs import match_any
from cowork_dsl.runtime.sandbox.api import Setup

_SOME_NAME = "\x01"
_MOST = 256


@dataclass(frozen=True, slots=True)
class Plan:
    """Binds in order: the workspace itself, folders opened in a closed one, folders and files closed at last."""

    writable_root: bool
    opened: tuple[str, ...]
    closed: tuple[str, ...]
    empty_folders: tuple[str, ...] = ()
    empty_files: tuple[str, ...] = ()


OPEN = Plan(True, (), ())
"""The plan of a box without bounds on its workspace."""


def plan(paths: Iterable[str], setup: Setup) -> Plan:
    """Turn globs into binds.

    Of ``writable`` (``None``: everything) the literal folder in front of the first wildcard is opened. Of
    ``readonly`` a folder is closed where the globs name all that could ever lie below it, and otherwise each matching
    file that stands. What binds can't express, new names above all, is put right after the call by the tools.
    ``hidden`` works as ``readonly`` does, and files that ``shown`` leaves out are hidden one by one.
    """
    standing = sorted(paths)
    writable = setup.writable
    opened = set() if writable is None else {_literal_folder(pattern) for pattern in writable}
    closed_folders, closed_files = _matches(standing, setup.readonly)
    closed = closed_folders | closed_files
    everything = "" in closed
    empty_folders, empty_files = _matches(standing, setup.hidden)
    if setup.shown is not None:
        shown = setup.shown
        empty_files |= {path for path in standing if not match_any(shown, path) and not _below(path, empty_folders)}
    return Plan(
        writable_root=not everything and (writable is None or "" in opened),
        opened=() if everything or writable is None or "" in opened else tuple(sorted(opened)),
        closed=() if everything else tuple(sorted(closed)),
        empty_folders=tuple(sorted(empty_folders)),
        empty_files=tuple(sorted(empty_files)),
    )


def _matches(paths: Sequence[str], patterns: Sequence[str]) -> tuple[set[str], set[str]]:
    """The topmost folders that the patterns name as a whole, and the files that they name elsewhere."""
    folders: set[str] = set()
    files: set[str] = set()
    for path in paths if patterns else ():
        whole = next((folder for folder in _folders(path) if _covers(patterns, folder)), None)
        if whole is not None:
            folders.add(whole)
        elif match_any(patterns, path) and len(files) < _MOST:
            files.add(path)
    return folders, files


def _below(path: str, folders: set[str]) -> bool:
    return any(folder in folders for folder in _folders(path))


def _folders(path: str) -> list[str]:
    """The folders above a path, the workspace first."""
    parts = path.split("/")[:-1]
    return ["/".join(parts[:count]) for count in range(len(parts) + 1)]


def _covers(patterns: Sequence[str], folder: str) -> bool:
    prefix = folder + "/" if folder else ""
    return match_any(patterns, prefix + _SOME_NAME) and match_any(patterns, f"{prefix}{_SOME_NAME}/{_SOME_NAME}")


def _literal_folder(pattern: str) -> str:
    if "/" not in pattern.rstrip("/"):
        return pattern.strip("/") if pattern.endswith("/") and not _wild(pattern) else ""
    literal: list[str] = []
    for part in pattern.strip("/").split("/")[: None if pattern.endswith("/") else -1]:
        if _wild(part):
            break
        literal.append(part)
    return "/".join(literal)


def _wild(text: str) -> bool:
    return any(char in text for char in "*?[\\")
