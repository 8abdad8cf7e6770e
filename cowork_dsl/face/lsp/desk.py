"""The open documents: their texts and versions, and one check a version."""

from __future__ import annotations

import os
from collections.abc import Iterator

from pygls import uris

from cowork_dsl.compiler.analysis.loader import Refusal
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.read import source_of
from cowork_dsl.compiler.source import Source
from cowork_dsl.face.lsp.positions import replaced
from cowork_dsl.face.lsp.view import View
from cowork_dsl.grammar.records import dataclass

Change = tuple[tuple[tuple[int, int], tuple[int, int]] | None, str]
"""A range as two positions (None: the whole text), and the new text."""


@dataclass(slots=True)
class Document:
    """One open document."""

    uri: str
    path: str
    text: str
    version: int | None
    view: View | None = None


class OpenFiles(Files):
    """Real files, but what is open in the editor is as it stands there."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def source(self, asking: Source, path: str) -> Source | Refusal:
        """Another source of the project."""
        found = super().source(asking, path)
        if not isinstance(found, Source):
            return found
        real = os.path.realpath(os.path.join(os.path.dirname(os.path.realpath(asking.path)), path))
        for document in self._desk.documents():
            if os.path.realpath(document.path) == real:
                return source_of(found.path, document.text.encode("utf-8", "surrogatepass"))[0] or "unreadable"
        return found


class Desk:
    """All open documents.

    Attributes:
        encoding: The unit of columns.
        checks: How many checks of a version were made.
    """

    def __init__(self) -> None:
        self.encoding = "utf-16"
        self.checks = 0
        self._documents: dict[str, Document] = {}
        self._loader = OpenFiles(self)

    def documents(self) -> Iterator[Document]:
        """Those that are open."""
        yield from self._documents.values()

    def open(self, uri: str, text: str, version: int | None) -> None:
        """A document was opened."""
        self._documents[uri] = Document(uri, uris.to_fs_path(uri) or uri, text, version)

    def change(self, uri: str, changes: list[Change], version: int | None) -> None:
        """A document was edited; the changes are made one after the other."""
        document = self._documents[uri]
        for place, text in changes:
            document.text = text if place is None else replaced(document.text, *place, text, self.encoding)
        document.version, document.view = version, None

    def close(self, uri: str) -> None:
        """A document was closed."""
        self._documents.pop(uri, None)

    def refresh(self) -> list[str]:
        """Files have changed on the disk: every open document is to be looked at anew."""
        for document in self._documents.values():
            document.view = None
        return list(self._documents)

    def view(self, uri: str) -> View | None:
        """The current version of an open document, checked once."""
        document = self._documents.get(uri)
        if document is None:
            return None
        if document.view is None:
            self.checks += 1
            document.view = self._look(document, document.text)
        return document.view

    def guess(self, view: View, text: str) -> View:
        """A text that the document does not have, for questions such as which names could stand at a place."""
        return View(view.uri, view.path, text, None, self.encoding, self._loader)

    def users(self, uri: str) -> list[str]:
        """The other open documents that use this one; their views are looked at anew."""
        document = self._documents.get(uri)
        found: list[str] = []
        for other in self._documents.values():
            if document is None or other is document or other.view is None:
                continue
            real = os.path.realpath(document.path)
            if any(os.path.realpath(source.path) == real for source in other.view.used):
                other.view = None
                found.append(other.uri)
        return found

    def _look(self, document: Document, text: str) -> View:
        return View(document.uri, document.path, text, document.version, self.encoding, self._loader)
