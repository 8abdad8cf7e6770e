"""The table in a jsonl file: rows typed as the reader has them, written as objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.changes.editable import Unfit
from cowork_dsl.runtime.changes.json_edit import JsonTable
from cowork_dsl.runtime.readers.cache import PARSED
from cowork_dsl.runtime.readers.layout import columns_from
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import readers

Row = Mapping[str, Any]


class LinesTable(JsonTable):
    """A jsonl file as a table."""

    def __init__(self, data: bytes, form: Form | None, path: str) -> None:
        super().__init__(data, "", "jsonl")
        self._form = form
        self._path = path
        table = self._parsed()
        self.key = table.key

    def _parsed(self) -> Table:
        found = PARSED.parse(readers()["table"], self.data, self._path, self._form)
        if isinstance(found, Malformed):
            raise Unfit(str(found))
        assert isinstance(found, Table)
        return found

    @property
    def rows(self) -> Sequence[Row]:
        """The rows."""
        return self._parsed().rows

    @property
    def columns(self) -> tuple[str, ...]:
        """Their columns, the declared ones where there is no row."""
        declared = tuple(column.name for column in self._form.columns) if self._form is not None else ()
        return self._parsed().columns or declared

    def put(self, cells: Mapping[int, Mapping[str, Any]]) -> None:
        """Set some values."""
        super().put({unit: self._headed(values) for unit, values in cells.items()})

    def insert(self, values: Mapping[str, Any]) -> None:
        """Add an object."""
        super().insert(self._headed(values))

    def rename(self, column: str, to: str) -> None:
        """Give a field another name in every object."""
        (header,) = self._headed({column: None})
        items = self._root
        for item in items:
            if header in item:
                fields = [(to if name == header else name, value) for name, value in item.items()]
                item.clear()
                item.update(fields)

    def _headed(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values by the names that they have in the file."""
        names = dict.fromkeys(name for item in self._root if isinstance(item, dict) for name in item)
        declared = self._form.columns if self._form is not None else ()
        headers = {column.name: column.header for column in declared}
        headers |= {column.name: column.header for column in columns_from(list(names), declared)}
        for name in values:
            if name not in headers:
                raise Unfit(f"has no column {name!r} (it has: {', '.join(headers) or 'none'})")
        return {headers[name]: value for name, value in values.items()}
