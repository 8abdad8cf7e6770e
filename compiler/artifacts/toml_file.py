"""TOML files: keys in the order of the source, exact numbers, dates and times as TOML has them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal

from cowork_dsl.compiler.artifacts.office.libraries import library
from cowork_dsl.compiler.artifacts.registry import writes
from cowork_dsl.compiler.values.cells import to_json
from cowork_dsl.compiler.values.failures import Fail, is_none
from cowork_dsl.compiler.values.scalars import Money


@writes("toml")
def write_toml(content: object) -> bytes:
    """A toml file."""
    return toml_text(content).encode("utf-8")


def toml_text(content: object) -> str:
    """An object as TOML.

    Raises:
        Fail: It is no object, or holds none, which TOML can't say.
    """
    library("tomli_w", "a toml file", "files")
    import tomli_w

    if not isinstance(content, Mapping):
        raise Fail("a toml file holds an object")
    return tomli_w.dumps(_table(content))


def _table(value: Mapping[object, object]) -> dict[str, object]:
    return {str(key): _plain(item, str(key)) for key, item in value.items()}


def _plain(value: object, key: str) -> object:
    if is_none(value):
        raise Fail(f"`{key}` is none, and TOML has no word for it; leave the key out")
    if isinstance(value, Mapping):
        return _table(value)
    if isinstance(value, list | tuple):
        return [_plain(item, key) for item in value]
    if isinstance(value, Money):
        return Decimal(str(to_json(value)))
    if isinstance(value, Decimal | date | datetime | time):
        return value
    return to_json(value)
