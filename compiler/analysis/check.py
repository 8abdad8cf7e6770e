"""Checks one file: shape, names, types, and all that can be known without running it."""

from __future__ import annotations

from cowork_dsl.compiler.analysis import types
from cowork_dsl.compiler.analysis.build import build
from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft, Names
from cowork_dsl.compiler.analysis.echoes import without_echoes
from cowork_dsl.compiler.analysis.environment import Environment, Service
from cowork_dsl.compiler.analysis.gather import gather
from cowork_dsl.compiler.analysis.loader import Loader
from cowork_dsl.compiler.analysis.lower.cases import lower_case, lower_solution
from cowork_dsl.compiler.analysis.lower.entries import ENTRY_KINDS, declare_forms, lower_entries
from cowork_dsl.compiler.analysis.lower.head import (
    declare_output,
    lower_env,
    lower_goal,
    lower_params,
    lower_requirement,
    lower_value,
)
from cowork_dsl.compiler.analysis.lower.interface import lower_interface, offered
from cowork_dsl.compiler.analysis.lower.knowhow import declare_knowhow
from cowork_dsl.compiler.analysis.lower.services import lower_service
from cowork_dsl.compiler.analysis.lower.users import lower_user
from cowork_dsl.compiler.analysis.lower.verify import lower_verify
from cowork_dsl.compiler.analysis.rules import FILE_RULES, RULES
from cowork_dsl.compiler.analysis.scan import ROOTS
from cowork_dsl.compiler.analysis.scope import Binding, Scope, Surroundings
from cowork_dsl.compiler.analysis.types import MOMENT, ROOT, Origin, Type
from cowork_dsl.compiler.analysis.uses import load_uses
from cowork_dsl.compiler.diagnostics.model import Diagnostic, ordered
from cowork_dsl.compiler.schema.shape import Shape
from cowork_dsl.compiler.schema.shaped import Shaped
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax import parse_file
from cowork_dsl.compiler.syntax.ast import File
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Checked:
    """What a file means.

    Attributes:
        environment: None where there are errors, or where the file holds services only.
        services: The services that the file declares.
        diagnostics: All findings, by place.
    """

    environment: Environment | None
    services: tuple[Service, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def sound(self) -> bool:
        """Whether there is no error."""
        return all(found.severity != "error" for found in self.diagnostics)


@dataclass(frozen=True, slots=True)
class Inspected:
    """A check with all that it found out on its way, for editors."""

    checked: Checked
    file: File
    draft: Draft
    context: Context


def check_source(source: Source, loader: Loader) -> Checked:
    """Checks a source."""
    return check_with(source, loader, (source.path,))


def check_with(source: Source, loader: Loader, chain: tuple[str, ...]) -> Checked:
    """Checks a source that was reached over a chain of files by `use`."""
    return _inspect(source, loader, chain).checked


def inspect_source(source: Source, loader: Loader) -> Inspected:
    """Checks a source and keeps what the check knew."""
    return _inspect(source, loader, (source.path,))


def _inspect(source: Source, loader: Loader, chain: tuple[str, ...]) -> Inspected:
    parsed = parse_file(source)
    ctx = Context(source, loader)
    for diagnostic in parsed.diagnostics:
        ctx.report(diagnostic)
    broken = tuple(found.span.start for found in parsed.diagnostics if found.severity == "error")
    ctx.broken = broken
    shape = Shape(source, ctx.report, broken)
    shaped = shape.file(parsed.file)
    ctx.refused = shape.refused
    ctx.complete = not ctx.found
    universe = Scope({name: Binding(name, "root", ROOT, Span(0, 0)) for name in ROOTS})
    used = load_uses(shaped, ctx, chain, check_with)
    draft = Draft(source, shaped, gather(shaped), universe.child({}), universe, used=used.sources)
    draft.names.services.update({service.name: service for service in used.services})
    _services(draft, ctx, universe, used.services)
    if _is_environment(shaped):
        _environment(draft, ctx, universe)
        for rule in RULES:
            rule(draft, ctx)
    for rule in FILE_RULES:
        rule(draft, ctx)
    found = ordered(without_echoes(ctx.found, source))
    own = tuple(service for service in draft.services if service.origin.source is source)
    failed = draft.env is None or any(diagnostic.severity == "error" for diagnostic in found)
    return Inspected(Checked(None if failed else build(draft), own, found), parsed.file, draft, ctx)


def _is_environment(shaped: Shaped) -> bool:
    return any(
        isinstance(item, Shaped) and item.block.name not in ("cowork", "use", "service") for item in shaped.items
    )


def _services(draft: Draft, ctx: Context, universe: Scope, used: tuple[Service, ...]) -> None:
    for service in used:
        _tables(service, ctx)
    own: list[Service] = []
    for item in draft.shaped.blocks("service"):
        service = lower_service(item, ctx, universe)
        own.append(service)
        _tables(service, ctx)
        draft.names.services[service.name] = service
    draft.services = (*used, *own)


def _tables(service: Service, ctx: Context) -> None:
    for name, columns in service.tables:
        title = f"{service.name}.{name}"
        ctx.tables[title] = columns
        ctx.origins[title] = Origin(title, service.origin.source, columns[0].span if columns else service.origin.span)


def _environment(draft: Draft, ctx: Context, universe: Scope) -> None:
    sections: dict[str, list[Shaped]] = {}
    for item in draft.shaped.items:
        if isinstance(item, Shaped):
            sections.setdefault(item.block.name, []).append(item)
    none: list[Shaped] = []
    names = draft.names
    ctx.facts = frozenset(name for facts in names.facts.values() for name in facts)
    for item in sections.get("env", none):
        draft.env = item
        lower_env(item, ctx, draft)
    for item in sections.get("interface", none):
        declare_knowhow(item, ctx, draft)
    for item in sections.get("params", none):
        lower_params(item, ctx, draft)
    for item in sections.get("value", none):
        lower_value(item, ctx, draft)
    for item in sections.get("output", none):
        declare_output(item, ctx, draft)
    for item in sections.get("workspace", none):
        declare_forms(item.blocks(*ENTRY_KINDS, "each"), ctx, "workspace")
        scope = draft.base.child({}, place="workspace")
        draft.lets.extend(ctx.lets(item, scope, "workspace"))
        draft.workspace.extend(lower_entries(item, ctx, scope))
    for user in sections.get("user", none):
        for state in user.blocks("state"):
            for on in state.blocks("on"):
                declare_forms(on.blocks(*ENTRY_KINDS), ctx, "user")
    interface = sections.get("interface", none)
    offered(interface[0] if interface else None, draft)
    for item in interface:
        lower_interface(item, ctx, draft)
    draft.ground = ground(draft, ctx, universe)
    told = draft.base.child({}, place="goal")
    for item in sections.get("goal", none):
        lower_goal(item, ctx, draft, told)
    for item in sections.get("require", none):
        lower_requirement(item, ctx, draft, told)
    for item in sections.get("user", none):
        lower_user(item, ctx, draft)
    verify_scope = draft.ground
    for item in sections.get("verify", none):
        verify_scope = lower_verify(item, ctx, draft)
    seen: dict[str, Binding] = dict(verify_scope.names) if verify_scope is not draft.ground else {}
    for item in sections.get("solution", none):
        for name, binding in lower_solution(item, ctx, draft).items():
            if name in seen:
                ctx.hides(seen[name], binding)
            seen[name] = binding
    cases = draft.ground.child(seen, place="case")
    for kind in ("mutant", "variant"):
        for item in sections.get(kind, none):
            lower_case(item, ctx, draft, cases)


def ground(draft: Draft, ctx: Context, universe: Scope) -> Scope:
    """The scope of sections that can read: names, states, and what readers find."""
    states = {name: Binding(name, "state", MOMENT, Span(0, 0)) for user in draft.names.states.values() for name in user}
    for name, binding in states.items():
        universe.names.setdefault(name, binding)

    def read(root: str, reader: str, path: str, span: Span) -> Type | None:
        form = ctx.form(path)
        if form is None:
            return None
        if reader in ("table", "tables"):
            first = form.type.args[0] if form.kind == "xlsx" and form.type.args else None
            return form.type if form.kind == "table" else first
        if reader == "xlsx" and form.kind == "table":
            return Type("workbook")
        if reader == "json":
            return form.type if form.kind == "json" else None
        return form.type if reader == form.kind else types.TEXT if reader == "text" else None

    services: dict[str, dict[str, Type]] = {}
    for name in ctx.tables:
        service, _, table = name.partition(".")
        found = ctx.table(name)
        assert found is not None
        services.setdefault(service, {})[table] = found
    values = {binding.name: binding.type for binding in draft.base.names.values() if binding.kind == "value"}
    moments = [f"{user}.{state}" for user, known in draft.names.states.items() for state in known]
    surroundings = Surroundings(
        read,
        services,
        values,
        frozenset(draft.names.tools if ctx.complete or draft.interface.tools else ()),
        frozenset((*states, *moments)),
        ctx.facts,
    )
    return Scope({}, draft.base, None, "", surroundings)


__all__ = ["Checked", "Inspected", "Names", "check_source", "check_with", "inspect_source"]
