"""Places in this and in other files."""

from __future__ import annotations

import os

from lsprotocol import types
from pygls import uris

from cowork_dsl.compiler.files import LIBRARY
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.face.lsp.positions import Lines
from cowork_dsl.face.lsp.view import View


def location(view: View, source: Source, span: Span) -> types.Location | None:
    """Where a span of a source stands, as a client can open it."""
    if source.path == view.path:
        return types.Location(view.uri, view.range(span))
    path = source.path
    if path.startswith("std/"):
        path = os.path.join(LIBRARY, path.removeprefix("std/"))
    uri = uris.from_fs_path(os.path.realpath(path))
    if uri is None:
        return None
    lines = Lines(source.text, view.lines.encoding)
    start, end = lines.position(span.start), lines.position(span.end)
    return types.Location(uri, types.Range(types.Position(*start), types.Position(*end)))
