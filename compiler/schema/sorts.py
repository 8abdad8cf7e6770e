"""Literal sorts: turns the value of an attribute into plain data, or says that it does not fit."""

from __future__ import annotations

from collections.abc import Callable

from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax.ast import Call, Expr, Field, List_, Literal_, Map_, Name
from cowork_dsl.grammar.records import dataclass

_UNITS = {"d": 86400, "h": 3600, "m": 60, "s": 1}


@dataclass(frozen=True, slots=True)
class Word:
    """A name, dotted name or string with its place."""

    text: str
    start: int
    end: int
    quoted: bool = False


class Unfit(Exception):
    """The value does not fit the sort; `expr` is the part that does not."""

    def __init__(self, expr: Expr) -> None:
        super().__init__()
        self.expr = expr


def dotted(expr: Expr) -> str | None:
    """`a.b.c` as text, or None where it is something else."""
    if isinstance(expr, Name):
        return expr.name
    if isinstance(expr, Field):
        head = dotted(expr.object)
        return None if head is None else f"{head}.{expr.name}"
    return None


def seconds(raw: str) -> int:
    """The seconds of a duration as spelled (`3d2h`)."""
    total = number = 0
    for char in raw:
        if char.isdigit():
            number = number * 10 + int(char)
        else:
            total += number * _UNITS[char]
            number = 0
    return total


def _bool(expr: Expr, source: Source) -> object:
    if isinstance(expr, Literal_) and expr.kind == "bool":
        return expr.raw == "true"
    raise Unfit(expr)


def _int(expr: Expr, source: Source) -> object:
    if isinstance(expr, Literal_) and expr.kind == "int":
        return int(expr.raw.replace("_", ""))
    raise Unfit(expr)


def _share(expr: Expr, source: Source) -> object:
    if isinstance(expr, Literal_) and expr.kind in ("int", "decimal"):
        return expr.raw.replace("_", "")
    raise Unfit(expr)


def _duration(expr: Expr, source: Source) -> object:
    if isinstance(expr, Literal_) and expr.kind == "duration":
        return seconds(expr.raw)
    raise Unfit(expr)


def _datetime(expr: Expr, source: Source) -> object:
    if isinstance(expr, Literal_) and expr.kind == "datetime":
        return expr.raw
    raise Unfit(expr)


def _name(expr: Expr, source: Source) -> object:
    if isinstance(expr, Name):
        return Word(expr.name, expr.start, expr.end)
    raise Unfit(expr)


def _term(expr: Expr, source: Source) -> object:
    text = dotted(expr)
    if text is None:
        raise Unfit(expr)
    return Word(text, expr.start, expr.end)


def _string(expr: Expr, source: Source) -> object:
    if isinstance(expr, Literal_) and expr.kind == "string":
        return Word(expr.text, expr.start, expr.end, quoted=True)
    raise Unfit(expr)


def _text(expr: Expr, source: Source) -> object:
    if isinstance(expr, Literal_) and expr.kind in ("string", "text"):
        return expr
    raise Unfit(expr)


def _subject(expr: Expr, source: Source) -> object:
    return _string(expr, source) if isinstance(expr, Literal_) else _term(expr, source)


def _seen(expr: Expr, source: Source) -> object:
    if isinstance(expr, Call) and expr.object is None:
        return Word(source.text[expr.start : expr.end], expr.start, expr.end)
    return _string(expr, source) if isinstance(expr, Literal_) else _name(expr, source)


def _each(one: Callable[[Expr, Source], object]) -> Callable[[Expr, Source], object]:
    def read(expr: Expr, source: Source) -> object:
        if not isinstance(expr, List_):
            raise Unfit(expr)
        return tuple(one(item, source) for item in expr.items)

    return read


def _call(expr: Expr, source: Source) -> object:
    if isinstance(expr, Call) and expr.object is None:
        return expr
    raise Unfit(expr)


def _address(expr: Expr, source: Source) -> object:
    if isinstance(expr, Call) and expr.object is None and len(expr.args) == 1 and expr.args[0].name is None:
        return Word(expr.name, expr.start, expr.start + len(expr.name)), _string(expr.args[0].value, source)
    raise Unfit(expr)


def _nth(expr: Expr, source: Source) -> object:
    if isinstance(expr, Call) and expr.object is None and expr.name == "call" and len(expr.args) == 1:
        return _int(expr.args[0].value, source)
    raise Unfit(expr)


def _rows(expr: Expr, source: Source) -> object:
    if isinstance(expr, Call) and expr.object is None and expr.name == "rows":
        return expr
    raise Unfit(expr)


def _type(expr: Expr, source: Source) -> object:
    if isinstance(expr, Name | Call):
        return expr
    raise Unfit(expr)


def _type_or_shape(expr: Expr, source: Source) -> object:
    return expr if isinstance(expr, Map_ | List_) else _type(expr, source)


def _expr(expr: Expr, source: Source) -> object:
    return expr


READ: dict[str, Callable[[Expr, Source], object]] = {
    "address": _address,
    "bool": _bool,
    "call": _nth,
    "code": _text,
    "datetime": _datetime,
    "duration": _duration,
    "expr": _expr,
    "generator": _rows,
    "globs": _each(_string),
    "int": _int,
    "moment": _expr,
    "name": _name,
    "names": _each(_name),
    "names_or_globs": _each(_subject),
    "operator": _call,
    "path": _string,
    "sees": _each(_seen),
    "share": _share,
    "string": _string,
    "strings": _each(_string),
    "subject": _each(_subject),
    "term": _term,
    "terms": _each(_term),
    "text": _text,
    "type": _type,
    "type_or_shape": _type_or_shape,
    "word": _name,
    "words": _each(_name),
}
