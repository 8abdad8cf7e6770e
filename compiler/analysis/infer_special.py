"""Arguments that are words rather than values: paths, tables, tools, facts, moments."""

from __future__ import annotations

from collections.abc import Callable

from cowork_dsl.compiler.analysis.fitting import bare, fits, words
from cowork_dsl.compiler.analysis.infer_core import Inference, listed
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.analysis.types import ANY, MOMENT, TEXT, Type, list_of
from cowork_dsl.compiler.diagnostics.model import Edit, Fix
from cowork_dsl.compiler.syntax import ast

COMPUTED = frozenset(("verify", "solution"))
"""Sections whose names may depend on what the agent did."""


def dotted(expr: ast.Expr) -> str | None:
    """``a.b`` as text, or None where it is something else."""
    if isinstance(expr, ast.Name):
        return expr.name
    if isinstance(expr, ast.Field):
        head = dotted(expr.object)
        return None if head is None else f"{head}.{expr.name}"
    return None


def _is_text(node: ast.Expr) -> bool:
    return isinstance(node, ast.Literal_) and node.kind in ("string", "text")


def _path(look: Inference, node: ast.Expr, scope: Scope, wanted: Type) -> Type:
    if _is_text(node):
        look.infer(node, scope)
        return TEXT
    found = bare(look.infer(node, scope))
    if not fits(found, TEXT):
        return look.error("CW301", f"this must be a path in quotes, and it is {words(found)}", node.span)
    known = scope.lookup(node.name) if isinstance(node, ast.Name) else None
    if found.kind != "any" and (known is None or (known.kind == "let" and known.section in COMPUTED)):
        look.error(
            "CW321",
            "a path is written out, never computed",
            node.span,
            notes=('names may be inserted: "out/{{name}}.csv"',),
        )
    return TEXT


def _target(look: Inference, node: ast.Expr, scope: Scope, wanted: Type) -> Type:
    name = dotted(node)
    around = scope.found()
    if isinstance(node, ast.Field) and name is not None and isinstance(node.object, ast.Name):
        if around is None:
            return ANY
        service = node.object.name
        if service not in around.services:
            return look.unknown("CW260", f"there is no service `{service}`", service, node.object.span, around.services)
        tables = around.services[service]
        if node.name not in tables:
            return look.unknown(
                "CW260", f"the service {service} has no table `{node.name}`", node.name, node.span, tables
            )
        return TEXT
    if isinstance(node, ast.Name) and scope.lookup(node.name) is None:
        fix = Fix("write the path in quotes", (Edit(node.span, f'"{node.name}"'),), "unsafe")
        return look.error("CW301", "this must be a path in quotes or a table of a service", node.span, fix=fix)
    return _path(look, node, scope, wanted)


def _tool(look: Inference, node: ast.Expr, scope: Scope, wanted: Type) -> Type:
    name = node.text if isinstance(node, ast.Literal_) and _is_text(node) else dotted(node)
    if name is None:
        return look.error("CW301", "this must be the name of a tool", node.span)
    around = scope.found()
    if around is not None and around.tools and name not in around.tools:
        return look.unknown(
            "CW264",
            f"there is no tool `{name}`",
            name,
            node.span,
            around.tools,
            notes=(f"the tools: {listed(sorted(around.tools))}",),
        )
    return TEXT


def is_fact(node: ast.Expr, scope: Scope) -> bool:
    """Whether a bare name is that of a fact."""
    if not isinstance(node, ast.Name):
        return False
    known = scope.lookup(node.name)
    if known is not None:
        return known.kind == "fact"
    around = scope.found()
    return around is not None and node.name in around.facts


def _of_kind(scope: Scope, kind: str) -> list[str]:
    found = [name for name in scope.visible() if (one := scope.lookup(name)) is not None and one.kind == kind]
    around = scope.found()
    return [*found, *sorted(around.facts)] if kind == "fact" and around is not None else found


def _fact(look: Inference, node: ast.Expr, scope: Scope, wanted: Type) -> Type:
    if is_fact(node, scope):
        return TEXT
    facts = _of_kind(scope, "fact")
    word = dotted(node) or ""
    return look.unknown(
        "CW265",
        "this must be the name of a fact",
        word,
        node.span,
        facts,
        notes=(f"the facts: {listed(facts)}",) if facts else (),
    )


def _secret(look: Inference, node: ast.Expr, scope: Scope, wanted: Type) -> Type:
    if is_fact(node, scope):
        return TEXT
    found = bare(look.infer(node, scope))
    if fits(found, TEXT) or fits(found, list_of(TEXT)):
        return found
    return look.error("CW301", f"this must be a fact, a text or a list of texts, and it is {words(found)}", node.span)


def _moment(look: Inference, node: ast.Expr, scope: Scope, wanted: Type) -> Type:
    if isinstance(node, ast.Name) and scope.lookup(node.name) is None:
        states = _of_kind(scope, "state")
        notes = (f"a moment is a state ({listed(states)}), `turn(n)`, `first(PATH)` or a call",)
        return look.unknown("CW263", f"`{node.name}` is no moment", node.name, node.span, states, notes=notes)
    if isinstance(node, ast.Field) and isinstance(node.object, ast.Name):
        return _state_of(look, node, node.object, scope)
    found = bare(look.infer(node, scope))
    if found.kind in ("moment", "any"):
        return MOMENT
    hint = ("one event is a moment: `.first()` or `.last()`",) if found.kind == "calls" else ()
    return look.error("CW301", f"this must be a moment, and it is {words(found)}", node.span, notes=hint)


def _state_of(look: Inference, node: ast.Field, user: ast.Name, scope: Scope) -> Type:
    """``USER.STATE``."""
    around = scope.found()
    name = f"{user.name}.{node.name}"
    if around is None or name in around.moments:
        return MOMENT
    known = scope.lookup(user.name)
    if known is not None and known.kind not in ("user", "state"):
        return look.infer(node, scope)
    dotted_names = sorted(one for one in around.moments if "." in one)
    return look.unknown("CW263", f"`{name}` is no moment", name, node.span, dotted_names)


def _word(look: Inference, node: ast.Expr, scope: Scope, wanted: Type) -> Type:
    name = node.text if isinstance(node, ast.Literal_) and _is_text(node) else dotted(node)
    if name in wanted.names:
        return TEXT
    return look.unknown("CW311", f"this must be one of {listed(wanted.names)}", name or "", node.span, wanted.names)


SPECIAL: dict[str, Callable[[Inference, ast.Expr, Scope, Type], Type]] = {
    "path": _path,
    "glob": _path,
    "target": _target,
    "tool": _tool,
    "fact": _fact,
    "secret": _secret,
    "moment": _moment,
    "word": _word,
}
