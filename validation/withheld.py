"""A world in which one intervention changes nothing, though its words are said and the users go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cowork_dsl.compiler.bundle import models
from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.runtime.changes.apply import Applied, apply
from cowork_dsl.runtime.changes.world import MemoryWorld
from cowork_dsl.runtime.verdict.evidence import Evidence, World
from cowork_dsl.runtime.verdict.names import change_names, schema_of


@dataclass(frozen=True, slots=True)
class Touched:
    """What a transition's changes touched: files, and tables of services."""

    paths: frozenset[str] = frozenset()
    tables: frozenset[str] = frozenset()


_CHANGES = (models.Put, models.Insert, models.Update, models.Delete, models.Relocate, models.Edit)


def changes_of(transition: models.Transition) -> tuple[models.Change, ...]:
    """The changes of the world among a transition's acts."""
    return tuple(act for act in transition.acts if isinstance(act, _CHANGES))


def transitions_of(bundle: Bundle) -> Iterator[tuple[models.UserPolicy, models.Transition]]:
    """All transitions with their users, in the order of the file."""
    for user in bundle.policy.users:
        for state in user.states:
            for transition in state.transitions:
                yield user, transition


def without_changes(bundle: Bundle, transition: models.Transition) -> Bundle:
    """The bundle in which the transition fires, speaks and moves, but changes nothing."""
    kept = tuple(act for act in transition.acts if act not in changes_of(transition))
    bare = transition.model_copy(update={"acts": kept})
    users = tuple(
        user.model_copy(
            update={
                "states": tuple(
                    state.model_copy(
                        update={"transitions": tuple(bare if t.id == transition.id else t for t in state.transitions)}
                    )
                    for state in user.states
                )
            }
        )
        for user in bundle.policy.users
    )
    return replace(bundle, policy=bundle.policy.model_copy(update={"users": users}))


def put_back(bundle: Bundle, transition: models.Transition, evidence: Evidence, seen: bool) -> Evidence:
    """The evidence with the withheld changes in the truth, from the moment on at which they were due.

    Args:
        bundle: The intact bundle.
        transition: What was withheld.
        evidence: Of the run without it.
        seen: Whether the final world holds them, too, so that only the agent never saw them.
    """
    fired = next((one.index for one in evidence.entered if one.transition == transition.id), None)
    if fired is None:
        return evidence
    later = {name for name, index in evidence.moments.items() if index > fired}
    return replace(
        evidence,
        truth=_with(bundle, transition, evidence.truth, evidence.truth)[0],
        truth_at={
            name: _with(bundle, transition, world, world)[0] if name in later else world
            for name, world in evidence.truth_at.items()
        },
        after=_with(bundle, transition, evidence.after, evidence.truth)[0] if seen else evidence.after,
    )


def touched(bundle: Bundle, transition: models.Transition, evidence: Evidence) -> Touched:
    """What the transition's changes touch.

    They are tried at the start and at the end: one may need what came later, another what is gone by then.
    """
    first, last = (_with(bundle, transition, world, world)[1] for world in (evidence.before, evidence.truth))
    return Touched(first.paths | last.paths, first.tables | last.tables)


def _with(bundle: Bundle, transition: models.Transition, base: World, truth: World) -> tuple[World, Touched]:
    """A world with the transition's changes; by key, as in a run."""
    schema = schema_of(bundle)
    replica, world = MemoryWorld(truth), MemoryWorld(base)
    paths: set[str] = set()
    tables: set[str] = set()
    for change in changes_of(transition):
        names = change_names(world.frozen(), replica.frozen(), schema)
        first = apply(change, replica, names, schema, bundle.blobs)
        keys = first.keys if isinstance(first, Applied) else None
        done = apply(change, world, names, schema, bundle.blobs, keys)
        if isinstance(done, Applied):
            paths.update(done.paths)
            tables.update(done.tables)
    return world.frozen(), Touched(frozenset(paths), frozenset(tables))
