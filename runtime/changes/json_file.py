"""Rewriting a json file: the value is changed, key order, indentation and the end of the file stay as they were."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from decimal import Decimal

from cowork_dsl.runtime.readers.decode import decode
from cowork_dsl.runtime.readers.parse_json import parse_json

_INDENT = re.compile(r"[\[{]\n([ \t]+)\S")


@dataclass(frozen=True, slots=True)
class Style:
    """How a json text is laid out.

    Attributes:
        indent: What a level is indented by; None where all is on one line.
        colon: Between key and value.
        comma: Between items on one line.
        ascii: Whether other characters are escaped.
        end: What follows the value.
    """

    indent: str | None = "  "
    colon: str = ": "
    comma: str = ", "
    ascii: bool = False
    end: str = "\n"

    @classmethod
    def of(cls, text: str) -> Style:
        """The layout of a text, as far as it shows one."""
        if not text.strip():
            return cls()
        found = _INDENT.search(text)
        loose = '": ' in text or '":' not in text
        return cls(
            indent=found.group(1) if found else None,
            colon=": " if loose else ":",
            comma=", " if loose else ",",
            ascii="\\u" in text and text.isascii(),
            end="\n" if text.endswith("\n") else "",
        )


def open_json(data: bytes) -> object:
    """The value of a json file.

    Raises:
        Malformed: Where it has none.
    """
    return parse_json(decode(data))


def write_json(value: object, style: Style | None = None) -> bytes:
    """A value as json text; exact decimals are written digit by digit."""
    chosen = style or Style()
    return (_spell(value, chosen, "\n") + chosen.end).encode("utf-8", "replace")


def _spell(value: object, style: Style, margin: str) -> str:
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, dict):
        items = [
            f"{json.dumps(str(key), ensure_ascii=style.ascii)}{style.colon}{_spell(item, style, _inner(style, margin))}"
            for key, item in value.items()
        ]
        return _joined("{", items, "}", style, margin)
    if isinstance(value, list | tuple):
        items = [_spell(item, style, _inner(style, margin)) for item in value]
        return _joined("[", items, "]", style, margin)
    if value is None or isinstance(value, bool | int | str):
        return json.dumps(value, ensure_ascii=style.ascii)
    raise TypeError(f"{type(value).__name__} has no form in json")


def _inner(style: Style, margin: str) -> str:
    return margin + (style.indent or "")


def _joined(opening: str, items: list[str], closing: str, style: Style, margin: str) -> str:
    if not items:
        return opening + closing
    if style.indent is None:
        return opening + style.comma.join(items) + closing
    inner = _inner(style, margin)
    return f"{opening}{inner}{f',{inner}'.join(items)}{margin}{closing}"
