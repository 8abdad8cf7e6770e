"""The readers as the verifier's functions: each takes the state to read in first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cowork_dsl.compiler.values import rows as value_rows
from cowork_dsl.compiler.values.failures import Fail, Missing, is_none, missing
from cowork_dsl.compiler.values.inside import Inside
from cowork_dsl.compiler.values.scalars import FilePath
from cowork_dsl.compiler.values.show import brief
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.readers.git import parse_git
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import reader_of, readers
from cowork_dsl.runtime.verdict.evidence import World
from cowork_dsl.runtime.verdict.view import Schema, View

FILE = "file"
"""The column of `tables` that says where a row is from."""


_NOTHING = Schema()


def state_of(where: View | Inside) -> View:
    """What readers read: a state, or the files inside of a file."""
    if isinstance(where, Inside):
        return View(where.name, World(where.files), _NOTHING)
    if isinstance(where, View):
        return where
    raise missing(where, "look in") if is_none(where) else Fail(f"{brief(where)} holds no files")


def _reading(name: str) -> Callable[[View | Inside, str], Any]:
    def read(view: View | Inside, path: str) -> Any:
        return state_of(view).read(path, readers()[name])

    return read


yaml = _reading("yaml")
toml = _reading("toml")
html = _reading("html")
eml = _reading("eml")
ics = _reading("ics")
image = _reading("image")
archive = _reading("archive")
sqlite = _reading("sqlite")
xlsx = _reading("xlsx")
docx = _reading("docx")
pdf = _reading("pdf")
pptx = _reading("pptx")


def git(view: View | Inside, path: str) -> Any:
    """The repository in a folder; none where the folder has none."""
    state = state_of(view)
    prefix = f"{path}/.git/"
    files = {name[len(prefix) :]: state.world.files[name] for name in state.world.files if name.startswith(prefix)}
    if not files:
        return Missing(f"{path}/.git")
    try:
        return parse_git(files, path)
    except Malformed as error:
        raise Fail(f"{path} {error}") from None


def text(view: View | Inside, path: str) -> Any:
    """A file as text."""
    return state_of(view).read(path, readers()["text"])


def json(view: View | Inside, path: str) -> Any:
    """A json file."""
    return state_of(view).read(path, readers()["json"])


def md(view: View | Inside, path: str) -> Any:
    """A Markdown document."""
    return state_of(view).read(path, readers()["md"])


def table(where: View | Inside, target: str) -> Any:
    """A csv, tsv or jsonl file, or a service's table."""
    view = state_of(where)
    if view.is_table(target):
        return view.rows(target)
    return view.read(target, readers()["table"])


def tables(where: View | Inside, pattern: str) -> Table:
    """The tables of all files that a glob names, as one; a file that is no table fails.

    Each row has its path in the column ``file``, unless the tables have a column of that name.
    """
    view = state_of(where)
    columns: dict[str, None] = {}
    found: list[dict[str, Any]] = []
    for path in view.matching(pattern):
        reader = reader_of(path, view.form(path))
        if reader is not None and reader.name not in ("table", "xlsx"):
            raise Fail(f"{path} is no table, and {pattern} names it")
        part = table(view, path)
        columns.update(dict.fromkeys(part.columns))
        own = FILE in part.columns
        found.extend(dict(row) if own else {**row, FILE: FilePath(path)} for row in part.rows)
    columns.setdefault(FILE)
    return Table(tuple(columns), tuple(found), name=pattern)


def files(view: View | Inside, pattern: str) -> list[FilePath]:
    """The paths that a glob names, sorted."""
    return [FilePath(path) for path in state_of(view).matching(pattern)]


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
