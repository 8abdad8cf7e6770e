"""YAML text to values, from the parser's events: nothing is constructed that the text names, and all is bounded.

Plain words mean what YAML 1.2's core schema says: ``no`` and ``12:30`` are texts. An alias stands for a copy of what it
names; copies are counted before they are made, so that a few lines can't stand for a billion values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from cowork_dsl.runtime.readers.bounds import MAX_DEPTH, MAX_EXPONENT, MAX_VALUES, MAX_YAML
from cowork_dsl.runtime.readers.malformed import Malformed

_INT = re.compile(r"[-+]?\d{1,400}")
_OTHER_BASE = re.compile(r"0o[0-7]{1,100}|0x[0-9a-fA-F]{1,100}")
_FLOAT = re.compile(r"[-+]?(?:\.\d{1,400}|\d{1,400}(?:\.\d{0,400})?)(?:[eE][-+]?\d{1,4})?")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_WORDS: dict[str, object] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_TAG = "tag:yaml.org,2002:"


@dataclass(slots=True)
class Node:
    """A value with its place in the text.

    Attributes:
        kind: ``scalar``, ``list`` or ``map``.
        value: Of a scalar.
        items: The items of a list; of a map its keys and values by turns.
        start: Where it begins in the text.
        end: Where it ends.
        style: How a scalar is quoted; empty for a plain one.
        size: How many values it stands for, with all copies.
    """

    kind: str
    value: object = None
    items: list[Node] = field(default_factory=list)
    start: int = 0
    end: int = 0
    style: str = ""
    size: int = 1


def parse_yaml(text: str) -> object:
    """The value of a YAML text with one document; none for an empty one.

    Raises:
        Malformed: It is no YAML, a key stands twice or is a list, it is too large or too deep once aliases are copied.
    """
    node = compose(text)
    return None if node is None else _value(node)


def compose(text: str) -> Node | None:
    """The tree of a YAML text with the places of its values; None where it is empty."""
    if len(text) > MAX_YAML:
        raise Malformed(f"is larger than {MAX_YAML >> 20} MiB")
    return _Composer().document(_events(text))


def _events(text: str) -> Iterator[Any]:
    import yaml

    loader: Callable[[str], Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        parser = loader(text)
        try:
            while parser.check_event():
                yield parser.get_event()
        finally:
            parser.dispose()
    except (yaml.YAMLError, UnicodeError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" in line {mark.line + 1}, column {mark.column + 1}" if mark is not None else ""
        reason = getattr(error, "problem", None) or "it holds a character that YAML does not allow"
        raise Malformed(f"is not YAML: {reason}{where}") from None


class _Composer:
    """Builds the tree from events, without recursion."""

    def __init__(self) -> None:
        self._anchors: dict[str, Node] = {}
        self._open: list[tuple[Node, str | None]] = []
        self._root: Node | None = None
        self._documents = 0

    def document(self, events: Iterator[Any]) -> Node | None:
        """The tree of the only document."""
        for event in events:
            name = event.__class__.__name__
            if name == "DocumentStartEvent":
                self._documents += 1
                if self._documents > 1:
                    raise Malformed("holds more than one YAML document")
            elif name == "ScalarEvent":
                self._add(_scalar(event), event.anchor)
            elif name == "AliasEvent":
                self._alias(event.anchor)
            elif name in ("SequenceStartEvent", "MappingStartEvent"):
                self._begin(event, "list" if name == "SequenceStartEvent" else "map")
            elif name in ("SequenceEndEvent", "MappingEndEvent"):
                node, anchor = self._open.pop()
                node.end = event.end_mark.index
                self._add(node, anchor)
        return self._root

    def _begin(self, event: Any, kind: str) -> None:
        if event.tag not in (None, "!", _TAG + "seq", _TAG + "map"):
            raise Malformed(f"has a value of the kind {event.tag!r}, which no reader makes")
        if len(self._open) >= MAX_DEPTH:
            raise Malformed(f"nests deeper than {MAX_DEPTH} levels")
        self._open.append((Node(kind, start=event.start_mark.index), event.anchor))

    def _alias(self, anchor: str) -> None:
        known = self._anchors.get(anchor)
        if known is None:
            raise Malformed(f"names the anchor {anchor[:80]!r}, which stands nowhere before")
        self._add(known, None)

    def _add(self, node: Node, anchor: str | None) -> None:
        if anchor is not None:
            self._anchors[anchor] = node
        if not self._open:
            self._root = node
            return
        around = self._open[-1][0]
        around.items.append(node)
        around.size += node.size
        if around.size > MAX_VALUES:
            raise Malformed(f"stands for more than {MAX_VALUES} values")


def _scalar(event: Any) -> Node:
    tag = event.tag
    plain = event.implicit[0] and tag is None
    value = plain_value(event.value) if plain else _tagged(event.value, tag)
    style = event.style if event.style not in (None, "") else ""
    return Node("scalar", value, [], event.start_mark.index, event.end_mark.index, style)


def plain_value(text: str) -> object:
    """What a plain word means."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text)
    if _OTHER_BASE.fullmatch(text):
        return int(text, 8 if text[1] == "o" else 16)
    if _DATE.fullmatch(text):
        try:
            return date.fromisoformat(text)
        except ValueError:
            return text
    if _FLOAT.fullmatch(text):
        number = Decimal(text)
        if abs(number.adjusted()) > MAX_EXPONENT:
            raise Malformed(f"has a number that is out of all bounds: {text[:40]}")
        return number
    return text


def _tagged(text: str, tag: str | None) -> object:
    if tag in (None, "!", _TAG + "str"):
        return text
    if tag in (_TAG + "int", _TAG + "float", _TAG + "bool", _TAG + "null", _TAG + "timestamp"):
        return plain_value(text)
    raise Malformed(f"has a value of the kind {tag!r}, which no reader makes")


def _value(node: Node) -> object:
    if node.kind == "scalar":
        return node.value
    if node.kind == "list":
        return [_value(item) for item in node.items]
    found: dict[str, object] = {}
    merged: dict[str, object] = {}
    for key, item in pairs(node):
        name = key_of(key)
        if name == "<<" and not key.style:
            merged = {**_merged(item), **merged}
        elif name in found:
            raise Malformed(f"has the key {name[:80]!r} twice in one object")
        else:
            found[name] = _value(item)
    return {**{name: value for name, value in merged.items() if name not in found}, **found}


def pairs(node: Node) -> list[tuple[Node, Node]]:
    """The keys and values of a map."""
    return list(zip(node.items[::2], node.items[1::2], strict=True))


def key_of(key: Node) -> str:
    """A key as text."""
    if key.kind != "scalar":
        raise Malformed("has a key that is a list or an object")
    value = key.value
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


def _merged(node: Node) -> dict[str, object]:
    """What ``<<`` brings in: an object, or the first of several objects to have a key."""
    sources = node.items if node.kind == "list" else [node]
    found: dict[str, object] = {}
    for source in sources:
        value = _value(source)
        if not isinstance(value, dict):
            raise Malformed("merges something that is no object")
        found = {**value, **found}
    return found
