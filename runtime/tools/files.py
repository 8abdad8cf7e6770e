"""The file tools: served on the host's side, beneath the workspace by descriptor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from cowork_dsl.compiler.values.globs import match
from cowork_dsl.runtime.sandbox.api import Sandbox
from cowork_dsl.runtime.tools.bounded import MAX_TEXT, bounded, showable, words
from cowork_dsl.runtime.tools.permissions import Permissions
from cowork_dsl.runtime.tools.registry import Outcome, Tool, ToolResult, ToolSpec, Touched, object_schema
from cowork_dsl.runtime.workspace.confined import WorkspaceError, clean_path
from cowork_dsl.runtime.workspace.tree import Changes

MAX_FILE = 16 << 20
_MOST_LISTED = 2000
_MOST_FOUND = 200
_LINE = 400

_PATH = {"type": "string", "description": "relative to the workspace", "maxLength": 4000}
_TEXT = {"type": "string", "maxLength": MAX_FILE}
_COUNT = {"type": "integer", "minimum": 1}

Arguments = Mapping[str, object]
Body = Callable[[Sandbox, Permissions, Arguments], Outcome]


def file_tools(sandbox: Sandbox, permissions: Permissions) -> list[Tool]:
    """The seven file tools over one sandbox."""
    return [Tool(spec, partial(body, sandbox, permissions)) for spec, body in _TOOLS]


def _readable(permissions: Permissions, arguments: Arguments, name: str = "path") -> str:
    path = clean_path(str(arguments[name]))
    if not permissions.may_read(path):
        raise WorkspaceError(f"{path}: you may not read this")
    return path


def _writable(permissions: Permissions, arguments: Arguments, name: str = "path") -> str:
    path = clean_path(str(arguments[name]))
    if not permissions.may_write(path):
        raise WorkspaceError(f"{path}: you may not change this")
    return path


def _list_files(sandbox: Sandbox, permissions: Permissions, arguments: Arguments) -> Outcome:
    folder = clean_path(str(arguments.get("path", "")), root=True)
    lines = [line for line in sandbox.list(folder, recursive=True) if permissions.may_read(line.path)]
    shown = [showable(line.path) + ("/" if line.kind == "dir" else f"  {line.size}") for line in lines[:_MOST_LISTED]]
    if len(lines) > _MOST_LISTED:
        shown.append(f"[... {len(lines) - _MOST_LISTED} more; list a folder below ...]")
    data = [{"path": showable(line.path), "kind": line.kind, "size": line.size} for line in lines[:_MOST_LISTED]]
    return Outcome(ToolResult(True, "\n".join(shown) or "(empty)", data))


def _read_file(sandbox: Sandbox, permissions: Permissions, arguments: Arguments) -> Outcome:
    path = _readable(permissions, arguments)
    data = sandbox.read(path, MAX_FILE)
    if b"\0" in data[:8192]:
        result = ToolResult.failed(f"{path}: a binary file of {len(data)} bytes; use a program that understands it")
        return Outcome(result, Touched(read=(path,)))
    text = words(data)
    offset, limit = arguments.get("offset"), arguments.get("limit")
    if offset is not None or limit is not None:
        lines = text.splitlines(keepends=True)
        first = int(str(offset or 1)) - 1
        last = len(lines) if limit is None else first + int(str(limit))
        text = "".join(lines[first:last])
        if last < len(lines):
            text += f"[... {len(lines) - last} more lines ...]\n"
    return Outcome(ToolResult(True, bounded(text)), Touched(read=(path,)))


def _write_file(sandbox: Sandbox, permissions: Permissions, arguments: Arguments) -> Outcome:
    path = _writable(permissions, arguments)
    text = str(arguments["content"])
    new = sandbox.write(path, text.encode("utf-8", errors="surrogatepass"))
    changes = Changes(added=(path,)) if new else Changes(changed=(path,))
    return Outcome(ToolResult(True, f"wrote {len(text)} characters to {path}"), Touched(changes=changes))


def _edit_file(sandbox: Sandbox, permissions: Permissions, arguments: Arguments) -> Outcome:
    _readable(permissions, arguments)
    path = _writable(permissions, arguments)
    old, new = str(arguments["old"]).encode(), str(arguments["new"]).encode()
    data = sandbox.read(path, MAX_FILE)
    count = data.count(old)
    if count != 1:
        found = "isn't in the file" if count == 0 else f"is in the file {count} times; give more of the text around it"
        return Outcome(ToolResult.failed(f"{path}: the old text {found}"), Touched(read=(path,)))
    sandbox.write(path, data.replace(old, new))
    return Outcome(ToolResult(True, f"edited {path}"), Touched(read=(path,), changes=Changes(changed=(path,))))


def _search_files(sandbox: Sandbox, permissions: Permissions, arguments: Arguments) -> Outcome:
    wanted, pattern = str(arguments["text"]), arguments.get("glob")
    found: list[dict[str, object]] = []
    read: list[str] = []
    for line in sandbox.list("", recursive=True):
        named = pattern is None or match(str(pattern), line.path)
        if line.kind != "file" or not named or line.size > MAX_FILE or not permissions.may_read(line.path):
            continue
        try:
            data = sandbox.read(line.path, MAX_FILE)
        except WorkspaceError:
            continue
        if b"\0" in data[:8192]:
            continue
        read.append(line.path)
        for number, text in enumerate(words(data).splitlines(), 1):
            if wanted in text and len(found) <= _MOST_FOUND:
                found.append({"path": showable(line.path), "line": number, "text": text[:_LINE]})
    shown = [f"{hit['path']}:{hit['line']}: {hit['text']}" for hit in found[:_MOST_FOUND]]
    if len(found) > _MOST_FOUND:
        shown.append(f"[... only the first {_MOST_FOUND} matches are shown ...]")
    text = "\n".join(shown) or "no match"
    return Outcome(ToolResult(True, bounded(text), found[:_MOST_FOUND]), Touched(read=tuple(read)))


def _move_file(sandbox: Sandbox, permissions: Permissions, arguments: Arguments) -> Outcome:
    source, target = (_writable(permissions, arguments, name) for name in ("path", "to"))
    below = [line.path for line in sandbox.list("", recursive=True) if line.path.startswith(source + "/")]
    moved = below or [source]
    targets = [target + path[len(source) :] for path in moved]
    for path in permissions.forbidden((*moved, *targets)):
        raise WorkspaceError(f"{path}: you may not change this")
    sandbox.move(source, target)
    changes = Changes(added=tuple(sorted(targets)), removed=tuple(sorted(moved)))
    return Outcome(ToolResult(True, f"moved {source} to {target}"), Touched(changes=changes))


def _delete_file(sandbox: Sandbox, permissions: Permissions, arguments: Arguments) -> Outcome:
    path = _writable(permissions, arguments)
    if any(line.path.startswith(path + "/") for line in sandbox.list("", recursive=True)):
        raise WorkspaceError(f"{path}: is a folder with files in it; delete them one by one")
    sandbox.delete(path)
    return Outcome(ToolResult(True, f"deleted {path}"), Touched(changes=Changes(removed=(path,))))


_READS = {"readOnlyHint": True, "openWorldHint": False}
_WRITES = {"readOnlyHint": False, "openWorldHint": False}
_TOOLS: tuple[tuple[ToolSpec, Body], ...] = (
    (
        ToolSpec(
            "list_files",
            "List all files below a folder of the workspace (the whole workspace by default), with their sizes in bytes.",
            object_schema(path=_PATH),
            _READS,
        ),
        _list_files,
    ),
    (
        ToolSpec(
            "read_file",
            "Read a text file, all of it, or `limit` lines from line `offset` (counted from 1). "
            f"At most {MAX_TEXT} characters are shown.",
            object_schema(("path",), path=_PATH, offset=_COUNT, limit=_COUNT),
            _READS,
        ),
        _read_file,
    ),
    (
        ToolSpec(
            "write_file",
            "Write a text file, replacing what is there. Folders on the way are made.",
            object_schema(("path", "content"), path=_PATH, content=_TEXT),
            {**_WRITES, "idempotentHint": True},
        ),
        _write_file,
    ),
    (
        ToolSpec(
            "edit_file",
            "Replace one passage of a text file. `old` must stand in the file exactly once.",
            object_schema(("path", "old", "new"), path=_PATH, old={**_TEXT, "minLength": 1}, new=_TEXT),
            _WRITES,
        ),
        _edit_file,
    ),
    (
        ToolSpec(
            "search_files",
            "Find the lines that hold a text, in all text files or in those that a glob names (as in gitignore).",
            object_schema(("text",), text={**_TEXT, "minLength": 1}, glob={"type": "string", "maxLength": 1000}),
            _READS,
        ),
        _search_files,
    ),
    (
        ToolSpec(
            "move_file",
            "Move or rename a file or folder. It never replaces something that is there.",
            object_schema(("path", "to"), path=_PATH, to=_PATH),
            _WRITES,
        ),
        _move_file,
    ),
    (
        ToolSpec(
            "delete_file",
            "Delete a file or an empty folder.",
            object_schema(("path",), path=_PATH),
            {**_WRITES, "destructiveHint": True},
        ),
        _delete_file,
    ),
)
FILE_TOOLS = tuple(spec.name for spec, _ in _TOOLS)
