"""Files that hold one value, opened for rewriting: json, jsonl, yaml and toml."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from cowork_dsl.compiler.artifacts.jsonl_file import write_values
from cowork_dsl.compiler.artifacts.toml_file import toml_text
from cowork_dsl.compiler.artifacts.yaml_file import yaml_text
from cowork_dsl.runtime.changes.json_file import Style, open_json, write_json
from cowork_dsl.runtime.readers.decode import decode
from cowork_dsl.runtime.readers.json import json_lines
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.parse_yaml import Node, compose, key_of, pairs, parse_yaml
from cowork_dsl.runtime.readers.toml import parse_toml


class Tree(Protocol):
    """A file with one value.

    Attributes:
        value: The value, to be edited in place.
    """

    value: Any

    def note(self, place: Sequence[str], item: Mapping[str, Any], names: Sequence[str]) -> None:
        """Hears that some values of an object were set; others may have moved without a word."""
        ...

    def written(self, value: Any) -> bytes:
        """The file with the value as it is now."""
        ...


class _Json:
    def __init__(self, data: bytes) -> None:
        self.value: Any = open_json(data)
        self._style = Style.of(decode(data))

    def note(self, place: Sequence[str], item: Mapping[str, Any], names: Sequence[str]) -> None:
        pass

    def written(self, value: Any) -> bytes:
        return write_json(value, self._style)


class _JsonLines(_Json):
    def __init__(self, data: bytes) -> None:
        self.value = json_lines(decode(data))

    def written(self, value: Any) -> bytes:
        return write_values(value)


class _Toml(_Json):
    """Comments are lost where a toml file is rewritten."""

    def __init__(self, data: bytes) -> None:
        self.value = parse_toml(decode(data))

    def written(self, value: Any) -> bytes:
        return toml_text(value).encode("utf-8")


class _Yaml:
    """A yaml file; where nothing but single values was set, every other byte stays as it is, comments too."""

    def __init__(self, data: bytes) -> None:
        self._text = decode(data)
        self.value: Any = parse_yaml(self._text)
        self._set: list[tuple[tuple[str, ...], Any]] = []

    def note(self, place: Sequence[str], item: Mapping[str, Any], names: Sequence[str]) -> None:
        self._set += [((*place, name), item[name]) for name in names]

    def written(self, value: Any) -> bytes:
        spliced = self._spliced()
        if spliced is not None and _same(spliced, value):
            return spliced.encode("utf-8")
        return yaml_text(value).encode("utf-8")

    def _spliced(self) -> str | None:
        """The text with each set value in the place of the old one; None where a value has no place of its own."""
        root = compose(self._text)
        edits: dict[int, tuple[int, str]] = {}
        for place, value in self._set:
            node = _find(root, place)
            if node is None or node.kind != "scalar" or node.style in ("|", ">") or isinstance(value, dict | list):
                return None
            edits[node.start] = (node.end, yaml_text({"v": value})[3:].rstrip("\n"))
        pieces: list[str] = []
        at = 0
        for start, (end, spelled) in sorted(edits.items()):
            if "\n" in spelled or start == end:
                return None
            pieces += (self._text[at:start], spelled)
            at = end
        return "".join((*pieces, self._text[at:]))


def _same(text: str, value: Any) -> bool:
    try:
        return bool(parse_yaml(text) == parse_yaml(yaml_text(value)))
    except Malformed:
        return False


def _find(node: Node | None, place: Sequence[str]) -> Node | None:
    for step in place:
        if node is None:
            return None
        if node.kind == "map":
            node = next((value for key, value in pairs(node) if key_of(key) == step), None)
        elif node.kind == "list" and step.isdecimal() and int(step) < len(node.items):
            node = node.items[int(step)]
        else:
            return None
    return node


TREES: Mapping[str, Callable[[bytes], Tree]] = {"json": _Json, "jsonl": _JsonLines, "yaml": _Yaml, "toml": _Toml}
