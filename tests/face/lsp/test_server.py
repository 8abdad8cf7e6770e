"""The server as a process: diagnostics as you type, in the order of versions, whatever the text."""

import asyncio
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types

from cowork_dsl.compiler.analysis.check import Inspected
from cowork_dsl.compiler.analysis.loader import Loader
from cowork_dsl.compiler.source import Source
from cowork_dsl.face.lsp.desk import Desk
from cowork_dsl.face.lsp.server import Publisher
from tests.helpers.lsp import ENVIRONMENT, PATIENCE, ROOT, Client, Page, applied, large, position, serving

Open = Callable[..., Page]


def test_a_sound_file_has_no_diagnostics(page: Page) -> None:
    assert page.diagnostics() == []


def test_a_change_is_told_with_its_version(page: Page) -> None:
    page.edit(page.text.replace("covers = memo", "covers = memos", 1))
    found = page.diagnostics()

    assert [one["code"] for one in found] == ["CW240"]
    assert found[0]["range"]["start"] == position(page.text, "memos")


def test_each_version_is_told_once_and_in_order(open_page: Open) -> None:
    page = open_page(large())
    page.diagnostics()
    for number in range(6):
        page.edit(page.text.replace("title      = ", f"title      = # {number}\n ", 1))
        if number % 2:
            page.diagnostics()
    told = page.client.published(page.uri)

    assert told == sorted(set(told))
    assert {1, 3, 5, 7} <= set(told)


def test_quick_changes_are_checked_together() -> None:
    told: list[int] = []

    class Told:
        def text_document_publish_diagnostics(self, params: types.PublishDiagnosticsParams) -> None:
            told.append(params.version or 0)

    async def type_quickly() -> None:
        desk = Desk()
        publisher = Publisher(Told(), desk, 0.001)  # type: ignore[arg-type]
        desk.open("file:///a.cowork", large(), 1)
        for version in range(2, 22):
            desk.change("file:///a.cowork", [(((0, 8), (0, 8)), " ")], version)
            publisher.soon("file:///a.cowork")
        while not told:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.01)

        assert desk.checks == 1

    asyncio.run(type_quickly())

    assert told == [21]


def test_a_fault_of_the_check_is_told_and_the_next_text_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    class Told:
        def text_document_publish_diagnostics(self, params: types.PublishDiagnosticsParams) -> None:
            told.append("diagnostics")

        def window_show_message(self, params: types.ShowMessageParams) -> None:
            told.append(params.message)

    def fail(source: Source, loader: Loader) -> Inspected:
        raise RecursionError("too deep")

    async def type_on() -> None:
        desk = Desk()
        publisher = Publisher(Told(), desk, 0)  # type: ignore[arg-type]
        desk.open("file:///a.cowork", "cowork 1\n", 1)
        with monkeypatch.context() as broken:
            broken.setattr("cowork_dsl.face.lsp.view.inspect_source", fail)
            publisher.soon("file:///a.cowork")
            await asyncio.sleep(0.01)
        desk.change("file:///a.cowork", [(None, "cowork 1\n\n")], 2)
        publisher.soon("file:///a.cowork")
        await asyncio.sleep(0.05)

    asyncio.run(type_on())

    assert told == ["cowork could not check file:///a.cowork: RecursionError: too deep", "diagnostics"]


def test_a_used_file_that_changes_on_the_disk_is_read_anew(tmp_path: Path, open_page: Open) -> None:
    shop = tmp_path / "shop.cowork"
    shop.write_text("cowork 1\n\nservice shop {\n  table item {\n    | id: int key |\n  }\n}\n")
    page = open_page('cowork 1\n\nuse shop = "shop.cowork"\n', tmp_path / "user.cowork")
    before = page.diagnostics()
    shop.write_text("cowork 1\n\nservice shop {\n  table item {\n    | id: nonsense key |\n  }\n}\n")
    page.client.notified.clear()
    page.client.notify("workspace/didChangeWatchedFiles", changes=[{"uri": shop.as_uri(), "type": 2}])

    assert len(page.diagnostics()) == len(before) + 1


def test_a_question_needs_no_second_check_of_a_version(page: Page) -> None:
    """The answer belongs to the newest text, though nothing has been told about it yet."""
    page.edit(page.text.replace("memo   = after", "note   = after").replace("memo.", "note."))
    found = page.at("definition", "note.words", 1)

    assert found["range"]["start"] == position(page.text, "note   = after")
    assert page.diagnostics() == []


