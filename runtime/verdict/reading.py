"""The readers as the verifier's functions: each takes the state to read in first."""

from __future__ import annotations

from typing import Any

from cowork_dsl.compiler.values import rows as value_rows
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.scalars import FilePath
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.readers.registry import reader_of, readers
from cowork_dsl.runtime.verdict.view import View

FILE = "file"
"""The column of `tables` that says where a row is from."""


def text(view: View, path: str) -> Any:
    """A file as text."""
    return view.read(path, readers()["text"])


def json(view: View, path: str) -> Any:
    """A json file."""
    return view.read(path, readers()["json"])


def md(view: View, path: str) -> Any:
    """A Markdown document."""
    return view.read(path, readers()["md"])


def table(view: View, target: str) -> Any:
    """A csv or tsv file, or a service's table."""
    if view.is_table(target):
        return view.rows(target)
    return view.read(target, readers()["table"])


def tables(view: View, pattern: str) -> Table:
    """The tables of all files that a glob names, as one; a file that is no table fails.

    Each row has its path in the column ``file``, unless the tables have a column of that name.
    """
    columns: dict[str, None] = {}
    found: list[dict[str, Any]] = []
    for path in view.matching(pattern):
        reader = reader_of(path, view.form(path))
        if reader is not None and reader.name != "table":
            raise Fail(f"{path} is no table, and {pattern} names it")
        part = table(view, path)
        columns.update(dict.fromkeys(part.columns))
        own = FILE in part.columns
        found.extend(dict(row) if own else {**row, FILE: FilePath(path)} for row in part.rows)
    columns.setdefault(FILE)
    return Table(tuple(columns), tuple(found), name=pattern)


def files(view: View, pattern: str) -> list[FilePath]:
    """The paths that a glob names, sorted."""
    return [FilePath(path) for path in view.matching(pattern)]


def rows(whole: Any, name: str | None = None) -> Any:
    """The rows of a service's table; of a table or map the rows as a list."""
    if isinstance(whole, View):
        if name is None:
            raise Fail("which table is meant is not said")
        return whole.rows(name)
    return value_rows.rows(whole)


def value(view: View, name: str) -> Any:
    """The value in force."""
    return view.value(name)
