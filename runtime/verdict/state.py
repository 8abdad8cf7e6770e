"""What became of files and tables: ``exists unchanged only_changed created deleted``.

Content is compared as the readers see it: a file that says the same in another spelling is unchanged. Users' own changes
are in ``truth`` as well as in ``after``, so they never count.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from cowork_dsl.compiler.values.compare import counted_keys, key_of, nfc
from cowork_dsl.compiler.values.database import Database
from cowork_dsl.compiler.values.doc import Doc
from cowork_dsl.compiler.values.failures import NotProven, Unreadable, note
from cowork_dsl.compiler.values.inside import Inside
from cowork_dsl.compiler.values.show import brief
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.readers.xlsx import Workbook, book_key
from cowork_dsl.runtime.verdict.evidence import World
from cowork_dsl.runtime.verdict.view import Schema, View, is_glob

_NOTHING = Schema()


def exists(view: View, *targets: str) -> bool:
    """Whether each of these is there: a file, a folder with a file in it, a match of a glob, a table."""
    for target in targets:
        if not (view.is_table(target) or view.matching(target)):
            note("exists", target, False)
            return False
    return True


def created(after: View, truth: View, *targets: str) -> bool:
    """Whether each of these is there and was not."""
    for target in targets:
        old = set(truth.matching(target))
        if not set(after.matching(target)) - old or (old and not is_glob(target)):
            note("created", target, False)
            return False
    return True


def deleted(after: View, truth: View, *targets: str) -> bool:
    """Whether each of these was there and is gone."""
    for target in targets:
        if not truth.matching(target) or after.matching(target):
            note("deleted", target, False)
            return False
    return True


def unchanged(after: View, truth: View, *targets: str) -> bool:
    """Whether the content of each of these equals that in ``truth``, cell by cell.

    A target that names nothing, neither now nor in truth, proves nothing.
    """
    for target in targets:
        paths, tables = _named(after, truth, (target,))
        if not paths and not tables:
            raise NotProven(f"there is nothing that {target} names")
        if not _equal(after, truth, paths, tables):
            return False
    return True


def only_changed(after: View, truth: View, *targets: str) -> bool:
    """Whether nothing but these differs from ``truth``."""
    paths, tables = _named(after, truth, targets)
    others = {*after.paths(), *truth.paths()} - set(paths)
    other_tables = {*after.world.tables, *truth.world.tables} - set(tables)
    return _equal(after, truth, sorted(others), sorted(other_tables))


def _named(after: View, truth: View, targets: Iterable[str]) -> tuple[list[str], list[str]]:
    paths: set[str] = set()
    tables: set[str] = set()
    for target in targets:
        if after.is_table(target) or truth.is_table(target):
            tables.add(target)
        else:
            paths.update(after.matching(target), truth.matching(target))
    return sorted(paths), sorted(tables)


def _equal(after: View, truth: View, paths: Iterable[str], tables: Iterable[str]) -> bool:
    for path in paths:
        reason = _file_differs(after, truth, path)
        if reason:
            note("unchanged", path, reason)
            return False
    for table in tables:
        ours, theirs = after.rows(table), truth.rows(table)
        if content_key(ours) != content_key(theirs):
            note("unchanged", table, _table_differs(ours, theirs))
            return False
    return True


def _file_differs(after: View, truth: View, path: str) -> str:
    """What differs, in a few words; empty where nothing does."""
    ours, theirs = after.file(path), truth.file(path)
    if ours == theirs:
        return ""
    if ours is None:
        return "is gone"
    if theirs is None:
        return "is new"
    new, old = after.content(path), truth.content(path)
    if content_key(new) == content_key(old):
        return ""
    if new.__class__ is Table and old.__class__ is Table:
        return _table_differs(new, old)
    if isinstance(new, bytes):
        return "its bytes differ" if isinstance(old, bytes) else "it can no longer be read as what it was"
    return f"is {brief(new, 80)}, was {brief(old, 80)}"


def same_content(one: View, other: View, path: str) -> bool:
    """Whether a file says the same in two states (also where it is missing in both)."""
    return not _file_differs(one, other, path)


def content_key(value: Any) -> Hashable:
    """What two contents share exactly where they say the same.

    Unlike in expressions an unreadable cell equals one with the same text, and a document is told by its blocks.
    """
    if isinstance(value, bytes):
        return ("bytes", value)
    if isinstance(value, Table):
        rows = tuple(content_key(row) for row in value.rows)
        return ("table", frozenset(value.columns), counted_keys(rows))
    if isinstance(value, Mapping):
        return ("map", frozenset((name, content_key(item)) for name, item in value.items()))
    if isinstance(value, list | tuple):
        return ("list", tuple(content_key(item) for item in value))
    if isinstance(value, Unreadable):
        return ("unreadable", value.text)
    if isinstance(value, Database):
        return ("database", frozenset((name, content_key(table)) for name, table in value.tables.items()))
    if isinstance(value, Inside):
        parts = View(value.name, World(value.files), _NOTHING)
        return ("inside", frozenset((path, content_key(parts.content(path))) for path in value.files))
    if isinstance(value, Doc):
        return ("doc", tuple((b.kind, b.level, " ".join(b.text.split()), b.links) for b in value.blocks))
    if isinstance(value, Workbook):
        return ("workbook", book_key(value))
    if isinstance(value, str):
        return ("text", nfc("\n".join(line.rstrip() for line in value.rstrip().split("\n"))))
    return key_of(value)


def _table_differs(new: Table, old: Table) -> str:
    """The first difference of two tables, found by key where there is one, else by place."""
    if set(new.columns) != set(old.columns):
        moved = sorted(set(new.columns) ^ set(old.columns))
        return f"its columns differ: {', '.join(moved[:5])}"
    if len(new.rows) != len(old.rows):
        return f"it has {len(new.rows)} rows, had {len(old.rows)}"
    key = old.key
    if key is not None:
        by_key = {key_of(row.get(key)): row for row in new.rows}
        pairs = [(by_key.get(key_of(row.get(key))), row) for row in old.rows]
    else:
        pairs = list(zip(new.rows, old.rows, strict=True))
    for number, (ours, theirs) in enumerate(pairs, 1):
        row = f"row {key} = {brief(theirs.get(key))}" if key is not None else f"row {number}"
        if ours is None:
            return f"{row} is gone"
        for column in old.columns:
            a, b = ours.get(column), theirs.get(column)
            if content_key(a) != content_key(b):
                return f"{row}: {column} is {brief(a, 60)}, was {brief(b, 60)}"
    return "its rows differ"
