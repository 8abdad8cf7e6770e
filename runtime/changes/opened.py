"""A change's target, opened as whatever it is: rows of a file or a service, a place in json, lines of a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cowork_dsl.compiler.bundle.models import Target
from cowork_dsl.runtime.changes.codes import render
from cowork_dsl.runtime.changes.database_edit import DatabaseTable
from cowork_dsl.runtime.changes.editable import Unfit
from cowork_dsl.runtime.changes.json_edit import JsonTable
from cowork_dsl.runtime.changes.lines_edit import LinesTable
from cowork_dsl.runtime.changes.paragraph_edit import LABELLED, Paragraph
from cowork_dsl.runtime.changes.sheet_edit import SheetTable
from cowork_dsl.runtime.changes.table_edit import FileTable, ServiceTable
from cowork_dsl.runtime.changes.text_edit import TextLines
from cowork_dsl.runtime.changes.world import MutableWorld
from cowork_dsl.runtime.readers.registry import reader_of
from cowork_dsl.runtime.verdict.view import Schema

RowTable = FileTable | ServiceTable | JsonTable | DatabaseTable | SheetTable | Paragraph
_BOOKS = (".xlsx", ".xlsm")
_TREES = ("json", "yaml", "toml")


class Opened:
    """A target that was opened; ``save`` writes it back where it came from."""

    def __init__(self, target: Target, world: MutableWorld, names: Mapping[str, Any], schema: Schema) -> None:
        self.world = world
        self.path = render(target.path, names) if target.path is not None else None
        self.table_name = target.table
        self.name = target.table or self.path or ""
        self.schema = schema
        self.at = render(target.at, names) if target.at is not None else None
        self.part = render(target.part, names) if target.part is not None else None

    def content(self) -> bytes:
        """The bytes of the file."""
        data = self.world.read(self.path or "")
        if data is None:
            raise Unfit(f"{self.name}: there is no such file")
        return data

    def table(self) -> RowTable:
        """The target as rows."""
        try:
            if self.table_name is not None:
                rows = self.world.rows(self.table_name)
                if rows is None:
                    raise Unfit("there is no such table")
                return ServiceTable(rows, self.schema.tables.get(self.table_name, ()))
            path, data = self.path or "", self.content()
            form = self.schema.form(path)
            reader = reader_of(path, form)
            if path.lower().endswith(_BOOKS):
                return SheetTable(data, form, path, self.part)
            if self.part is not None:
                return DatabaseTable(data, form, path, self.part)
            if self.at is not None and reader is not None and reader.name in LABELLED:
                return Paragraph(data, reader.name, self.at)
            lines = path.lower().endswith(".jsonl")
            if self.at is not None or (reader is not None and reader.name in _TREES):
                named = reader.name if reader is not None and reader.name in _TREES else "json"
                return JsonTable(data, self.at or "", "jsonl" if lines else named)
            if lines:
                return LinesTable(data, form, path)
            if reader is None or reader.name != "table":
                raise Unfit("holds no rows")
            return FileTable(data, form, path)
        except Unfit as error:
            raise self.named(error) from None

    def editable(self) -> RowTable | TextLines:
        """The target as whatever an operator can work on."""
        if self.table_name is None:
            form = self.schema.form(self.path or "")
            reader = reader_of(self.path or "", form)
            kept = reader is not None and reader.name in ("table", "xlsx", *_TREES)
            if self.at is None and self.part is None and not kept:
                return TextLines(self.content())
        return self.table()

    def save(self, table: RowTable | TextLines) -> None:
        """Write back what was edited."""
        if isinstance(table, ServiceTable):
            self.world.set_rows(self.name, table.rows)
        else:
            self.world.write(self.path or "", table.data)

    def named(self, error: Unfit) -> Unfit:
        """The same reason, with the target before it."""
        text = str(error)
        return error if text.startswith(self.name) else Unfit(f"{self.name} {text}")
