"""private/tests.json: the solution, mutants and variants."""

from __future__ import annotations

from cowork_dsl.compiler.analysis import environment as e
from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.emit.changes import Changes
from cowork_dsl.compiler.emit.lowering import Lowering
from cowork_dsl.compiler.emit.places import place_of_origin


def cases_of(env: e.Environment, lowering: Lowering, changes: Changes) -> m.Cases:
    """The solution and the declared cases, with the lets that their codes name."""
    solution = tuple(_turn(turn, changes, f"solution {place}") for place, turn in enumerate(env.solution))
    cases = tuple(_case(case, lowering, changes) for case in env.cases)
    return m.Cases(solution=solution, cases=cases, lets=lowering.named_lets())


def _case(case: e.Case, lowering: Lowering, changes: Changes) -> m.Case:
    owner = f"{case.kind} {case.name}"
    return m.Case(
        kind=case.kind,
        name=case.name,
        doc=case.origin.doc or "",
        breaks=case.breaks,
        acts=tuple(changes.act(act, owner=owner) for act in case.acts),
        turns=tuple(_turn(turn, changes, f"{owner} {place}") for place, turn in enumerate(case.turns)),
        from_turn=case.from_turn,
        ignores=case.ignores,
        yields=case.yields,
        without=lowering.code(case.without, "name", "truth") if case.without else None,
        repeat=lowering.code(case.repeat, "name", "truth") if case.repeat else None,
        place=place_of_origin(case.origin),
    )


def _turn(turn: e.Turn, changes: Changes, owner: str) -> m.Turn:
    acts = tuple(changes.act(act, owner=owner) for act in turn.acts)
    return m.Turn(state=turn.state, number=turn.number, acts=acts, place=place_of_origin(turn.origin))
