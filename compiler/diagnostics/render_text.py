"""Diagnostics for a terminal: the line, the mark, the mend."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.source import Source, Span

_COLORS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "mark": "\x1b[1;31m", "frame": "\x1b[34m", "off": "\x1b[0m"}
_PLAIN = dict.fromkeys(_COLORS, "")
WIDTH = 160  # a longer line is shown around its mark


def render(diagnostics: Iterable[Diagnostic], color: bool = False) -> str:
    """All messages as one text, each followed by an empty line; empty where there is none."""
    paint = _COLORS if color else _PLAIN
    return "".join(_one(diagnostic, paint) for diagnostic in diagnostics)


def _one(found: Diagnostic, paint: dict[str, str]) -> str:
    off, frame = paint["off"], paint["frame"]
    line, column = found.source.position(found.span.start)
    gutter = len(str(max([line, *(found.source.position(label.span.start)[0] for label in found.labels)])))
    out = [
        f"{paint[found.severity]}{found.severity}[{found.code}]{off}: {_visible(found.message)}",
        f"{' ' * gutter}{frame}-->{off} {_visible(found.source.path)}:{line}:{column}",
    ]
    hint = found.fix.message if found.fix else ""
    out.extend(_excerpt(found.source, found.span, gutter, hint, paint["mark"], paint))
    for label in found.labels:
        out.extend(_excerpt(found.source, label.span, gutter, label.message, frame, paint))
    out.extend(f"{' ' * gutter} {frame}={off} {_visible(note)}" for note in found.notes)
    out.append(f"{' ' * gutter} {frame}={off} more: cowork explain {found.code}")
    return "\n".join(out) + "\n\n"


def _excerpt(source: Source, span: Span, gutter: int, hint: str, mark: str, paint: dict[str, str]) -> list[str]:
    off, frame = paint["off"], paint["frame"]
    number, column = source.position(span.start)
    raw = source.line(number)
    length = max(1, min(span.end - span.start, len(raw) - column + 1))
    first = 0
    if len(raw) > WIDTH:
        first = max(0, column - 1 - WIDTH // 3)
        raw = raw[first : first + WIDTH]
        length = min(length, max(1, first + WIDTH - column + 1))
    shown = _visible(raw)
    before = _columns(_visible(raw[: column - 1 - first]))
    marked = max(1, _columns(_visible(raw[column - 1 - first : column - 1 - first + length])))
    bar = f"{' ' * gutter} {frame}|{off}"
    return [
        bar,
        f"{frame}{number:>{gutter}} |{off} {shown}",
        f"{bar} {' ' * before}{mark}{'^' * marked}{off}{' ' + _visible(hint) if hint else ''}",
    ]


def _visible(text: str) -> str:
    """Tabs as spaces; control characters spelled out, so that a file cannot steer the terminal."""
    if text.isprintable():
        return text
    return "".join(
        "    " if c == "\t" else c if c.isprintable() else " " if c == "\n" else f"\\u{{{ord(c):x}}}" for c in text
    )


def _columns(text: str) -> int:
    return len(text) + sum(unicodedata.east_asian_width(c) in "WF" for c in text) if not text.isascii() else len(text)
