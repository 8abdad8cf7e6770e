"""Cells under declared types, and as they are where nothing is declared."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.sheets.calculate import Unknown
from cowork_dsl.compiler.sheets.cells import SheetError
from cowork_dsl.compiler.sheets.formats import currency_of, kind_of, moment_of
from cowork_dsl.compiler.values.cells import CellError, parse_cell
from cowork_dsl.compiler.values.compare import nfc
from cowork_dsl.compiler.values.failures import Unreadable
from cowork_dsl.compiler.values.scalars import Money, Percent
from cowork_dsl.compiler.values.show import plain, show

_INSTANTS = ("date", "datetime", "time")


def as_declared(value: object, code: str, since_1904: bool, wanted: Type) -> Any:
    """The value of a cell under a type, or what says that it has none of it.

    Args:
        value: As the calculator gives it.
        code: The cell's number format.
        since_1904: How dates count.
        wanted: The declared type.
    """
    bad = unreadable(value)
    if bad is not None:
        return bad
    inner = wanted.args[0] if wanted.kind == "optional" else wanted
    if isinstance(value, Decimal) and kind_of(code) not in _INSTANTS:
        found = _plainly(value, code, inner)
        if found is not None:
            return found
    text = _spelled(value, code, since_1904, inner)
    if inner.kind in ("text", "any"):
        bare = nfc(" ".join(text.split()))
        return None if wanted.kind == "optional" and not bare else bare
    try:
        return parse_cell(text, wanted, tolerant=True)
    except CellError as error:
        return Unreadable(text.strip()[:200], str(error))


def _plainly(value: Decimal, code: str, wanted: Type) -> Any:
    """A number under a type of numbers; None where that takes a closer look."""
    if wanted.kind == "money":
        return Money(value, wanted.unit) if wanted.unit and currency_of(code) in ("", wanted.unit) else None
    if wanted.kind == "percent":
        return Percent(value if kind_of(code) == "percent" else value.scaleb(-2))
    if wanted.kind == "int":
        return int(value) if value == value.to_integral_value() else None
    return value if wanted.kind == "decimal" else None


def unreadable(value: object) -> Unreadable | None:
    """What a cell without a value says."""
    if isinstance(value, Unknown):
        return Unreadable("a formula", f"recalculated: it {value.reason}")
    return Unreadable(value.code, "a value") if isinstance(value, SheetError) else None


def natural(value: object, code: str, since_1904: bool) -> Any:
    """The value of a cell of which nothing is declared: its format tells percentages and dates from numbers."""
    bad = unreadable(value)
    if bad is not None:
        return bad
    if not isinstance(value, Decimal) or isinstance(value, bool):
        return nfc(value) if isinstance(value, str) else value
    kind = kind_of(code)
    if kind == "percent":
        return Percent(value)
    if kind in _INSTANTS:
        at = moment_of(value, since_1904)
        if at is not None:
            return at.date() if kind == "date" else at.time() if kind == "time" else at.replace(tzinfo=UTC)
    return int(value) if value == value.to_integral_value() and value.adjusted() < 200 else value


def _spelled(value: object, code: str, since_1904: bool, wanted: Type) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, Decimal):
        return str(value)
    kind = kind_of(code)
    if kind in _INSTANTS or (wanted.kind in _INSTANTS and kind == "number"):
        at = moment_of(value, since_1904)
        if at is not None and (kind in _INSTANTS or value >= 1 or wanted.kind == "time"):
            return _moment(at, kind, wanted.kind, value)
    if kind == "percent" and wanted.kind in ("percent", "text", "any"):
        return show(Percent(value))
    if wanted.kind == "duration":
        seconds = (value * 86400).to_integral_value()
        return f"{seconds}s" if 0 <= seconds < 10**10 else plain(value)
    if wanted.kind == "money":
        currency = currency_of(code)
        return f"{plain(value)} {currency}" if currency else plain(value)
    return plain(value)


def _moment(at: datetime, kind: str, wanted: str, value: Decimal) -> str:
    if wanted == "time" or (kind == "time" and wanted not in ("date", "datetime")):
        return f"{at:%H:%M:%S}"
    if wanted == "datetime" or (kind == "datetime" and (wanted != "date" or value != value.to_integral_value())):
        return f"{at:%Y-%m-%dT%H:%M:%S}"
    return f"{at:%Y-%m-%d}"
