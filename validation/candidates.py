"""What the start of an environment holds: columns, words and values that a lazy agent would copy from."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

MAX_FILES = 200
MAX_VALUES = 60
MAX_WORDS = 600
_WORD = re.compile(r"[^\W_]+(?:[-_.'][^\W_]+)*")


def texts_of(files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Path and text of every file that is text, sorted by path."""
    for path in sorted(files)[:MAX_FILES]:
        try:
            text = files[path].decode("utf-8-sig")
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            yield path, text


def values_of(files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Distinct short values: cells of tables, strings and numbers of json, file names; in the order they are met."""
    found: dict[str, None] = {}
    for path in sorted(files)[:MAX_FILES]:
        found.setdefault(path.rpartition("/")[2].partition(".")[0])
    for path, text in texts_of(files):
        for value in _values(path, text):
            if value and len(value) <= 60:
                found.setdefault(value)
    return tuple(found)


def words_of(*texts: str) -> tuple[str, ...]:
    """Distinct words, in the order they are met."""
    found: dict[str, None] = {}
    for text in texts:
        for word in _WORD.findall(text):
            found.setdefault(word)
    return tuple(found)


def _values(path: str, text: str) -> Iterator[str]:
    if path.endswith((".csv", ".tsv")):
        rows = csv.reader(io.StringIO(text), delimiter="\t" if path.endswith(".tsv") else ",")
        try:
            for number, row in enumerate(rows):
                if number:
                    yield from (cell.strip() for cell in row)
        except csv.Error:
            return
    elif path.endswith(".json"):
        try:
            yield from _leaves(json.loads(text))
        except (ValueError, RecursionError):
            return


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)
    elif isinstance(value, str):
        yield value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)
