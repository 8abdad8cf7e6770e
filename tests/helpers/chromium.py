"""A real browser for tests, driven over two pipes with the DevTools protocol."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SECONDS = 60.0
# Its own services would talk to the network, and a container has no room for its sandbox.
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)


class Browser:
    """One page in one browser."""

    def __init__(self, to: int, back: int) -> None:
        self._to = to
        self._back = back
        self._rest = b""
        self._number = 0
        self._session = ""
        self.events: list[dict[str, Any]] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Calls one method and returns its result; events that arrive meanwhile are kept."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") != self._number:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            else:
                result: dict[str, Any] = answer["result"]
                return result

    def open(self, path: Path) -> None:
        """Opens a file and waits until it is loaded."""
        self.events.clear()
        self.send("Page.navigate", url=path.resolve().as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self._next())

    def value(self, expression: str) -> Any:
        """What a JavaScript expression of the page gives."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Presses and releases a key."""
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        code = {"Enter": 13, "Escape": 27, "Tab": 9}.get(key, ord(key[0].upper()))
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def picture(self, path: Path, width: int, height: int) -> None:
        """Writes what the page shows as PNG."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        path.write_bytes(b64decode(self.send("Page.captureScreenshot", format="png")["data"]))

    def complaints(self) -> list[str]:
        """Exceptions, and errors of the browser such as a refused script, since the page was opened."""
        found = []
        for event in self.events:
            if event["method"] == "Runtime.exceptionThrown":
                found.append(str(event["params"]["exceptionDetails"]["text"]))
            elif event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
                found.append(str(event["params"]["entry"]["text"]))
        return found

    def requests(self) -> list[str]:
        """The addresses asked for since the page was opened, data: apart."""
        urls = [e["params"]["request"]["url"] for e in self.events if e["method"] == "Network.requestWillBeSent"]
        return [url for url in urls if not url.startswith("data:")]

    def _next(self) -> dict[str, Any]:
        until = time.monotonic() + SECONDS
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._back], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise TimeoutError("the browser does not answer")
            piece = os.read(self._back, 1 << 16)
            if not piece:
                raise RuntimeError("the browser has ended")
            self._rest += piece
        message, _, self._rest = self._rest.partition(b"\0")
        parsed: dict[str, Any] = json.loads(message)
        return parsed


def chromium() -> str:
    """The browser's program; a machine without one is a failure, not a reason to skip."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    raise RuntimeError("there is no chromium; `SCREENSHOT=1 scripts/setup-system.sh` installs it")


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """Starts a browser with an empty profile folder, and ends it."""
    to_child, to = os.pipe()
    back, from_child = os.pipe()
    # The protocol is spoken on descriptors 3 and 4, whatever the pipes were called here.
    script = f'exec "$@" 3<&{to_child} 4>&{from_child} {to_child}<&- {from_child}>&-'
    process = subprocess.Popen(
        ["bash", "-c", script, "bash", chromium(), *FLAGS, f"--user-data-dir={profile}", "about:blank"],
        pass_fds=(to_child, from_child),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(to_child)
    os.close(from_child)
    try:
        yield Browser(to, back)
    finally:
        os.close(to)
        os.close(back)
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
