"""Tables that can be edited, in files and in services, behind one face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cowork_dsl.compiler.analysis.types import TEXT, Type
from cowork_dsl.compiler.bundle.models import ColumnForm, Form
from cowork_dsl.compiler.values.cells import format_cell, type_from_text
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.changes.delimited_file import DelimitedFile
from cowork_dsl.runtime.changes.editable import Unfit
from cowork_dsl.runtime.readers.cache import PARSED
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import Reader, readers

Row = Mapping[str, Any]

# not among the readers of checks, but kept by the same cache: a user's change is made twice, in truth and in the world
_PLACES = Reader("places of a table", lambda data, path, form: DelimitedFile.open(data, form, path), ())


class FileTable:
    """The table in a delimited file; ``data`` is the file as edited so far."""

    def __init__(self, data: bytes, form: Form | None, path: str) -> None:
        self.data = data
        self._form = form
        self._path = path
        self._load()

    def _load(self) -> None:
        parsed = PARSED.parse(readers()["table"], self.data, self._path, self._form)
        if isinstance(parsed, Malformed):
            raise Unfit(str(parsed))
        assert isinstance(parsed, Table)
        self._columns = parsed.columns
        self.rows: Sequence[Row] = parsed.rows
        self.key = parsed.key

    @property
    def _file(self) -> DelimitedFile:
        found = PARSED.parse(_PLACES, self.data, self._path, self._form)
        assert isinstance(found, DelimitedFile)
        return found

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def columns(self) -> tuple[str, ...]:
        """Their columns."""
        return self._columns

    def value(self, unit: int, column: str) -> Any:
        """A cell's value."""
        return self.rows[unit].get(column)

    def put(self, cells: Mapping[int, Mapping[str, Any]]) -> None:
        """Rewrite some cells, and no other byte."""
        texts = {unit: self._texts(values) for unit, values in cells.items()}
        self._become(self._file.with_cells(texts))

    def insert(self, values: Mapping[str, Any]) -> None:
        """Add a row at the end."""
        self._become(self._file.with_row(self._texts(values)))

    def arrange(self, order: Sequence[int]) -> None:
        """Put the rows into another order."""
        self._become(self._file.arranged(order))

    def rename(self, column: str, to: str) -> None:
        """Give a column another header."""
        self._become(self._file.with_header(column, to))

    def clear(self) -> None:
        """Leave an empty file."""
        self._become(b"")

    def _become(self, data: bytes) -> None:
        self.data = data
        self._load()

    def _texts(self, values: Mapping[str, Any]) -> dict[str, str]:
        for name in values:
            if name not in self._columns:
                raise Unfit(f"has no column {name!r} (it has: {', '.join(self._columns) or 'none'})")
        return {name: format_cell(value, self._type(name)) for name, value in values.items()}

    def _type(self, name: str) -> Type:
        columns = self._form.columns if self._form is not None else ()
        return next((type_from_text(column.type) for column in columns if column.name == name), TEXT)


class ServiceTable:
    """A service's table; ``rows`` are the rows as edited so far."""

    def __init__(self, rows: Sequence[Row], columns: Sequence[ColumnForm]) -> None:
        self.rows: Sequence[Row] = tuple(rows)
        self._forms = tuple(columns)
        self.key = next((column.name for column in columns if column.key), None)

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def columns(self) -> tuple[str, ...]:
        """Their columns."""
        return tuple(column.name for column in self._forms)

    def value(self, unit: int, column: str) -> Any:
        """A cell's value."""
        return self.rows[unit].get(column)

    def put(self, cells: Mapping[int, Mapping[str, Any]]) -> None:
        """Set some values."""
        for values in cells.values():
            self._known(values)
        self.rows = tuple({**row, **cells[unit]} if unit in cells else row for unit, row in enumerate(self.rows))

    def insert(self, values: Mapping[str, Any]) -> None:
        """Add a row; a second one with a key that stands already is refused."""
        self._known(values)
        if self.key is not None and any(row.get(self.key) == values.get(self.key) for row in self.rows):
            raise Unfit(f"has a row with {self.key} = {values.get(self.key)!r} already")
        self.rows = (*self.rows, {name: values.get(name) for name in self.columns})

    def arrange(self, order: Sequence[int]) -> None:
        """Put the rows into another order."""
        self.rows = tuple(self.rows[unit] for unit in order)

    def rename(self, column: str, to: str) -> None:
        """A service's columns have fixed names."""
        raise Unfit("is a service's table, whose columns have fixed names")

    def clear(self) -> None:
        """Leave no row."""
        self.rows = ()

    def _known(self, values: Mapping[str, Any]) -> None:
        for name in values:
            if name not in self.columns:
                raise Unfit(f"has no column {name!r} (it has: {', '.join(self.columns)})")
