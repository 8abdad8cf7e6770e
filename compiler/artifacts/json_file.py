"""JSON files: keys in the order of the source, two blanks a level, exact numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal

from cowork_dsl.compiler.artifacts.registry import writes
from cowork_dsl.compiler.values.cells import to_json
from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.compiler.values.show import plain

_CENT = Decimal("0.01")


@writes("json")
def write_json(content: object) -> bytes:
    """A json file; money is a number with two places at least, other kinds as cells have them."""
    return f"{_text(content, '')}\n".encode()


def _text(value: object, indent: str) -> str:
    inner = f"{indent}  "
    if isinstance(value, Mapping):
        lines = [
            f"{inner}{json.dumps(str(key), ensure_ascii=False)}: {_text(item, inner)}" for key, item in value.items()
        ]
        return _block("{", lines, "}", indent)
    if isinstance(value, list | tuple):
        if all(isinstance(item, str | int | Decimal) for item in value):
            return f"[{', '.join(_text(item, inner) for item in value)}]"
        return _block("[", [f"{inner}{_text(item, inner)}" for item in value], "]", indent)
    if isinstance(value, Decimal):
        return plain(value)
    if isinstance(value, Money):
        exponent = value.amount.as_tuple().exponent
        return plain(value.amount.quantize(_CENT) if isinstance(exponent, int) and exponent > -2 else value.amount)
    return json.dumps(to_json(value), ensure_ascii=False)


def _block(opening: str, lines: list[str], closing: str, indent: str) -> str:
    return opening + "\n" + ",\n".join(lines) + f"\n{indent}" + closing if lines else opening + closing
