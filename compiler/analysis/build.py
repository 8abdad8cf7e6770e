"""From a draft without errors to the checked environment."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Environment, Origin, Text


def build(draft: Draft) -> Environment:
    """Freezes a draft."""
    assert draft.env is not None
    head = draft.env.statement
    return Environment(
        name=draft.env.name,
        title=draft.title,
        scenario=draft.scenario,
        capability=draft.capability,
        labels=tuple(draft.labels),
        source=draft.source,
        used=draft.used,
        params=tuple(draft.params),
        where=tuple(draft.where),
        lets=tuple(draft.lets),
        goal=draft.goal or Text(("",), head.span, draft.source),
        requirements=tuple(draft.requirements),
        outputs=tuple(draft.outputs),
        values=tuple(draft.values),
        workspace=tuple(draft.workspace),
        interface=draft.interface,
        services=tuple(service for service in draft.services if service.name in draft.interface.services),
        users=tuple(draft.users),
        checks=tuple(draft.checks),
        judges=tuple(draft.judges),
        score=draft.score,
        solution=tuple(draft.solution),
        cases=tuple(draft.cases),
        origin=Origin(draft.source, head.span, head.doc),
    )
