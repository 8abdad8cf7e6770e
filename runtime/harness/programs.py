"""Programs of scripts: what they are given beside their own text."""

from __future__ import annotations

import json
import re
from shlex import quote

from cowork_dsl.compiler.bundle.models import RunCode
from cowork_dsl.runtime.harness.agent import Backstage

_GIVEN = re.compile(r"\b(?:goal|messages)\b")
_VARIABLES = re.compile(r"\$\{?(?:goal|messages)\b|\b(?:environ|getenv)\b")
_TOOLS = re.compile(r"\btools\.\w+\.\w+")

# what `tools.SERVICE.TOOL(...)` is inside the box: one call of the rollout's over the socket
_CLIENT = """\
class _Tools:
    class Failed(Exception):
        pass

    def __init__(self, path, service=None):
        self._path, self._service = path, service

    def __getattr__(self, name):
        if self._service is None:
            return _Tools(self._path, name)
        return lambda **args: self._call(name, args)

    def _call(self, tool, args):
        import json, socket
        with socket.socket(socket.AF_UNIX) as door:
            door.connect(self._path)
            door.sendall(json.dumps({"tool": tool, "args": args}, default=str).encode() + b"\\n")
            with door.makefile("rb") as lines:
                answer = json.loads(lines.readline())
        if not answer["ok"]:
            raise _Tools.Failed(answer["text"])
        try:
            return json.loads(answer["text"])
        except ValueError:
            return answer["text"]
"""


def shell_text(act: RunCode, context: Backstage) -> str:
    """A shell script's text; one that speaks of ``$goal`` or ``$messages`` (JSON) is given them as variables."""
    if not _VARIABLES.search(act.body):
        return act.body
    messages = json.dumps(_told(context), ensure_ascii=False)
    return f"export goal={quote(context.goal)} messages={quote(messages)}\n{act.body}"


def _told(context: Backstage) -> list[dict[str, str]]:
    return [{"speaker": said.speaker, "text": said.text} for said in context.messages]


def program_text(act: RunCode, context: Backstage) -> str:
    """A program's text; one that speaks of ``goal``, ``messages`` or ``tools`` is given them."""
    chat, tools = _GIVEN.search(act.body), _TOOLS.search(act.body)
    if not chat and not tools:
        return act.body
    given = {"__name__": "__main__"}
    lines = [_CLIENT if tools else "", f"given = {given!r}"]
    if chat:
        lines.append(f"given.update(goal={context.goal!r}, messages={_told(context)!r})")
    if tools:
        lines.append(f"given.update(tools=_Tools({context.tools_path()!r}))")
    return "\n".join([*lines, f"exec(compile({act.body!r}, {act.name!r}, 'exec'), given)\n"])