def test_incremental_edits_lead_to_the_same_findings_as_the_whole_text(open_page: Open) -> None:
    page = open_page()
    text, draw = page.text, random.Random(7)
    for _ in range(25):
        lines = text.split("\n")
        line = draw.randrange(len(lines) - 1)
        start = {"line": line, "character": draw.randrange(len(lines[line]) + 1)}
        end = {"line": line, "character": draw.randrange(start["character"], len(lines[line]) + 1)}
        edit = {
            "range": {"start": start, "end": end},
            "text": draw.choice(["", "x", "{", "😀", "漢字", "\n", ".a(", '"']),
        }
        text = applied(text, [{"range": edit["range"], "newText": edit["text"]}])
        page.version += 1
        page.client.change(page.uri, page.version, edit)
    by_edits = page.diagnostics()
    page.edit(text)

    assert page.diagnostics() == by_edits


def test_a_closed_file_has_no_findings_any_more(open_page: Open) -> None:
    page = open_page("cowork 1\nnonsense\n")
    page.diagnostics()
    page.client.notify("textDocument/didClose", textDocument={"uri": page.uri})
    page.client.ask("textDocument/documentSymbol", textDocument={"uri": page.uri})

    assert page.client.notified[-1]["params"]["diagnostics"] == []


def broken(draw: random.Random, text: str) -> str:
    """A text as it stands in the middle of some edit."""
    kind = draw.randrange(6)
    at, to = sorted((draw.randrange(len(text)), draw.randrange(len(text))))
    if kind == 0:
        return text[:at]
    if kind == 1:
        return text[:at] + text[min(to, at + 40) :]
    if kind == 2:
        return (
            text[:at]
            + draw.choice(['"', '"""', "{{", "{", "(", "[", "}", ")", "|", "\x00", "\ud83d", "##"])
            + text[at:]
        )
    if kind == 3:
        return text[:at] + draw.choice([".", ".a(", " = ", "on ", "x.y.", "if "]) + text[at:]
    if kind == 4:
        return text[at:to] + text[:at]
    return "".join(draw.choice(text) for _ in range(draw.randrange(400)))


SMALL = ROOT / "examples" / "tickets.cowork"
QUESTIONS = ("hover", "completion", "definition", "signatureHelp")
WHOLE = ("semanticTokens/full", "documentSymbol")


def test_broken_text_never_stops_the_server(open_page: Open) -> None:
    text = ENVIRONMENT.read_text(encoding="utf-8")
    services = SMALL.read_text(encoding="utf-8")
    page, draw = open_page(), random.Random(3)
    for number in range(300):
        source = text if number % 10 == 0 else services
        page.edit(broken(draw, source))
        lines = page.text.replace("\r", "\n").split("\n")
        line = draw.randrange(len(lines))
        place = {"line": line, "character": draw.randrange(len(lines[line]) + 1)}
        page.client.at(QUESTIONS[number % 4], page.uri, place)
        if number % 5 == 0:
            page.ask(WHOLE[number % 2])
    page.edit(text)
    errors = [one for one in page.client.notified if one["method"] in ("window/showMessage", "window/logMessage")]

    assert page.diagnostics() == []
    assert errors == []


def test_it_leaves_when_the_client_is_gone() -> None:
    command = [sys.executable, "-m", "cowork_dsl.face.main", "lsp"]
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert process.stdin is not None and process.stderr is not None
    process.stdin.close()

    assert process.wait(PATIENCE) == 1
    assert b"Traceback" not in process.stderr.read()


def test_columns_are_counted_as_was_agreed(client: Client) -> None:
    text = 'cowork 1\n\nenv a.b {\n  title = "😀漢" nonsense\n}\n'
    before = '  title = "😀漢" '
    units = {"utf-16": len(before.encode("utf-16-le")) // 2, "utf-32": len(before), "utf-8": len(before.encode())}

    def told(asked: Client) -> int:
        uri = asked.open(ROOT / "examples" / "a.cowork", text)
        starts = [one["range"]["start"] for one in asked.diagnostics(uri, 1)]
        column: int = next(one["character"] for one in starts if one["line"] == 3)
        asked.notify("textDocument/didClose", textDocument={"uri": uri})
        return column

    assert told(client) == units["utf-16"]

    with serving(general={"positionEncodings": ["utf-32"]}) as other:
        assert told(other) == units[other.abilities["positionEncoding"]]


def test_without_pygls_the_line_that_installs_it_is_told() -> None:
    code = (
        "import sys; sys.modules['pygls'] = None\n"
        "from cowork_dsl.face.main import main\n"
        "raise SystemExit(main(['lsp', '--json']))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)

    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["mend"] == "pip install 'cowork-gym[lsp]'"
