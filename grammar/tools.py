"""The builtin tools, as data: what the compiler declares in a bundle and the runtime carries out.

Input schemas are JSON Schema. The description of a tool is what an agent reads, so it says what the tool does,
what it gives back and what it refuses.
"""

from __future__ import annotations

from cowork_dsl.grammar.records import dataclass

Schema = dict[str, object]


@dataclass(frozen=True, slots=True)
class BuiltinTool:
    """One builtin tool.

    Attributes:
        name: What an agent calls.
        set: The set that ``tools = [...]`` names: ``files``, ``shell``, ``python`` or ``wait``.
        description: For the agent.
        properties: Argument name to its JSON Schema, in the order of the call.
        required: The arguments that must be given.
        changes: Whether a call can change the workspace (MCP's ``readOnlyHint`` is its opposite).
        destroys: Whether a call can remove what was there (MCP's ``destructiveHint``).
    """

    name: str
    set: str
    description: str
    properties: dict[str, Schema]
    required: tuple[str, ...]
    changes: bool = False
    destroys: bool = False

    @property
    def input_schema(self) -> Schema:
        """The JSON Schema of all arguments; unknown ones are refused."""
        return {
            "type": "object",
            "properties": dict(self.properties),
            "required": list(self.required),
            "additionalProperties": False,
        }

    @property
    def annotations(self) -> Schema:
        """MCP's hints."""
        return {"readOnlyHint": not self.changes, "destructiveHint": self.destroys, "openWorldHint": False}


def _text(description: str) -> Schema:
    return {"type": "string", "description": description}


def _whole(description: str, least: int, most: int) -> Schema:
    return {"type": "integer", "description": description, "minimum": least, "maximum": most}


_PATH = _text("Path inside the workspace, relative, with `/`.")

BUILTIN_TOOLS: tuple[BuiltinTool, ...] = (
    BuiltinTool(
        "list_files",
        "files",
        "List files and folders below a folder, one path a line, folders with a `/` at the end, sizes in bytes.",
        {
            "path": _text("Folder inside the workspace; `.` or nothing for the whole workspace."),
            "glob": _text("Only paths that this pattern names, as in gitignore."),
        },
        (),
    ),
    BuiltinTool(
        "read_file",
        "files",
        "Read a text file. Long files come in pieces: give `offset` and `limit` to page.",
        {
            "path": _PATH,
            "offset": _whole("First line to show, from 1.", 1, 10_000_000),
            "limit": _whole("How many lines to show.", 1, 10_000),
        },
        ("path",),
    ),
    BuiltinTool(
        "write_file",
        "files",
        "Write a text file: creates it and its folders, replaces what was there.",
        {"path": _PATH, "content": _text("The whole new content.")},
        ("path", "content"),
        changes=True,
        destroys=True,
    ),
    BuiltinTool(
        "edit_file",
        "files",
        "Replace one exact piece of a text file. The piece must occur once, unless `all` is true.",
        {
            "path": _PATH,
            "old": _text("The exact text to replace."),
            "new": _text("What stands there afterwards."),
            "all": {"type": "boolean", "description": "Replace every occurrence."},
        },
        ("path", "old", "new"),
        changes=True,
        destroys=True,
    ),
    BuiltinTool(
        "search_files",
        "files",
        "Find lines that contain a text, as `path:line: text`.",
        {
            "text": _text("What to look for, literally."),
            "glob": _text("Only in files that this pattern names, as in gitignore."),
            "ignore_case": {"type": "boolean", "description": "Upper and lower case count as the same."},
        },
        ("text",),
    ),
    BuiltinTool(
        "move_file",
        "files",
        "Move or rename a file or folder. Refused where something stands at the new path.",
        {"path": _PATH, "to": _text("New path inside the workspace.")},
        ("path", "to"),
        changes=True,
        destroys=True,
    ),
    BuiltinTool(
        "delete_file",
        "files",
        "Delete a file, or a folder with all that is in it.",
        {"path": _PATH},
        ("path",),
        changes=True,
        destroys=True,
    ),
    BuiltinTool(
        "shell",
        "shell",
        "Run a command with `sh` in the workspace folder and give its output and exit status.",
        {
            "command": _text("The command line."),
            "timeout": _whole("Seconds after which it is ended.", 1, 600),
        },
        ("command",),
        changes=True,
        destroys=True,
    ),
    BuiltinTool(
        "python",
        "python",
        "Run a Python program in the workspace folder and give what it prints.",
        {
            "code": _text("The program."),
            "timeout": _whole("Seconds after which it is ended.", 1, 600),
        },
        ("code",),
        changes=True,
        destroys=True,
    ),
    BuiltinTool(
        "wait",
        "wait",
        "Let time pass, at most 30 days, and give the time that it then is. Others may act meanwhile.",
        {
            "duration": {
                "type": "string",
                "description": "How long, such as `45m`, `3h` or `1d12h`.",
                "pattern": r"^(\d{1,9}[dhms]){1,4}$",
            }
        },
        ("duration",),
    ),
)

TOOL_SETS: tuple[str, ...] = tuple(dict.fromkeys(tool.set for tool in BUILTIN_TOOLS))
