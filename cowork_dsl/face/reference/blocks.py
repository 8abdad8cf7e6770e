"""The page of blocks and attributes, from the block schema."""

from __future__ import annotations

from collections.abc import Iterator

from cowork_dsl.grammar.schema import BODIES
from cowork_dsl.grammar.schema_model import LABELS, SORTS, Attr, Block, Body
from cowork_dsl.grammar.schema_users import EVENTS

_INTRODUCTION = """# Blocks and attributes

Made from the block schema; `make grammar` renews it. A statement is `kind labels`, perhaps `= value`, perhaps `{ body }`.
A block with a main attribute is written short where nothing else is set: `file "a.md" = "text"`.

"""


def blocks_page() -> str:
    """Every body of the schema: which attributes and blocks stand in it."""
    return _INTRODUCTION + "\n".join(_bodies()) + _events()


def _bodies() -> Iterator[str]:
    seen: set[str] = set()
    queue = ["top"]
    while queue:
        key = queue.pop(0)
        body = BODIES[key]
        if key in seen or key == "later":
            continue
        seen.add(key)
        yield _body(key, body)
        queue.extend(block.body for block in body.blocks.values() if block.body is not None and not block.later)


def _body(key: str, body: Body) -> str:
    title = "A file" if key == "top" else f"`{body.name}`" + (f" in `{key.split('.')[0]}`" if "." in key else "")
    lines = [f"## {title}", "", body.doc, ""]
    if body.attrs:
        lines += ["| attribute | value | | |", "| --- | --- | --- | --- |"]
        lines += [_attribute(attr) for attr in body.attrs.values()]
        lines.append("")
    if body.open:
        lines += [f"Besides, names of your own choice, each set to {SORTS[body.open]}.", ""]
    if body.rows:
        table = "A typed header `| name: type | … |`" + (", then rows" if body.rows == "table" else "")
        lines += [f"{table}.", ""]
    if body.blocks:
        lines += ["| block | labels | | |", "| --- | --- | --- | --- |"]
        lines += [_block(block) for block in body.blocks.values()]
        lines.append("")
    return "\n".join(lines)


def _attribute(attr: Attr) -> str:
    value = SORTS[attr.sort] + (f": {', '.join(f'`{word}`' for word in attr.words)}" if attr.words else "")
    return f"| `{attr.name}` | {_cell(value)} | {_marks(attr.required, attr.repeat, attr.later)} | {_cell(attr.doc)} |"


def _block(block: Block) -> str:
    labels = ", ".join(
        LABELS[label.rstrip("?")] + (" (optional)" if label.endswith("?") else "") for label in block.labels
    )
    value = f" `= {block.main}`" if block.main else f" = {SORTS[block.value]}" if block.value else ""
    marks = _marks(block.required, False, block.later) + (", documented with `##`" if block.needs_doc else "")
    return f"| `{block.name}` | {_cell(labels + value)} | {marks.lstrip(', ')} | {_cell(block.doc)} |"


def _marks(required: bool, repeat: bool, later: bool) -> str:
    words = [("required", required), ("may repeat", repeat), ("not supported yet", later)]
    return ", ".join(word for word, holds in words if holds)


def _events() -> str:
    lines = ["## Events", "", "What `on` may name.", "", "| event | |", "| --- | --- |"]
    for event in EVENTS.values():
        subject = f" {LABELS[event.subject]}" if event.subject else ""
        lines.append(f"| `on {event.name}`{subject} | {_cell(event.doc)} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
