"""public/goal.md: all that the agent is told at the start."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from cowork_dsl.compiler.analysis.environment import Environment, Output
from cowork_dsl.compiler.emit.words import interface_in_words, output_in_words

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def goal_of(env: Environment, text: str, outputs: Sequence[tuple[Output, str]], start: str) -> str:
    """The goal's text, then today, the outputs' forms, permissions and rules.

    Args:
        env: The environment.
        text: The goal's text with its holes filled.
        outputs: Each output with its path.
        start: The in-universe time at the start, ISO with offset.
    """
    sections = [f"{text.strip()}\n", f"{today_in_words(start)}\n"]
    if outputs:
        lines = "".join(f"- {output_in_words(output, path)}\n" for output, path in outputs)
        sections.append(f"## What to hand in\n\n{lines}")
    if env.interface.skills:
        lines = "".join(f"- `{one.path}`: {one.about}\n" for one in env.interface.skills)
        sections.append(f"## Skills\n\n{lines}")
    if env.interface.memory:
        lines = "".join(f"- `{path}`\n" for path in env.interface.memory)
        sections.append(f"## What you remember of earlier sessions\n\n{lines}")
    rules = interface_in_words(env.interface)
    if rules:
        sections.append("## Bounds\n\n" + "".join(f"- {rule}\n" for rule in rules))
    return "\n".join(sections)


def today_in_words(start: str) -> str:
    """Such as ``Today is Thursday, 2026-04-02; it is 09:00 (UTC).``."""
    at = datetime.fromisoformat(start.replace("Z", "+00:00"))
    offset = at.strftime("%z") or "+0000"
    zone = "UTC" if offset == "+0000" else f"UTC{offset[:3]}:{offset[3:5]}"
    return f"Today is {_DAYS[at.weekday()]}, {at:%Y-%m-%d}; it is {at:%H:%M} ({zone})."
