"""One version of one document: its text, its one check, and what is asked of both."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from lsprotocol import types

from cowork_dsl.compiler.analysis.check import Inspected, inspect_source
from cowork_dsl.compiler.analysis.loader import Loader
from cowork_dsl.compiler.analysis.occurrences import occurrences
from cowork_dsl.compiler.analysis.symbols import Occurrences, Symbol
from cowork_dsl.compiler.analysis.typed import Recorder, typed
from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.read import source_of
from cowork_dsl.compiler.schema.walk import Placed, placed
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.face.lsp.positions import Lines


class View:
    """A checked version.

    The compiler sees the text with LF as line ends and without a byte order mark; offsets of its spans are turned into
    positions of the text as the client has it.

    Attributes:
        uri: What the client calls it.
        path: Where it is.
        text: As the client has it.
        version: The client's number.
        lines: Its lines.
        source: What the compiler sees; None where that is no text that it takes.
        inspected: What the check found out.
    """

    def __init__(self, uri: str, path: str, text: str, version: int | None, encoding: str, loader: Loader) -> None:
        self.uri = uri
        self.path = path
        self.text = text
        self.version = version
        self.lines = Lines(text, encoding)
        self._left_out = [0] if text.startswith("\ufeff") else []
        if "\r\n" in text:
            at = text.find("\r\n")
            while at >= 0:
                self._left_out.append(at)
                at = text.find("\r\n", at + 2)
        # The offsets of the compiler from which on one character more was left out.
        self._shifts = [at - index for index, at in enumerate(self._left_out)]
        self.source, self._refusals = source_of(path, text.encode("utf-8", "surrogatepass"))
        self.inspected: Inspected | None = None if self.source is None else inspect_source(self.source, loader)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong, by place; findings in used files among them."""
        return self._refusals if self.inspected is None else self.inspected.checked.diagnostics

    @cached_property
    def recorder(self) -> Recorder | None:
        """The types of all parts of expressions."""
        return None if self.inspected is None else typed(self.inspected.context)

    @cached_property
    def occurrences(self) -> Occurrences:
        """Where names stand."""
        if self.inspected is None or self.recorder is None:
            return Occurrences(())
        return occurrences(self.inspected, self.recorder)

    @cached_property
    def statements(self) -> tuple[Placed, ...]:
        """All statements."""
        return () if self.inspected is None else tuple(placed(self.inspected.file))

    @property
    def used(self) -> tuple[Source, ...]:
        """The files that it uses."""
        return () if self.inspected is None else self.inspected.draft.used

    # -------------------------------------------------------------- positions

    def raw(self, offset: int) -> int:
        """The client's offset of an offset of the compiler."""
        return offset + bisect_right(self._shifts, offset)

    def position(self, offset: int) -> types.Position:
        """The position of an offset of the compiler."""
        return types.Position(*self.lines.position(self.raw(offset)))

    def range(self, span: Span) -> types.Range:
        """The range of a span of the compiler."""
        return types.Range(self.position(span.start), self.position(span.end))

    def offset(self, position: types.Position) -> int:
        """The compiler's offset of a position."""
        raw = self.lines.offset(position.line, position.character)
        return raw - bisect_right(self._left_out, raw - 1)

    def symbol(self, position: types.Position) -> Symbol | None:
        """The name at a position."""
        found = self.occurrences.at(self.offset(position))
        return None if found is None else found.symbol
