"""The file tools: served on the host's side, beneath the workspace by descriptor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from cowork_dsl.compiler.values.globs import match
from cowork_dsl.runtime.sandbox.api import Sandbox
from cowork_dsl.runtime.tools.bounded import bounded, showable, words
from cowork_dsl.runtime.tools.permissions import Permissions
from cowork_dsl.runtime.tools.registry import Outcome, Tool, ToolResult, Touched, builtin_spec
from cowork_dsl.runtime.workspace.confined import WorkspaceError, clean_path
from cowork_dsl.runtime.workspace.files import Listed
from cowork_dsl.runtime.workspace.tree import Changes

MAX_FILE = 16 << 20
_MOST_LISTED = 2000
_MOST_FOUND = 200
_LINE = 400

Arguments = Mapping[str, object]
Body = Callable[[Sandbox, Permissions, Arguments], Outcome]


def file_tools(sandbox: Sandbox, permissions: Permissions) -> list[Tool]:
    """The seven file tools over one sandbox."""
    return [Tool(builtin_spec(name), partial(body, sandbox, permissions)) for name, body in _BODIES.items()]


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
    pattern = arguments.get("glob")
    lines = [
        line
        for line in _with_folders(folder, sandbox.list(folder, recursive=True))
        if (pattern is None or match(str(pattern), line.path)) and permissions.may_read(line.path)
    ]
    shown = [showable(line.path) + ("/" if line.kind == "dir" else f"  {line.size}") for line in lines[:_MOST_LISTED]]
    if len(lines) > _MOST_LISTED:
        shown.append(f"[... {len(lines) - _MOST_LISTED} more; list a folder below ...]")
    data = [{"path": showable(line.path), "kind": line.kind, "size": line.size} for line in lines[:_MOST_LISTED]]
    return Outcome(ToolResult(True, "\n".join(shown) or "(empty)", data))


def _with_folders(start: str, lines: Sequence[Listed]) -> list[Listed]:
    """Add the folders that files imply."""
    known = {line.path: line for line in lines}
    for line in lines:
        above = line.path.rpartition("/")[0]
        while above and above != start and above not in known:
            known[above] = Listed(above, "dir", 0)
            above = above.rpartition("/")[0]
    return [known[path] for path in sorted(known)]


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
    if not old:
        raise WorkspaceError("old must not be empty")
    count = data.count(old)
    if count == 0 or (count > 1 and arguments.get("all") is not True):
        found = "isn't in the file" if count == 0 else f"is in the file {count} times; give more of the text around it"
        return Outcome(ToolResult.failed(f"{path}: the old text {found}"), Touched(read=(path,)))
    sandbox.write(path, data.replace(old, new))
    times = f" in {count} places" if count > 1 else ""
    done = Touched(read=(path,), changes=Changes(changed=(path,)))
    return Outcome(ToolResult(True, f"edited {path}{times}"), done)


def _search_files(sandbox: Sandbox, permissions: Permissions, arguments: Arguments) -> Outcome:
    pattern, fold = arguments.get("glob"), arguments.get("ignore_case") is True
    wanted = str(arguments["text"]).casefold() if fold else str(arguments["text"])
    if not wanted:
        raise WorkspaceError("text must not be empty")
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
            if wanted in (text.casefold() if fold else text) and len(found) <= _MOST_FOUND:
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
    below = [line.path for line in sandbox.list("", recursive=True) if line.path.startswith(path + "/")]
    for each in permissions.forbidden(below):
        raise WorkspaceError(f"{each}: you may not change this")
    sandbox.delete(path)
    changes = Changes(removed=tuple(sorted(below)) or (path,))
    return Outcome(ToolResult(True, f"deleted {path}"), Touched(changes=changes))


_BODIES: Mapping[str, Body] = {
    "list_files": _list_files,
    "read_file": _read_file,
    "write_file": _write_file,
    "edit_file": _edit_file,
    "search_files": _search_files,
    "move_file": _move_file,
    "delete_file": _delete_file,
}
