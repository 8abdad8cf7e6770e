"""One state of the world as expressions see it: files by the forms that are declared for them, tables, values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from cowork_dsl.compiler.bundle.models import ColumnForm, Form, Service
from cowork_dsl.compiler.values.failures import Fail, Missing
from cowork_dsl.compiler.values.globs import match
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.readers.bounds import MAX_FILES
from cowork_dsl.runtime.readers.cache import PARSED
from cowork_dsl.runtime.readers.decode import is_binary
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import Reader, reader_of
from cowork_dsl.runtime.verdict.evidence import World
from cowork_dsl.runtime.workspace.droppings import is_dropping

_HIDDEN = ".git"


def is_glob(target: str) -> bool:
    """Whether a target names files by a pattern."""
    return any(char in target for char in "*?[") or target.endswith("/")


@dataclass(frozen=True, slots=True, eq=False)
class Schema:
    """What is declared of files and service tables; one a bundle."""

    forms: tuple[Form, ...] = ()
    tables: Mapping[str, tuple[ColumnForm, ...]] = field(default_factory=dict)
    _by_path: dict[str, Form | None] = field(default_factory=dict)

    @classmethod
    def of(cls, forms: Sequence[Form], services: Sequence[Service]) -> Schema:
        """The declarations of a bundle."""
        tables = {f"{one.name}.{name}": columns for one in services for name, columns in one.tables.items()}
        return cls(tuple(forms), tables)

    def form(self, path: str) -> Form | None:
        """The form of a path: its own, else the first glob that names it."""
        if path not in self._by_path:
            if len(self._by_path) >= MAX_FILES:
                self._by_path.clear()
            own = (form for form in self.forms if form.pattern == path)
            globs = (form for form in self.forms if is_glob(form.pattern) and match(form.pattern, path))
            self._by_path[path] = next(own, None) or next(globs, None)
        return self._by_path[path]

    def key(self, table: str) -> str | None:
        """The key column of a service's table."""
        return next((column.name for column in self.tables.get(table, ()) if column.key), None)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A state that can be read: ``after``, ``before``, ``truth``, ``now`` or that of a moment.

    Attributes:
        name: What it is called in messages.
        world: The state.
        schema: What is declared.
    """

    name: str
    world: World
    schema: Schema

    def file(self, path: str) -> bytes | None:
        """The bytes of a file, or None where there is none."""
        return self.world.files.get(path)

    def paths(self) -> Sequence[str]:
        """The paths of all files but the droppings of tools and what lies in ``.git``, sorted."""
        return sorted(path for path in self.world.files if _shown(path))

    def matching(self, pattern: str) -> list[str]:
        """The paths that a glob names, sorted; a literal path names itself, a folder all that is below it."""
        if not is_glob(pattern):
            if pattern in self.world.files:
                return [pattern]
            return [path for path in self.paths() if path.startswith(f"{pattern}/")]
        found = [path for path in self.paths() if match(pattern, path)]
        if len(found) > MAX_FILES:
            raise Fail(f"{pattern} names more than {MAX_FILES} files")
        return found

    def form(self, path: str) -> Form | None:
        """The declared form of a path."""
        return self.schema.form(path)

    def is_table(self, target: str) -> bool:
        """Whether a target is a service's table and no path."""
        return target in self.world.tables or target in self.schema.tables

    def rows(self, table: str) -> Table:
        """The rows of a service's table."""
        rows = self.world.tables.get(table)
        columns = self.schema.tables.get(table)
        if rows is None and columns is None:
            raise Fail(f"there is no table {table}")
        found = tuple(rows or ())
        names = (
            tuple(column.name for column in columns) if columns else tuple(dict.fromkeys(n for r in found for n in r))
        )
        return Table(names, found, self.schema.key(table), name=table)

    def value(self, name: str) -> Any:
        """The value in force."""
        if name not in self.world.values:
            raise Fail(f"there is no value {name} in {self.name}")
        return self.world.values[name]

    def read(self, path: str, reader: Reader) -> Any:
        """A file through a reader: none where it is missing, a failure where it is malformed."""
        data = self.file(path)
        if data is None:
            return Missing(path)
        value = PARSED.parse(reader, data, path, self.form(path))
        if isinstance(value, Malformed):
            raise Fail(f"{path} {value}")
        return value

    def content(self, path: str) -> Any:
        """What a file says, for comparing: parsed where a reader knows it, else its bytes; None where it is missing."""
        data = self.file(path)
        if data is None:
            return None
        form = self.form(path)
        # a workbook is more than the table that a form may declare of it
        reader = reader_of(path, None if path.lower().endswith(".xlsx") else form)
        value = PARSED.parse(reader, data, path, form) if reader is not None else data
        # a binary file has an empty text, which would make all of them equal
        return data if isinstance(value, Malformed) or (value == "" and is_binary(data)) else value


@lru_cache(maxsize=65536)
def _shown(path: str) -> bool:
    parts = path.split("/")
    return _HIDDEN not in parts and not any(map(is_dropping, parts))
