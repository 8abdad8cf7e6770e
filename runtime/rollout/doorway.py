"""The way by which a script's program in the box calls the tools of services: a socket in a folder of its own.

Only the scripted harness opens it, and only in environments whose own scripts use ``tools``. What comes through is a
tool call like any other: permission-checked, recorded, counted.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import tempfile
from collections.abc import Callable, Mapping
from threading import Thread
from typing import Any

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.bundle.models import Act, RunCode
from cowork_dsl.runtime.harness.agent import Answer

IN_BOX = "/opt/cowork"
_NAME = "tools"
_MOST = 1 << 20
_USES = re.compile(r"\btools\.\w+\.\w+")
_BACKLOG = 8

Serve = Callable[[str, Mapping[str, Any]], Answer]


def uses_tools(bundle: Bundle) -> bool:
    """Whether a script of the bundle calls tools from inside a program."""
    cases = bundle.cases
    acts: list[Act] = [act for turn in cases.solution for act in turn.acts]
    for case in cases.cases:
        acts += [*case.acts, *(act for turn in case.turns for act in turn.acts)]
    return any(isinstance(act, RunCode) and _USES.search(act.body) for act in acts)


class Doorway:
    """A socket that answers one call a connection: a line of JSON each way."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="cowork-door-")
        os.chmod(self.folder, 0o755)
        self._socket: socket.socket | None = None

    @property
    def host_path(self) -> str:
        """Where the socket is on the host."""
        return os.path.join(self.folder, _NAME)

    @property
    def box_path(self) -> str:
        """Where the box shows it."""
        return f"{IN_BOX}/{_NAME}"

    def open(self, serve: Serve) -> None:
        """Begin to answer; a second time does nothing."""
        if self._socket is not None:
            return
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(self.host_path)
        os.chmod(self.host_path, 0o777)
        self._socket.listen(_BACKLOG)
        Thread(target=_answer_all, args=(self._socket, serve), daemon=True).start()

    def close(self) -> None:
        """Answer nobody any more."""
        if self._socket is not None:
            # a plain close would leave the thread waiting for the next connection
            self._socket.shutdown(socket.SHUT_RDWR)
            self._socket.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _answer_all(listening: socket.socket, serve: Serve) -> None:
    while True:
        try:
            connection, _ = listening.accept()
        except OSError:
            return
        with connection:
            connection.settimeout(10)
            try:
                _answer(connection, serve)
            except OSError:
                continue  # whoever called went away, or said nothing


def _answer(connection: socket.socket, serve: Serve) -> None:
    with connection.makefile("rb") as lines:
        asked = lines.readline(_MOST)
    try:
        found = json.loads(asked)
        tool, args = str(found["tool"]), dict(found["args"])
    except (ValueError, KeyError, TypeError, RecursionError):
        answer = Answer(False, "error: this is no call")
    else:
        answer = serve(tool, args)
    connection.sendall(json.dumps({"ok": answer.ok, "text": answer.text}).encode("utf-8") + b"\n")
