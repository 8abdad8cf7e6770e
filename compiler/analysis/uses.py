"""`use`: services of the library and of other files."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, cast

from cowork_dsl.compiler.analysis.environment import Service
from cowork_dsl.compiler.analysis.loader import Loader
from cowork_dsl.compiler.schema.shaped import Shaped
from cowork_dsl.compiler.schema.sorts import Word
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax.ast import Label
from cowork_dsl.grammar.records import dataclass

if TYPE_CHECKING:
    from cowork_dsl.compiler.analysis.context import Context
    from cowork_dsl.compiler.diagnostics.model import Diagnostic

LIBRARY_PREFIX = "std."
DEEPEST = 16
"""How many files may use one another in a row."""


class _Checked(Protocol):
    @property
    def services(self) -> tuple[Service, ...]: ...

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]: ...

    @property
    def sound(self) -> bool: ...


Check = Callable[[Source, Loader, tuple[str, ...]], _Checked]


@dataclass(frozen=True, slots=True)
class Used:
    """What `use` brought in."""

    services: tuple[Service, ...]
    sources: tuple[Source, ...]


_LIBRARY: dict[str, tuple[Service, ...]] = {}
"""Services of library files by path and text: many sources use the same few."""


def load_uses(shaped: Shaped, ctx: Context, chain: tuple[str, ...], check: Check) -> Used:
    """Loads all files that a file uses; each problem stands at its `use`."""
    services: dict[str, Service] = {}
    sources: list[Source] = []
    for item in shaped.blocks("use"):
        label = item.statement.labels[0]
        source = _source(item, label, ctx)
        if source is None:
            ctx.complete = False
            continue
        if source.path in chain:
            circle = " → ".join((*chain[chain.index(source.path) :], source.path))
            ctx.error("CW232", f"the file uses itself: {circle}", label.span)
            ctx.complete = False
            continue
        if len(chain) >= DEEPEST:
            ctx.error("CW235", f"files use one another more than {DEEPEST} deep", label.span)
            ctx.complete = False
            continue
        found = _services(source, ctx, label, chain, check)
        if not found:
            ctx.complete = False
        sources.append(source)
        for service in found:
            if service.name in services:
                ctx.error("CW221", f"two `service` have the name `{service.name}`", label.span)
            services[service.name] = service
    return Used(tuple(services.values()), tuple(sources))


def _source(item: Shaped, label: Label, ctx: Context) -> Source | None:
    if item.data is None:
        if not label.value.startswith(LIBRARY_PREFIX):
            ctx.error(
                "CW230",
                f'`use {label.value}` names no file; write `use {label.value} = "PATH"`, or `use std.NAME`',
                label.span,
            )
            return None
        name = label.value.removeprefix(LIBRARY_PREFIX)
        source = ctx.loader.library(name)
        if source is None:
            word = Word(name, label.start + len(LIBRARY_PREFIX), label.end)
            ctx.unknown("CW231", "file of the library", word, ctx.loader.library_names())
        return source
    word = cast(Word, item.data)
    if "." in label.value:
        ctx.error("CW230", 'a file of the project is used under a plain name: `use NAME = "PATH"`', label.span)
        return None
    found = ctx.loader.source(ctx.source, word.text)
    if isinstance(found, Source):
        return found
    reason = {
        "missing": f"there is no file `{word.text}` beside the source",
        "outside": f"`{word.text}` is not inside the project",
        "large": f"`{word.text}` is too large for a source",
        "unreadable": f"`{word.text}` is no source text",
    }[found]
    ctx.error("CW421" if found == "outside" else "CW420", reason, Span(word.start, word.end))
    return None


def _services(source: Source, ctx: Context, label: Label, chain: tuple[str, ...], check: Check) -> tuple[Service, ...]:
    key = f"{source.path}\0{source.text}"
    known = _LIBRARY.get(key)
    if known is not None:
        return known
    checked = check(source, ctx.loader, (*chain, source.path))
    for diagnostic in checked.diagnostics:
        ctx.found.append(diagnostic)
    if checked.sound and not checked.services:
        ctx.error("CW233", f"`{source.path}` holds no services; only services can be used by other files", label.span)
    if checked.sound and source.path.startswith("std/"):
        _LIBRARY[key] = checked.services
    return checked.services
