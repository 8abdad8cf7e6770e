"""Inside of strings: paths of the workspace and of outputs, files beside the source, names and filters in holes."""

from __future__ import annotations

import os
from collections.abc import Iterator

from lsprotocol.types import CompletionItemKind as Kind

from cowork_dsl.compiler.files import project_of
from cowork_dsl.face.lsp import describe
from cowork_dsl.face.lsp.choices import KINDS, Choice
from cowork_dsl.face.lsp.choices_values import expressions
from cowork_dsl.face.lsp.desk import Desk
from cowork_dsl.face.lsp.place import Place
from cowork_dsl.face.lsp.view import View
from cowork_dsl.grammar.functions import filter_names, text_filter
from cowork_dsl.grammar.records import replace

_BESIDE = frozenset({"from", "run", "use"})
_MOST_FILES = 300
_WORKSPACE_SORTS = frozenset({"globs", "names_or_globs", "sees", "subject", "path", "expr", "generator"})


def in_string(desk: Desk, view: View, place: Place, at: int) -> Iterator[Choice]:
    """What may stand in the string at the cursor."""
    text = view.source.text if view.source is not None else view.text
    hole = text.rfind("{{", place.start, at)
    if hole >= 0 and "}}" not in text[hole:at] and "\n" not in text[hole:at]:
        yield from _hole(desk, view, place, hole, at)
        return
    attr = place.attr if place.given is not None else None
    if place.kind in _BESIDE and (attr is not None or place.kind == "use"):
        yield from _beside(view, place.start, ".cowork" if place.kind == "use" else "")
    elif place.block is not None if attr is None else attr.sort in _WORKSPACE_SORTS or attr.name == "to":
        yield from _paths(view, place.start)


def _paths(view: View, start: int) -> Iterator[Choice]:
    if view.inspected is None:
        return
    folders: dict[str, None] = {}
    for form in view.inspected.context.forms:
        kind = Kind.Folder if form.kind == "folder" else Kind.File
        yield Choice(form.pattern, start, kind, f"{form.kind} of the {form.place}", describe.type_text(form.type))
        folder = form.pattern if form.kind == "folder" else form.pattern.rpartition("/")[0]
        if folder:
            folders[folder] = None
    for folder in folders:
        yield Choice(f"{folder}/**", start, Kind.Folder, "all that is in it", rank=6)


def _beside(view: View, start: int, suffix: str) -> Iterator[Choice]:
    """Files of the project, as far as they stand at or below the source."""
    folder = os.path.dirname(os.path.realpath(view.path))
    if not folder.startswith(project_of(view.path)):
        return
    count = 0
    for above, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))[:20]
        for name in sorted(files):
            path = os.path.relpath(os.path.join(above, name), folder)
            own = os.path.join(above, name) == os.path.realpath(view.path)
            if own or not name.endswith(suffix) or (not suffix and name.endswith(".cowork")):
                continue
            yield Choice(path, start, Kind.File)
            count += 1
            if count >= _MOST_FILES:
                return


def _hole(desk: Desk, view: View, place: Place, hole: int, at: int) -> Iterator[Choice]:
    """Names in `{{`, filters after `|`."""
    text = view.source.text if view.source is not None else view.text
    start = at
    while start > hole + 2 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    inside = text[hole + 2 : start]
    if inside.rstrip().endswith("|"):
        for name in filter_names():
            function = text_filter(name)
            if function is not None and function.supported:
                snippet = f"{name}($1)" if len(function.parameters) > 1 else ""
                yield Choice(name, start, Kind.Function, function.doc, describe.of_function(function), snippet)
        return
    tokens = (*place.tokens, ("DOT", ".")) if inside.endswith(".") else ()
    closed = "}}" in text[at:].partition("\n")[0]
    there = replace(place, start=start, tokens=tokens, open=())
    ends = "" if closed else "}}"
    if "\n" not in text[place.start : at] and '"' not in text[at:].partition("\n")[0]:
        ends += '"'
    yield from expressions(desk, view, there, at, ends)
    if view.inspected is not None and any(head.kind == "user" for head in place.heads):
        for name in sorted(view.inspected.context.facts):
            yield Choice(name, start, KINDS["fact"], "fact", rank=0)
