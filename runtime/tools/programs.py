"""The tools that run programs in the sandbox: ``shell`` and ``python``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from cowork_dsl.runtime.sandbox.api import ExecResult, Sandbox
from cowork_dsl.runtime.sandbox.choose import require_python
from cowork_dsl.runtime.tools.bounded import MAX_TEXT, bounded, words
from cowork_dsl.runtime.tools.registry import Outcome, Tool, ToolResult, builtin_spec

DEFAULT_TIMEOUT = 60

Clock = Callable[[], datetime | None]


def program_tools(sandbox: Sandbox, clock: Clock) -> list[Tool]:
    """``shell`` and ``python`` over one sandbox; ``clock`` gives the in-universe time, or ``None`` for the real one."""

    def run(command: str | Sequence[str], arguments: Mapping[str, object], stdin: bytes | None = None) -> Outcome:
        timeout = int(str(arguments.get("timeout", DEFAULT_TIMEOUT)))
        # four bytes a character at most, so that the cut is made where both ends are still there
        result = sandbox.exec(command, stdin=stdin, timeout=timeout, max_output=4 * MAX_TEXT, fake_time=clock())
        return Outcome(_told(result, timeout))

    def shell(arguments: Mapping[str, object]) -> Outcome:
        return run(str(arguments["command"]), arguments)

    def python(arguments: Mapping[str, object]) -> Outcome:
        code = str(arguments["code"]).encode("utf-8", errors="surrogatepass")
        return run([require_python(), "-"], arguments, code)

    return [
        Tool(builtin_spec("shell"), shell, runs_programs=True),
        Tool(builtin_spec("python"), python, runs_programs=True),
    ]


def _told(result: ExecResult, timeout: int) -> ToolResult:
    text = bounded(words(result.output))
    notes = []
    if result.truncated:
        notes.append("[the output was cut; write it to a file and look at parts of it]")
    if result.timed_out:
        notes.append(f"[stopped after {timeout} seconds; programs left in the background were ended, too]")
    if result.killed:
        notes.append(f"[stopped: {result.killed}]")
    if result.exit and not (result.timed_out or result.killed):
        notes.append(f"[exit status {result.exit}]")
    if notes:
        text = text + ("" if not text or text.endswith("\n") else "\n") + "\n".join(notes)
    data = {"exit": result.exit, "timed_out": result.timed_out, "truncated": result.truncated}
    # a program that ends with another status has still been run, and its output is the answer
    stopped = result.timed_out or bool(result.killed)
    return ToolResult(not stopped, text, data, notes[-1] if stopped else None)
