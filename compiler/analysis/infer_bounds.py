"""The bounds of one draw: of one sort."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.fitting import bare, comparable, words
from cowork_dsl.compiler.analysis.infer_core import Inference
from cowork_dsl.compiler.analysis.results import Site

_AMOUNT = "number|money"


def bounds(look: Inference, site: Site) -> None:
    """Reports a number beside an amount of money, or two currencies: nothing lies between them."""
    amounts = [
        (one.argument.value, bare(kind))
        for one, kind in zip(site.given, site.types, strict=True)
        if one.parameter.type == _AMOUNT
    ]
    for value, kind in amounts[1:]:
        first = amounts[0][1]
        if not comparable(first, kind):
            look.error("CW301", f"this must be {words(first)} as the first one, and it is {words(kind)}", value.span)
