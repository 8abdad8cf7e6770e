"""Holes of texts: what is inserted, and the filters that print it."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.arguments import Bound, Given, bind
from cowork_dsl.compiler.analysis.fitting import fits, words
from cowork_dsl.compiler.analysis.infer_calls import inferred_site, report_problems
from cowork_dsl.compiler.analysis.infer_core import RULES, Inference, listed
from cowork_dsl.compiler.analysis.notation import type_from_text
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.analysis.types import ANY, TEXT, Type
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.compiler.syntax.holes import HoleSyntax
from cowork_dsl.grammar.functions import filter_names, text_filter

NEVER_PRINTED = frozenset(("root", "service", "user", "calls", "groups", "domain", "moment"))


def _hole(look: Inference, node: HoleSyntax, scope: Scope, expected: Type | None) -> Type:
    kind = look.infer(node.expr, scope)
    if kind.kind in NEVER_PRINTED:
        look.error("CW325", f"{words(kind)} can't be printed in a text", node.expr.span)
        kind = ANY
    for one in node.filters:
        function = text_filter(one.name)
        if function is None:
            span = Span(one.start, one.start + len(one.name))
            look.unknown(
                "CW262",
                f"there is no filter `{one.name}`",
                one.name,
                span,
                filter_names(),
                notes=("the filters: " + listed(filter_names(), 30),),
            )
            kind = ANY
            continue
        first = Given(function.parameters[0], ast.Argument(node.expr.start, node.expr.end, None, node.expr))
        args = one.args if isinstance(one, ast.Call) else ()
        bound = bind(function, (first.argument, *args))
        if bound.problems:
            call = one if isinstance(one, ast.Call) else ast.Call(one.start, one.end, None, one.name, one.start, ())
            report_problems(look, call, scope, function, bound)
        wanted = type_from_text(function.parameters[0].type)
        if not fits(kind, wanted):
            look.error("CW301", f"`{one.name}` prints {words(wanted)}, and this is {words(kind)}", one.span)
        inferred_site(look, scope, ANY, Bound(bound.given[1:]), ANY)
        kind = TEXT
    return kind


RULES[HoleSyntax] = _hole  # type: ignore[assignment]
