"""``near``: what may be near what, and by how much."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.fitting import FAMILY, OPEN, bare, words
from cowork_dsl.compiler.analysis.infer_core import Inference
from cowork_dsl.compiler.analysis.results import Site
from cowork_dsl.compiler.analysis.types import BOOL, Type
from cowork_dsl.compiler.syntax import ast

_SPANS = frozenset(("date", "datetime", "duration"))


def _inner(kind: Type) -> Type:
    kind = bare(kind)
    while kind.kind in ("map", "list") and kind.args:
        kind = bare(kind.args[0])
    return kind


def near(look: Inference, node: ast.Call, site: Site) -> Type:
    """Reports what is never near."""
    if len(site.types) < 3:
        return BOOL
    found, expected, tolerance = (_inner(kind) for kind in site.types[:3])
    shapes = {bare(kind).kind for kind in site.types[:2]} & {"map", "list"}
    if len(shapes) == 2:
        look.error("CW302", f"{words(bare(site.types[0]))} is never near {words(bare(site.types[1]))}", node.span)
        return BOOL
    for kind, argument in ((found, node.args[0]), (expected, node.args[1])):
        if kind.kind not in OPEN and FAMILY.get(kind.kind) not in ("number", "money", "date", "datetime", "duration"):
            notes = (
                ("texts are compared with `==`, or loosely with `similar`",) if FAMILY.get(kind.kind) == "text" else ()
            )
            if kind.kind == "table":
                notes = ("make maps of the columns: `near(a.map(.key, .value), b.map(.key, .value), tolerance)`",)
            look.error("CW312", f"{words(kind)} can't be near anything", argument.value.span, notes=notes)
            return BOOL
    if found.kind in OPEN or expected.kind in OPEN:
        return BOOL
    first, second = FAMILY[found.kind], FAMILY[expected.kind]
    if first != second:
        look.error("CW302", f"{words(found)} is never near {words(expected)}", node.span)
    elif found.unit and expected.unit and found.unit != expected.unit:
        look.error("CW304", f"{found.unit} and {expected.unit} can't be compared", node.span)
    else:
        _tolerance(look, node.args[2].value, expected, tolerance)
    return BOOL


def _tolerance(look: Inference, node: ast.Expr, expected: Type, tolerance: Type) -> None:
    kind, family = tolerance.kind, FAMILY[expected.kind]
    if kind in OPEN:
        return
    if kind == "money" and family == "money":
        if tolerance.unit and expected.unit and tolerance.unit != expected.unit:
            look.error("CW304", f"{expected.unit} and {tolerance.unit} can't be compared", node.span)
        return
    good = (
        (kind == "percent" and family in ("money", "number"))
        or (kind == "points" and family == "number")
        or (kind in ("int", "decimal") and family == "number")
        or (kind == "duration" and expected.kind in _SPANS)
    )
    if not good:
        look.error("CW301", f"{words(tolerance)} is no tolerance for {words(expected)}", node.span)
