"""Calls: functions, methods, readers, domains, generators, filters."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.arguments import Bound, Given, bind
from cowork_dsl.compiler.analysis.fitting import OPEN, bare, fits, words
from cowork_dsl.compiler.analysis.infer_access import element, receiver_of, row_of
from cowork_dsl.compiler.analysis.infer_bounds import bounds
from cowork_dsl.compiler.analysis.infer_core import RULES, Inference, Resolved, listed
from cowork_dsl.compiler.analysis.infer_readers import pattern, read
from cowork_dsl.compiler.analysis.infer_special import SPECIAL
from cowork_dsl.compiler.analysis.infer_tolerance import near
from cowork_dsl.compiler.analysis.infer_values import place_words
from cowork_dsl.compiler.analysis.notation import type_from_text
from cowork_dsl.compiler.analysis.results import Site, result
from cowork_dsl.compiler.analysis.scope import Binding, Scope
from cowork_dsl.compiler.analysis.types import ANY, ROOT, Type
from cowork_dsl.compiler.diagnostics.model import Edit, Fix, Label
from cowork_dsl.compiler.source import Span
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.grammar.functions import Function, free, method, named, names_of

NAMESPACES = frozenset(("fake", "text"))
GUESSES = ("list", "table", "map", "text", "doc", "calls", "groups", "date", "datetime")
"""Which methods a value of unknown type is taken to have, in this order."""
READER_PLACES = frozenset(("guard",))


def _call(look: Inference, node: ast.Call, scope: Scope, expected: Type | None) -> Type:
    if node.object is None:
        return _free(look, node, scope, expected)
    if isinstance(node.object, ast.Name) and node.object.name in NAMESPACES and scope.lookup(node.object.name) is None:
        function = method(node.name, node.object.name + ".")
        if function is not None:
            return _apply(look, node, scope, function, ANY)
        span = Span(node.name_start, node.name_start + len(node.name))
        return look.unknown(
            "CW253",
            f"there is no generator `{node.object.name}.{node.name}`",
            node.name,
            span,
            names_of(node.object.name + "."),
        )
    return _method(look, node, scope)


def _name_span(node: ast.Call) -> Span:
    return Span(node.name_start, node.name_start + len(node.name))


def _free(look: Inference, node: ast.Call, scope: Scope, expected: Type | None) -> Type:
    name = node.name
    function = free(name, scope.place)
    if function is not None and (not function.places or scope.place in function.places):
        return _apply(look, node, scope, function, ANY)
    if scope.place in READER_PLACES and method(name, "root") is not None:
        reader = method(name, "root")
        assert reader is not None
        return _apply(look, node, scope, reader, Type("root", unit="now"), rootless=True)
    for argument in node.args:
        look.infer(argument.value, scope)
    if function is not None:
        return look.error(
            "CW259",
            f"`{name}` can't stand here",
            _name_span(node),
            notes=(f"this is {place_words(scope.place)}; it may stand {_where(function)}",),
        )
    bound = scope.lookup(name)
    if bound is not None:
        fix = (
            Fix("leave out the brackets", (Edit(Span(_name_span(node).end, node.end), ""),)) if not node.args else None
        )
        return look.error("CW252", f"`{name}` is no function; it is a value", _name_span(node), fix=fix)
    owners = sorted({one for entry in named(name) for one in entry.receivers})
    if owners:
        note = f"it is a method of {listed(owners)}: `x.{name}(…)`"
        if owners == ["root"]:
            note = f"a reader names its state: `after.{name}(…)`, `before.`, `truth.` or `at(…).`"
        return look.error("CW252", f"`{name}` is no function of its own", _name_span(node), notes=(note,))
    usable = [
        one
        for one in names_of("")
        if (entry := free(one, scope.place)) and (not entry.places or scope.place in entry.places)
    ]
    return look.unknown("CW252", f"there is no function `{name}`", name, _name_span(node), usable)


def _where(function: Function) -> str:
    return ", ".join(
        place_words(place).removeprefix("a guard, which sees what is there now") or "in a guard"
        for place in function.places
    )


def _method(look: Inference, node: ast.Call, scope: Scope) -> Type:
    assert node.object is not None
    whole = bare(look.infer(node.object, scope))
    name = node.name
    if whole.kind in OPEN:
        function = next((found for one in GUESSES if (found := method(name, one))), None)
        if function is None and not named(name):
            _arguments(look, node, scope)
            return look.unknown(
                "CW253",
                f"there is no method `{name}`",
                name,
                _name_span(node),
                [one for kind in GUESSES for one in names_of(kind)],
            )
        if function is None:
            _arguments(look, node, scope)
            return ANY
        guessed = _apply(look, node, scope, function, ANY)
        return guessed if function.result in ("bool", "int") else ANY
    receiver = receiver_of(whole)
    if whole.kind == "root" and name == "at":
        function = free("at", scope.place)
        if function is not None and whole.unit == "truth":
            _apply(look, node, scope, function, whole)
            return Type("root", unit="truth")
    function = method(name, receiver)
    if function is not None:
        return _apply(look, node, scope, function, whole)
    _arguments(look, node, scope)
    if whole.kind in ("service", "user", "fact", "none"):
        return look.error("CW253", f"{words(whole)} has no methods", _name_span(node))
    notes: tuple[str, ...] = ()
    if free(name, scope.place) is not None:
        notes = (f"`{name}` is a function: `{name}(x, …)`",)
    elif receiver == "table" and name in whole.names:
        notes = (f"`{name}` is a column: `.list(.{name})` gives its values",)
    elif receiver == "map" and name in whole.names:
        notes = (f"`{name}` is a field, and fields take no ()",)
    return look.unknown(
        "CW253", f"{words(whole)} has no method `{name}`", name, _name_span(node), names_of(receiver), notes=notes
    )


def _arguments(look: Inference, node: ast.Call, scope: Scope) -> None:
    """Looks at the arguments of an unknown function, as far as that makes sense without its rows."""
    inner = scope.child(row=Type("row"))
    for argument in node.args:
        if argument.name is None:
            look.infer(argument.value, inner)


def _apply(
    look: Inference, node: ast.Call, scope: Scope, function: Function, receiver: Type, *, rootless: bool = False
) -> Type:
    if not function.supported:
        return look.error(
            "CW315", f"`{function.name}` is part of the language that is not supported yet", _name_span(node)
        )
    if function.places and scope.place not in function.places:
        return look.error(
            "CW259",
            f"`{function.name}` can't stand here",
            _name_span(node),
            notes=(f"this is {place_words(scope.place)}; it may stand {_where(function)}",),
        )
    bound = bind(function, node.args)
    if bound.problems:
        report_problems(look, node, scope, function, bound)
    if look.calls is not None:
        look.calls[id(node)] = Resolved(function, bound, rootless)
    # what is made of groups is made of the rows of each, but for `map`, which is given the group
    rows = receiver.args[0] if receiver.kind == "groups" and function.name != "map" else receiver
    site = inferred_site(look, scope, receiver, bound, rows)
    if function.result == "=read":
        return read(look, node, scope, function, receiver)
    if function.result == "root":
        return ROOT if receiver.kind != "root" else receiver
    if function.result == "=near":
        return near(look, node, site)
    if bound.problems:
        return ANY
    if function.result in ("=uniform", "=domain"):
        bounds(look, site)
    if function.name == "matches":
        pattern(look, node.args[0].value)
    return result(function.result, site)


def inferred_site(look: Inference, scope: Scope, receiver: Type, bound: Bound, whole: Type) -> Site:
    """Looks at the arguments of a call; ``whole`` is what the rows are of."""
    types: list[Type] = []
    other: Type = ANY
    for one in bound.given:
        parameter = one.parameter
        if parameter.scope:
            rows = other if parameter.scope == "other" else whole
            inner = _row_scope(look, scope, rows, one)
            wanted = type_from_text(parameter.type)
            found = look.infer(one.argument.value, inner)
            if wanted.kind == "bool":
                if found.kind not in ("bool", "any"):
                    look.error(
                        "CW307", f"a condition is true or false, and this is {words(found)}", one.argument.value.span
                    )
            elif not fits(found, wanted):
                code = "CW303" if wanted.kind == "orderable" else "CW301"
                look.error(code, f"this must be {words(wanted)}, and it is {words(found)}", one.argument.value.span)
                found = ANY
        else:
            found = _plain(look, scope, one, receiver)
            if parameter.name in ("_other", "_found", "_expected"):
                other = bare(found)
                if receiver.kind == "any" and parameter.name == "_found":
                    whole = bare(found)
        types.append(found)
    return Site(receiver, bound.given, tuple(types))


def _row_scope(look: Inference, scope: Scope, whole: Type, one: Given) -> Scope:
    name = one.element
    if name is None:
        return scope.child(row=Type("row") if whole.kind in OPEN else row_of(whole))
    argument = one.argument
    span = Span(argument.start, argument.start + len(name))
    known = scope.lookup(name)
    if known is not None:
        label = (Label(known.span, "declared here"),) if known.span.end > known.span.start else ()
        look.error("CW261", f"`{name}` is a name already; an element needs its own", span, label)
    kind = ANY if whole.kind in OPEN else element(whole)
    return scope.child({name: Binding(name, "element", kind, span)})


def _plain(look: Inference, scope: Scope, one: Given, receiver: Type) -> Type:
    parameter, value = one.parameter, one.argument.value
    wanted = type_from_text(parameter.type)
    special = SPECIAL.get(wanted.kind)
    if special is not None:
        return special(look, value, scope, wanted)
    found = look.infer(value, scope, wanted)
    if fits(found, wanted):
        return found
    shown = words(wanted)
    return look.error("CW301", f"this must be {shown}, and it is {words(found)}", value.span)


def report_problems(look: Inference, node: ast.Call, scope: Scope, function: Function, bound: Bound) -> None:
    """Reports arguments that are unknown, given twice, too many or missing."""
    names = [one.name for one in function.parameters if not one.name.startswith("_") and not one.many]
    form = (
        f"it is used as `{function.signature.partition('=')[0] if '=' in function.signature.partition('(')[0] else function.name}({_form(function)})`",
    )
    for problem, name, argument in bound.problems:
        if problem == "missing":
            look.error("CW309", f"`{function.name}` needs {_article(name)}", _name_span(node), notes=form)
            continue
        assert argument is not None
        span = Span(argument.start, argument.start + len(name)) if name else argument.span
        if problem == "duplicate":
            look.error("CW308", f"`{name}` is given twice", span)
        elif name == "strict" and "root" in function.receivers:
            look.error("CW315", "`strict` is part of the language that is not supported yet", span)
        elif problem == "many":
            look.error("CW310", f"`{function.name}` takes no further argument", argument.span, notes=form)
        else:
            look.unknown("CW254", f"`{function.name}` has no argument `{name}`", name, span, names, notes=form)
        if problem == "many":
            look.infer(argument.value, scope.child(row=Type("row")))


def _article(name: str) -> str:
    return f"an argument: {name.replace('_', ' ')}"


def _form(function: Function) -> str:
    shown = []
    for one in function.parameters:
        if one.many == "**":
            shown.append("name: …")
        elif one.name.startswith("_"):
            shown.append(one.name.lstrip("_") + ("?" if one.optional else ""))
        else:
            shown.append(f"{one.name}: …" if one.many == "" else f"{one.name}, …")
    return ", ".join(shown)


RULES[ast.Call] = _call  # type: ignore[assignment]
