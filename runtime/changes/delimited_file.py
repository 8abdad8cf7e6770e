"""Rewriting a delimited file: only the fields and lines that a change names; every other byte stays as it is."""

from __future__ import annotations

import codecs
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.runtime.readers import delimited
from cowork_dsl.runtime.readers.delimited import Record
from cowork_dsl.runtime.readers.layout import Layout, layout

_WIDE = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@dataclass(frozen=True, slots=True)
class DelimitedFile:
    """A delimited file, opened for rewriting.

    Attributes:
        mark: Its byte-order mark.
        encoding: Of what follows the mark.
        text: Everything after the mark, line ends as they are.
        layout: Delimiter and columns.
        records: Those that a reader takes for rows, in order; blank ones are left out.
    """

    mark: bytes
    encoding: str
    text: str
    layout: Layout
    records: tuple[Record, ...]

    @classmethod
    def open(cls, data: bytes, form: Form | None, path: str) -> DelimitedFile:
        """Take a file apart; bytes that are no UTF-8 are carried through."""
        mark, encoding = b"", "utf-8"
        for wide, name in ((codecs.BOM_UTF8, "utf-8"), *_WIDE):
            if data.startswith(wide):
                mark, encoding = wide, name
                break
        text = data[len(mark) :].decode(encoding, "surrogateescape" if encoding == "utf-8" else "replace")
        found = layout(text, form, path)
        records = [r for r in delimited.split(text, found.delimiter, start=found.start) if not r.blank]
        return cls(mark, encoding, text, found, tuple(records[1:]))

    @property
    def line_end(self) -> str:
        """How the file ends its lines."""
        at = self.text.find("\n")
        if at < 0:
            return "\r" if "\r" in self.text else "\n"
        return "\r\n" if at and self.text[at - 1] == "\r" else "\n"

    def with_cells(self, cells: Mapping[int, Mapping[str, str]]) -> bytes:
        """The file with some cells replaced: row index to column name to spelling."""
        edits: list[tuple[int, int, str]] = []
        for number, values in cells.items():
            record = self.records[number]
            missing: dict[int, str] = {}
            for name, value in values.items():
                column = self.layout.column(name)
                if column is None:
                    raise KeyError(name)
                if column.index < len(record.fields):
                    field = record.fields[column.index]
                    edits.append((field.start, field.end, self._spell(value, field.quoted)))
                else:
                    missing[column.index] = self._spell(value)
            if missing:
                tail = [missing.get(index, "") for index in range(len(record.fields), max(missing) + 1)]
                mark = self.layout.delimiter
                edits.append((record.end, record.end, mark + mark.join(tail)))
        edits += self._strays({start for start, _, _ in edits})
        pieces: list[str] = []
        at = 0
        for start, end, spelled in sorted(edits):
            pieces += (self.text[at:start], spelled)
            at = end
        return self._bytes("".join((*pieces, self.text[at:])))

    def with_row(self, values: Mapping[str, str]) -> bytes:
        """The file with one row more, after the last one."""
        for name in values:
            if self.layout.column(name) is None:
                raise KeyError(name)
        line = self.layout.delimiter.join(self._spell(values.get(c.name, "")) for c in self.layout.columns)
        at = self.records[-1].end if self.records else self._header_end()
        return self._bytes(f"{self.text[:at]}{self.line_end}{line}{self.text[at:]}")

    def arranged(self, order: Sequence[int]) -> bytes:
        """The file with its rows in another order; a row may be left out or stand several times."""
        lines = [self.text[self.records[i].start : self.records[i].end] for i in order]
        head = self.text[: self._header_end()]
        last = self.records[-1].end if self.records else self._header_end()
        tail = self.text[last:]
        return self._bytes(self.line_end.join([head, *lines]) + tail)

    def with_header(self, column: str, to: str) -> bytes:
        """The file with one header spelled otherwise."""
        found = self.layout.column(column)
        if found is None:
            raise KeyError(column)
        head = delimited.split(self.text, self.layout.delimiter, 1, self.layout.start)[0]
        field = head.fields[found.index]
        return self._bytes(self.text[: field.start] + self._spell(to, field.quoted) + self.text[field.end :])

    def _header_end(self) -> int:
        found = delimited.split(self.text, self.layout.delimiter, 1, self.layout.start)
        return found[0].end if found else len(self.text)

    def _strays(self, taken: set[int]) -> list[tuple[int, int, str]]:
        """Spells out quotes that stand without their partner: one that is written now might become it."""
        if '"' not in self.text:
            return []
        return [
            (field.start, field.end, self._spell(field.text))
            for record in self.records
            for field in record.fields
            if not field.quoted and '"' in field.text and field.start not in taken
        ]

    def _spell(self, value: str, quoted: bool = False) -> str:
        return delimited.spell(value, self.layout.delimiter, quoted)

    def _bytes(self, text: str) -> bytes:
        return self.mark + text.encode(self.encoding, "surrogateescape" if self.encoding == "utf-8" else "replace")
