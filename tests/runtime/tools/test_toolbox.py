"""The built-in tools over a real box."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from cowork_dsl.runtime.sandbox.api import Limits
from cowork_dsl.runtime.sandbox.bwrap import BwrapSandbox
from cowork_dsl.runtime.tools.permissions import Permissions
from cowork_dsl.runtime.tools.registry import Outcome, Tool, ToolResult, ToolSpec
from cowork_dsl.runtime.tools.toolbox import CallEffects, Toolbox
from cowork_dsl.runtime.workspace.tree import Changes, MemoryBlobs, Tree

FILES = {
    "in/a.csv": b"id,n\n1,2\n3,4\n",
    "in/b.csv": b"id,n\n5,6\n",
    "notes/plan.md": b"Status: draft\n",
    "secret/key": b"hidden-7\n",
    "pic.bin": b"\x89\0\1",
}


def open_box(permissions: Permissions) -> tuple[BwrapSandbox, MemoryBlobs]:
    blobs = MemoryBlobs()
    box = BwrapSandbox(permissions.setup(Limits()))
    box.materialise(Tree.of(FILES, blobs), blobs)
    return box, blobs


@pytest.fixture
def tools() -> Iterator[Toolbox]:
    box, blobs = open_box(Permissions())
    yield Toolbox(box, blobs)
    box.destroy()


def test_specs_are_complete(tools: Toolbox) -> None:
    actual = [spec.name for spec in tools.specs]

    assert actual == [
        *("list_files", "read_file", "write_file", "edit_file", "search_files", "move_file", "delete_file"),
        *("shell", "python"),
    ]
    assert all(spec.input_schema["additionalProperties"] is False and spec.description for spec in tools.specs)


CALLS = [
    ("list_files", {"path": "in"}, "in/a.csv  13\nin/b.csv  9"),
    ("list_files", {}, "in/\nin/a.csv  13\nin/b.csv  9\nnotes/\nnotes/plan.md  14\npic.bin  3\nsecret/\nsecret/key  9"),
    ("read_file", {"path": "in/b.csv"}, "id,n\n5,6\n"),
    ("read_file", {"path": "/workspace/in/a.csv", "offset": 2, "limit": 1}, "1,2\n[... 1 more lines ...]\n"),
    ("search_files", {"text": "id,"}, "in/a.csv:1: id,n\nin/b.csv:1: id,n"),
    ("search_files", {"text": "id,", "glob": "**/b.*"}, "in/b.csv:1: id,n"),
    ("search_files", {"text": "absent"}, "no match"),
    ("write_file", {"path": "out/x", "content": "hé"}, "wrote 2 characters to out/x"),
    ("edit_file", {"path": "notes/plan.md", "old": "draft", "new": "done"}, "edited notes/plan.md"),
    ("move_file", {"path": "in", "to": "moved/in"}, "moved in to moved/in"),
    ("list_files", {"glob": "*.csv"}, "in/a.csv  13\nin/b.csv  9"),
    ("search_files", {"text": "STATUS", "ignore_case": True}, "notes/plan.md:1: Status: draft"),
    ("edit_file", {"path": "in/a.csv", "old": ",", "new": ";", "all": True}, "edited in/a.csv in 3 places"),
    ("delete_file", {"path": "in/a.csv"}, "deleted in/a.csv"),
    ("delete_file", {"path": "in"}, "deleted in"),
    ("shell", {"command": "cat in/b.csv"}, "id,n\n5,6\n"),
    ("shell", {"command": "echo x; exit 2"}, "x\n[exit status 2]"),
    ("python", {"code": "import sys\nprint(open('in/b.csv').read(), sys.version_info[0])"}, "id,n\n5,6\n 3\n"),
    (
        "python",
        {"code": "def f(:"},
        '  File "<stdin>", line 1\n    def f(:\n          ^\nSyntaxError: invalid syntax\n[exit status 1]',
    ),
]


@pytest.mark.parametrize(("name", "args", "expected"), CALLS)
def test_calls_answer(tools: Toolbox, name: str, args: dict[str, object], expected: str) -> None:
    result = tools.call(name, args)

    assert (result.ok, result.text) == (True, expected)


MISTAKES = [
    ("read_files", {}, "there is no tool 'read_files'"),
    ("read_file", {}, "read_file: path is missing"),
    ("read_file", {"path": 3}, "read_file: path must be string, not integer"),
    ("read_file", {"path": "a", "ofset": 1}, "ofset is no argument; did you mean offset?"),
    ("read_file", {"path": "a", "offset": 0}, "offset must be at least 1"),
    ("read_file", {"path": "a", "offset": True}, "offset must be integer, not boolean"),
    ("read_file", {"path": "nope"}, "nope: no such file or folder"),
    ("read_file", {"path": "pic.bin"}, "pic.bin: a binary file of 3 bytes"),
    ("edit_file", {"path": "in/a.csv", "old": "9", "new": ""}, "the old text isn't in the file"),
    ("edit_file", {"path": "in/a.csv", "old": ",", "new": ""}, "is in the file 3 times"),
    ("move_file", {"path": "in/a.csv", "to": "in/b.csv"}, "in/b.csv: already exists"),
    ("delete_file", {"path": "nope"}, "nope: no such file or folder"),
    ("edit_file", {"path": "in/a.csv", "old": "", "new": "x"}, "old must not be empty"),
    ("shell", {"command": ""}, "a command must not be empty"),
    ("shell", {"command": "x", "timeout": 9999}, "timeout must be at most 600"),
    ("shell", {"command": "a\0b"}, "hold NUL"),
    ("shell", {"command": "\ud800"}, "command holds half of a surrogate pair"),
    ("write_file", {"path": "x", "content": "\udc80"}, "content holds half of a surrogate pair"),
]


@pytest.mark.parametrize(("name", "args", "message"), MISTAKES)
def test_mistakes_are_results(tools: Toolbox, name: str, args: dict[str, object], message: str) -> None:
    result = tools.call(name, args)

    assert (result.ok, message in (result.error or ""), message in result.text) == (False, True, True)


EFFECTS = [
    ("read_file", {"path": "in/b.csv"}, CallEffects(("in/b.csv",))),
    ("search_files", {"text": "x", "glob": "in/*"}, CallEffects(("in/a.csv", "in/b.csv"))),
    ("write_file", {"path": "new", "content": ""}, CallEffects((), Changes(added=("new",)))),
    ("write_file", {"path": "in/a.csv", "content": ""}, CallEffects((), Changes(changed=("in/a.csv",)))),
    (
        "move_file",
        {"path": "in", "to": "m"},
        CallEffects((), Changes(("m/a.csv", "m/b.csv"), (), ("in/a.csv", "in/b.csv"))),
    ),
    ("delete_file", {"path": "in"}, CallEffects((), Changes(removed=("in/a.csv", "in/b.csv")))),
    ("list_files", {}, CallEffects()),
    ("shell", {"command": "cat in/*; ls -l notes"}, CallEffects(("in/a.csv", "in/b.csv"))),
    (
        "shell",
        {"command": "sort in/a.csv > sorted; rm pic.bin; echo >> in/b.csv"},
        CallEffects(("in/a.csv",), Changes(("sorted",), ("in/b.csv",), ("pic.bin",))),
    ),
    ("python", {"code": "open('notes/plan.md').read(1)"}, CallEffects(("notes/plan.md",))),
    ("shell", {"command": "mkdir __pycache__; touch __pycache__/x .DS_Store"}, CallEffects()),
]


@pytest.mark.parametrize(("name", "args", "expected"), EFFECTS)
def test_effects_are_told(tools: Toolbox, name: str, args: dict[str, object], expected: CallEffects) -> None:
    tools.call("shell", {"command": "cat in/a.csv"})
    tools.call(name, args)

    assert tools.effects == expected


def test_failed_call_has_no_effects(tools: Toolbox) -> None:
    tools.call("read_file", {"path": "in/a.csv"})
    tools.call("read_file", {"path": "nope"})

    assert tools.effects == CallEffects()


def test_long_answers_are_cut_and_say_so(tools: Toolbox) -> None:
    tools.call("write_file", {"path": "big", "content": "x" * 60_000})
    actual = [tools.call("read_file", {"path": "big"}), tools.call("shell", {"command": "seq 100000"})]

    assert "[... 10000 characters left out ...]" in actual[0].text
    assert [len(result.text) < 51_000 for result in actual] == [True, True]
    assert "the output was cut" in actual[1].text


def test_time_out_is_a_result(tools: Toolbox) -> None:
    result = tools.call("python", {"code": "print(1, flush=True)\nwhile True: pass", "timeout": 1})

    assert (result.ok, result.text) == (
        False,
        "1\n[stopped after 1 seconds; programs left in the background were ended, too]",
    )


RULES = Permissions(deny_write=("in/**", "*.md"), deny_read=("secret/**",), deny_tools=frozenset({"python"}))
FORBIDDEN = [
    ("write_file", {"path": "in/a.csv", "content": "x"}),
    ("write_file", {"path": "in/new", "content": "x"}),
    ("write_file", {"path": "deep/new.md", "content": "x"}),
    ("edit_file", {"path": "notes/plan.md", "old": "draft", "new": "x"}),
    ("edit_file", {"path": "secret/key", "old": "hidden", "new": "x"}),
    ("move_file", {"path": "in", "to": "elsewhere"}),
    ("move_file", {"path": "pic.bin", "to": "pic.md"}),
    ("move_file", {"path": "notes", "to": "other"}),
    ("delete_file", {"path": "in"}),
    ("delete_file", {"path": "notes"}),
    ("read_file", {"path": "secret/key"}),
    ("shell", {"command": "echo x > in/a.csv"}),
    ("shell", {"command": "rm -rf in"}),
    ("shell", {"command": "echo x > in/new"}),
    ("shell", {"command": "mv in elsewhere"}),
    ("shell", {"command": "sed -i s/draft/x/ notes/plan.md"}),
    ("shell", {"command": "mv notes other; rm -rf notes"}),
    ("shell", {"command": "echo x > new.md; mkdir -p q; echo x > q/r.md"}),
    ("python", {"code": "import os; os.remove('in/b.csv')"}),
    ("shell", {"command": "cat secret/key; cp -r secret copied"}),
]


@pytest.mark.parametrize(("name", "args"), FORBIDDEN)
def test_permissions_hold(name: str, args: dict[str, object]) -> None:
    box, blobs = open_box(RULES)
    tools = Toolbox(box, blobs, permissions=RULES)
    result = tools.call(name, args)
    tree = box.snapshot(blobs)
    box.destroy()

    guarded = {path: data for path, data in FILES.items() if path.startswith(("in/", "notes/", "secret/"))}
    kept = {path: blobs.get(tree[path].blob) for path in guarded if path in tree}
    assert (kept, RULES.forbidden(tree.keys() - FILES.keys()), "hidden-7" in result.text) == (guarded, (), False)


def test_what_is_undone_is_said() -> None:
    box, blobs = open_box(RULES)
    tools = Toolbox(box, blobs, permissions=RULES)
    result = tools.call("shell", {"command": "echo x > new.md; echo y > fine.txt"})
    box.destroy()

    assert (result.ok, result.text) == (False, "\n[not allowed, and put back as it was: new.md]")
    assert tools.effects == CallEffects((), Changes(added=("fine.txt",)), ("new.md",))


def test_allowed_folder_alone_is_writable() -> None:
    rules = Permissions(write=("out/**",))
    box, blobs = open_box(rules)
    tools = Toolbox(box, blobs, permissions=rules)
    actual = [
        tools.call("shell", {"command": "echo x > out/y && cat out/y"}).text,
        tools.call("shell", {"command": "echo x > z 2>/dev/null || echo refused"}).text,
        tools.call("write_file", {"path": "out/z", "content": "x"}).ok,
        tools.call("write_file", {"path": "z", "content": "x"}).ok,
    ]
    box.write("in/a.csv", b"changed by the user\n")
    actual.append(tools.call("shell", {"command": "cat in/a.csv"}).text)
    box.destroy()

    assert actual == [
        "x\n",
        "sh: 1: /run/box/command: cannot create z: Read-only file system\nrefused\n",
        True,
        False,
        "changed by the user\n",
    ]


def test_files_get_the_in_universe_time() -> None:
    box, blobs = open_box(Permissions())
    when = datetime(2031, 4, 2, 9, 0, tzinfo=UTC)
    tools = Toolbox(box, blobs, clock=lambda: when)
    tools.call("write_file", {"path": "one", "content": "x"})
    tools.call("shell", {"command": "echo > two"})
    actual = tools.call("shell", {"command": "date +%F; stat -c %y one two | cut -d. -f1"}).text
    box.destroy()

    assert actual == "2031-04-02\n2031-04-02 09:00:00\n2031-04-02 09:00:00\n"


def test_names_that_are_no_text_are_shown(tools: Toolbox) -> None:
    tools.call("shell", {"command": "printf 'id\\n' > \"$(printf 'b\\377d')\""})
    actual = [tools.call("list_files", {}).text, tools.call("search_files", {"text": "id", "glob": "b*"}).text]

    assert actual[0].startswith("b\ufffdd  3\n")
    assert "b\ufffdd:1: id" in actual[1]


def test_services_stand_beside_the_built_in_tools() -> None:
    box, blobs = open_box(Permissions())
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    spec = ToolSpec("add", "Add.", schema)
    service = Tool(spec, lambda args: Outcome(ToolResult(True, str(int(str(args["n"])) + 1), 2)))
    tools = Toolbox(box, blobs, tools=["files"], services=[service])
    actual = [
        tools.call("add", {"n": 1}).text,
        tools.call("add", {"n": "1"}).ok,
        tools.call("shell", {"command": "x"}).ok,
    ]
    box.destroy()

    assert actual == ["2", False, False]
