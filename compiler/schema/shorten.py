"""The short form: ``kind label = e`` for a block that sets nothing but its main attribute."""

from __future__ import annotations

from collections.abc import Iterator

from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.compiler.syntax.parse import parse_file
from cowork_dsl.grammar.schema import BODIES
from cowork_dsl.grammar.schema_model import Body


def shorten(source: Source) -> Source:
    """The same text with every block in its short form where it has one; unchanged where it does not parse."""
    parsed = parse_file(source)
    if parsed.diagnostics:
        return source
    text = source.text
    for start, end, value in sorted(_long(parsed.file.items, BODIES["top"], text), reverse=True):
        text = f"{text[:start]} = {value}{text[end:]}"
    return Source(source.path, text)


def _long(items: tuple[ast.Item, ...], body: Body, text: str) -> Iterator[tuple[int, int, str]]:
    """Where a long form can be replaced: end of the head, end of the block, and the value as written."""
    for item in items:
        if not isinstance(item, ast.Statement) or item.body is None:
            continue
        block = body.blocks.get(item.kind)
        if block is None:
            continue
        inner = item.body
        if block.main is not None and len(inner) == 1 and _is_main(inner[0], block.main, text, item):
            only = inner[0]
            assert isinstance(only, ast.Statement)
            assert only.value is not None
            yield item.head.end, item.end, text[only.value.start : only.end]
        elif block.body is not None and block.body in BODIES:
            yield from _long(inner, BODIES[block.body], text)


def _is_main(item: ast.Item, main: str, text: str, block: ast.Statement) -> bool:
    if not isinstance(item, ast.Statement) or item.kind != main or item.labels or item.value is None or item.doc:
        return False
    around = text[block.head.end : item.start] + text[item.end : block.end]
    return around.split() == ["{", "}"]
