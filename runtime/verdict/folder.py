"""Evidence of a plain folder, of which there is no record: what stands in it, against the start."""

from __future__ import annotations

import os
from collections.abc import Mapping

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.values.admit import evaluate
from cowork_dsl.compiler.values.cells import parse_cell, type_from_text
from cowork_dsl.runtime.verdict.evidence import Evidence, Rows, World
from cowork_dsl.runtime.verdict.library import PLAIN_LIBRARY
from cowork_dsl.runtime.verdict.process import NO_RECORD
from cowork_dsl.runtime.workspace.folder import Folder
from cowork_dsl.runtime.workspace.tree import MemoryBlobs, Overlay


def first_world(bundle: Bundle) -> World:
    """The world at the start: the snapshot, the first rows of services, the values in force."""
    files = {path: bundle.blobs[entry.blob] for path, entry in bundle.snapshot.entries.items() if entry.kind == "file"}
    values = {name: evaluate(code, PLAIN_LIBRARY) for name, code in bundle.policy.values.items()}
    return World(files, first_rows(bundle), values)


def first_rows(bundle: Bundle) -> dict[str, Rows]:
    """The rows that service tables begin with."""
    found: dict[str, Rows] = {}
    for service in bundle.services:
        for name, columns in service.tables.items():
            types = {column.name: type_from_text(column.type) for column in columns}
            found[f"{service.name}.{name}"] = tuple(
                {
                    column: None if (text := row.get(column)) is None else parse_cell(text, kind, tolerant=False)
                    for column, kind in types.items()
                }
                for row in service.rows.get(name, ())
            )
    return found


def folder_evidence(bundle: Bundle, path: str) -> Evidence:
    """What a folder proves: it is the final state, nothing else is known of how it came about.

    No symbolic link is followed, only regular files are read, and within the bounds of a workspace.

    Raises:
        OSError: The folder can't be opened.
        WorkspaceLimit: It holds more than a workspace may.
    """
    before = first_world(bundle)
    return Evidence(
        before=before, after=World(folder_files(path), before.tables, before.values), truth=before, ended=NO_RECORD
    )


def folder_files(path: str) -> Mapping[str, bytes]:
    """The regular files of a folder, read once."""
    if not os.path.isdir(path):
        raise NotADirectoryError(20, "is not a folder", path)
    folder = Folder(path)
    try:
        blobs = MemoryBlobs()
        return Overlay(folder.snapshot(blobs), blobs)
    finally:
        folder.close()
