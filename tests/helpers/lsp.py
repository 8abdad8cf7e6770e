"""A small client of the protocol over the pipes of the real command."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0


class Answered(Exception):
    """The server answered with an error."""


class Client:
    """Speaks JSON-RPC with one server."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._got: Queue[dict[str, Any]] = Queue()
        self._numbers = 0
        self.notified: list[dict[str, Any]] = []
        self.abilities: dict[str, Any] = {}
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        out = self._process.stdout
        assert out is not None
        while True:
            length = 0
            while (line := out.readline()).strip():
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not length:
                return
            self._got.put(json.loads(out.read(length)))

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        pipe = self._process.stdin
        assert pipe is not None
        pipe.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        pipe.flush()

    def _next(self, patience: float = PATIENCE) -> dict[str, Any]:
        try:
            return self._got.get(timeout=patience)
        except Empty:
            raise AssertionError("the server is silent") from None

    def notify(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        """The result of a request; notifications on the way are kept."""
        self._numbers += 1
        number = self._numbers
        self._send({"id": number, "method": method, "params": params})
        while True:
            message = self._next()
            if message.get("id") != number:
                self.notified.append(message)
            elif "error" in message:
                raise Answered(message["error"]["message"])
            else:
                return message["result"]

    def diagnostics(self, uri: str, version: int) -> list[dict[str, Any]]:
        """What the server says about a version, once it does."""
        while True:
            for message in self.notified:
                params = message.get("params", {})
                if message.get("method") != "textDocument/publishDiagnostics":
                    continue
                if params["uri"] == uri and params.get("version") == version:
                    found: list[dict[str, Any]] = params["diagnostics"]
                    return found
            self.notified.append(self._next())

    def published(self, uri: str) -> list[int]:
        """The versions of which the server has spoken so far, in its order."""
        return [
            message["params"]["version"]
            for message in self.notified
            if message.get("method") == "textDocument/publishDiagnostics"
            and message["params"]["uri"] == uri
            and message["params"].get("version") is not None
        ]

    def open(self, path: Path, text: str) -> str:
        uri = path.as_uri()
        document = {"uri": uri, "languageId": "cowork", "version": 1, "text": text}
        self.notify("textDocument/didOpen", textDocument=document)
        return uri

    def change(self, uri: str, version: int, *changes: dict[str, Any]) -> None:
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", textDocument=document, contentChanges=list(changes))

    def at(self, method: str, uri: str, position: dict[str, int], **more: Any) -> Any:
        return self.ask(f"textDocument/{method}", textDocument={"uri": uri}, position=position, **more)


def position(text: str, mark: str, shift: int = 0, nth: int = 0) -> dict[str, int]:
    """The position of the n-th occurrence of a piece of a text, in UTF-16 units."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(mark, at + 1)
    at += shift
    line = text.count("\n", 0, at)
    return {"line": line, "character": len(text[text.rfind("\n", 0, at) + 1 : at].encode("utf-16-le")) // 2}


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    """A text with edits made, as a client makes them."""
    lines = [*text.splitlines(keepends=True), ""]
    starts = [sum(map(len, lines[:index])) for index in range(len(lines))]

    def offset(place: dict[str, int]) -> int:
        line = lines[place["line"]].encode("utf-16-le")[: place["character"] * 2].decode("utf-16-le")
        return starts[place["line"]] + len(line)

    for edit in sorted(edits, key=lambda one: offset(one["range"]["start"]), reverse=True):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text


@contextmanager
def serving(**capabilities: Any) -> Iterator[Client]:
    """A running server, initialised; it is asked to leave at the end."""
    command = [sys.executable, "-m", "cowork_dsl.face.main", "lsp", "--stdio"]
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        client = Client(process)
        client.abilities = client.ask("initialize", processId=None, rootUri=None, capabilities=capabilities)[
            "capabilities"
        ]
        client.notify("initialized")
        yield client
        client.ask("shutdown")
        client.notify("exit")
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()


def large(lines: int = 400) -> str:
    """The example environment with as many further requirements and checks as make a long file."""
    text = (ROOT / "examples" / "quarter_rollup.cowork").read_text(encoding="utf-8")
    checks: list[str] = []
    while text.count("\n") + 6 * len(checks) < lines:
        name = f"again_{len(checks)}"
        checks.append(
            f"  ## It holds once more.\n  check {name} {{\n    covers = summary\n"
            f"    expect = out.count() == regions.count()\n    expect = out.all(.revenue >= 0 EUR)\n  }}\n"
        )
    return text.replace("  judge clear {", "".join(checks) + "  judge clear {", 1)


ENVIRONMENT = ROOT / "examples" / "quarter_rollup.cowork"
NEGOTIATION = ROOT / "envs" / "library" / "meeting_negotiation.cowork"
CAPABILITIES = {"textDocument": {"rename": {"prepareSupport": True}}}


class Page:
    """One open document."""

    def __init__(self, client: Client, path: Path, text: str) -> None:
        self.client = client
        self.text = text
        self.version = 1
        self.uri = client.open(path, text)

    def edit(self, text: str) -> None:
        """The whole text anew."""
        self.version += 1
        self.text = text
        self.client.change(self.uri, self.version, {"text": text})

    def insert(self, after: str, new: str, more: str = "") -> dict[str, int]:
        """Types something behind a piece of the text; the place after what was typed."""
        at = self.text.index(after) + len(after)
        self.edit(self.text[:at] + new + more + self.text[at:])
        return position(self.text, after + new, len(after + new))

    def at(self, method: str, mark: str, shift: int = 0, nth: int = 0, **more: Any) -> Any:
        """Asks about a place of the text."""
        return self.client.at(method, self.uri, position(self.text, mark, shift, nth), **more)

    def ask(self, method: str, **more: Any) -> Any:
        """Asks about the whole document."""
        return self.client.ask(f"textDocument/{method}", textDocument={"uri": self.uri}, **more)

    def diagnostics(self) -> list[dict[str, Any]]:
        """What is wrong with the current version."""
        return self.client.diagnostics(self.uri, self.version)

    def labels(self, place: dict[str, int]) -> list[str]:
        """The choices at a place, best first."""
        found = self.client.at("completion", self.uri, place)["items"]
        return [item["label"] for item in sorted(found, key=lambda item: item["sortText"])]

    def close(self) -> None:
        """Closes it, so that the next test starts anew."""
        self.client.notify("textDocument/didClose", textDocument={"uri": self.uri})
        self.client.notified.clear()
