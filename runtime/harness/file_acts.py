"""Declarative file acts of a script as tool calls: what an agent would do to get the same files.

The change is carried out on a copy in memory; every file that it touches is then written, or deleted, through the
tools that the agent is offered, so permissions hold and the record shows it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from cowork_dsl.compiler.bundle.models import Change, Delete, Edit, Hole, Insert, Put, Relocate, Template, Update
from cowork_dsl.runtime.changes.apply import ChangeFailed, apply
from cowork_dsl.runtime.changes.codes import render
from cowork_dsl.runtime.changes.world import MemoryWorld
from cowork_dsl.runtime.verdict.evidence import World
from cowork_dsl.runtime.verdict.view import Schema

ToolCall = tuple[str, dict[str, Any]]


class ScriptProblem(Exception):
    """A script asks for something that no agent could do; the message is for its author."""


def file_calls(
    change: Change,
    world: World,
    names: Mapping[str, Any],
    schema: Schema,
    blobs: Mapping[str, bytes],
    offered: Collection[str],
) -> Iterator[ToolCall]:
    """The calls that carry a change out.

    Args:
        change: What to do.
        world: Everything as it is now.
        names: For the change's codes.
        schema: The declared forms and tables.
        blobs: Contents that the change names.
        offered: The names of the tools that may be called.

    Raises:
        ScriptProblem: The change can't be carried out, or not by an agent with these tools.
    """
    if isinstance(change, Put) and change.kind == "dir":
        yield from _folder(render(change.path, names), offered)
        return
    copy = MemoryWorld(world)
    outcome = apply(change, copy, names, schema, blobs)
    if isinstance(outcome, ChangeFailed):
        raise ScriptProblem(outcome.reason)
    if outcome.tables:
        raise ScriptProblem(f"an agent changes {outcome.tables[0]} by calling a tool of its service, not directly")
    for path, data in sorted(copy.files.items()):
        if data != world.files.get(path):
            yield _deletion(path, offered) if data is None else _writing(path, data, offered)
    if isinstance(change, Put) and change.mode & 0o100:
        yield _marking(render(change.path, names), offered)


def codes_of(change: Change) -> str:
    """All codes of a change, one after the other."""
    templates: list[Template] = []
    codes: list[str | None] = []
    match change:
        case Put():
            templates += [change.path, change.text or ()]
            codes.append(change.json_)
        case Relocate():
            templates += [change.path, change.to]
        case Insert():
            codes += change.values.values()
        case Update():
            codes += [change.where, *change.values.values()]
        case Delete():
            codes.append(change.where)
        case Edit():
            codes += change.args
    if not isinstance(change, Put | Relocate):
        templates += [change.target.path or (), change.target.at or (), change.target.part or ()]
    codes += [part.code for template in templates for part in template if isinstance(part, Hole)]
    return "\n".join(code for code in codes if code)


def _writing(path: str, data: bytes, offered: Collection[str]) -> ToolCall:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = None
    if text is not None and "write_file" in offered:
        return "write_file", {"path": path, "content": text}
    content = b64encode(data).decode("ascii")
    if "python" in offered:
        code = (
            "import base64, pathlib\n"
            f"path = pathlib.Path({path!r})\n"
            "path.parent.mkdir(parents=True, exist_ok=True)\n"
            f"path.write_bytes(base64.b64decode({content!r}))\n"
        )
        return "python", {"code": code}
    if "shell" in offered:
        folder = path.rpartition("/")[0] or "."
        return "shell", {"command": f"mkdir -p {_quoted(folder)} && echo {content} | base64 -d > {_quoted(path)}"}
    raise ScriptProblem(f"none of the agent's tools can write {path}")


def _deletion(path: str, offered: Collection[str]) -> ToolCall:
    if "delete_file" in offered:
        return "delete_file", {"path": path}
    return _shell(f"rm -f -- {_quoted(path)}", f"delete {path}", offered)


def _folder(path: str, offered: Collection[str]) -> Iterator[ToolCall]:
    if "shell" in offered or "python" in offered:
        yield _shell(f"mkdir -p -- {_quoted(path)}", f"make {path}", offered)
    else:
        inside = f"{path}/.folder"
        yield _writing(inside, b"", offered)
        yield _deletion(inside, offered)


def _marking(path: str, offered: Collection[str]) -> ToolCall:
    return _shell(f"chmod +x -- {_quoted(path)}", f"make {path} executable", offered)


def _shell(command: str, doing: str, offered: Collection[str]) -> ToolCall:
    if "shell" in offered:
        return "shell", {"command": command}
    if "python" in offered:
        return "python", {"code": f"import subprocess\nsubprocess.run({command!r}, shell=True, check=True)\n"}
    raise ScriptProblem(f"none of the agent's tools can {doing}")


def _quoted(path: str) -> str:
    return "'" + path.replace("'", "'\\''") + "'"
