"""Values of string literals: escapes and margins, with the faults found on the way."""

from __future__ import annotations

import re
from collections.abc import Callable

from cowork_dsl.compiler.diagnostics.model import Diagnostic, Edit, Fix
from cowork_dsl.compiler.source import Source, Span

Report = Callable[[Diagnostic], None]

_ESCAPE = re.compile(r"\\(?:u\{([0-9A-Fa-f]{0,8})\}|(.))", re.DOTALL)
_SIMPLE = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


def string_value(source: Source, start: int, end: int, report: Report) -> str:
    """The value of ``"..."`` between two offsets, quotes included in them."""
    raw = source.text[start + 1 : end - 1]
    if "\\" not in raw:
        return raw

    def one(found: re.Match[str]) -> str:
        at = start + 1 + found.start()
        digits, simple = found.groups()
        if digits is not None:
            number = int(digits, 16) if digits else -1
            if 0 <= number < 0x110000 and not 0xD800 <= number < 0xE000:
                return chr(number)
            report(
                Diagnostic(
                    "CW121",
                    f"`{found.group()}` is no Unicode character",
                    source,
                    Span(at, at + len(found.group())),
                    notes=("characters run from \\u{0} to \\u{10FFFF}, surrogates left out",),
                )
            )
            return ""
        if simple in _SIMPLE:
            return _SIMPLE[simple]
        report(
            Diagnostic(
                "CW120",
                f"`\\{simple}` is no escape",
                source,
                Span(at, at + 2),
                notes=('the escapes are \\n \\t \\" \\\\ \\u{...}',),
                fix=Fix("write the backslash twice", (Edit(Span(at, at + 1), "\\\\"),)),
            )
        )
        return simple

    return _ESCAPE.sub(one, raw)


def text_value(source: Source, start: int, end: int, report: Report) -> tuple[str, int]:
    """The value of a fenced text and the offset of its first line.

    The closing fence's column is the margin; each line that is not blank must have it.
    """
    text = source.text
    fence = 4 if text.startswith('""""', start) else 3
    body = text.index("\n", start) + 1
    last = text.rfind("\n", body, end) + 1 or body
    margin = text[last : end - fence]
    content = text[body:last]
    if fence == 3 and '"""' in content:
        at = body + content.index('"""')
        number = source.position(at)[0]
        report(
            Diagnostic(
                "CW103",
                "this text is not closed before the next one opens",
                source,
                Span(start, start + 3),
                notes=(
                    f'line {number} holds another """; a text that really holds three quotes opens and closes with four',
                ),
                fix=Fix('close it with """ on a line of its own', applicability="display"),
            )
        )
        return "", body
    if not margin:
        return content, body
    lines = content.split("\n")
    width = len(margin)
    offset = body
    for index, line in enumerate(lines):
        if line.startswith(margin):
            lines[index] = line[width:]
        elif line.strip():
            report(
                Diagnostic(
                    "CW122",
                    "this line stands left of the text's margin",
                    source,
                    Span(offset, offset + len(line)),
                    notes=(f"the closing fence's column is the margin: {_shown(margin)}",),
                    fix=_indent(offset, line, margin),
                )
            )
        else:
            lines[index] = ""
        offset += len(line) + 1
    return "\n".join(lines), body


def _shown(margin: str) -> str:
    tabs = margin.count("\t")
    return f"{len(margin)} columns" + (f", of which {tabs} are tabs" if tabs else "")


def _indent(offset: int, line: str, margin: str) -> Fix:
    blank = len(line) - len(line.lstrip())
    return Fix("indent it to the closing fence", (Edit(Span(offset, offset + blank), margin),))
