"""The names that codes of a bundle may use: the library and the states of the rollout."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.bundle.models import Profile
from cowork_dsl.compiler.values.events import Event
from cowork_dsl.compiler.values.failures import Fail, Missing, NotProven
from cowork_dsl.runtime.verdict.evidence import Evidence, World
from cowork_dsl.runtime.verdict.library import LIBRARY, PLAIN_LIBRARY
from cowork_dsl.runtime.verdict.made import texts_made
from cowork_dsl.runtime.verdict.probe import Probe, bound
from cowork_dsl.runtime.verdict.process import NO_RECORD
from cowork_dsl.runtime.verdict.view import Schema, View


def terms_of(profile: Profile) -> dict[str, list[str]]:
    """What gives each fact away: its terms, else its text."""
    return {
        fact.name: list(fact.terms) or ["".join(part for part in fact.text if isinstance(part, str))]
        for user in profile.users
        for fact in user.facts
    }


def schema_of(bundle: Bundle) -> Schema:
    """What a bundle declares of files and tables; keep it, its look-ups are remembered."""
    return Schema.of(bundle.forms, bundle.services)


def verdict_names(
    evidence: Evidence, schema: Schema, terms: Mapping[str, list[str]], probe: Probe, used: frozenset[str] | None = None
) -> dict[str, Any]:
    """The names of verifier.py for one rollout.

    Args:
        evidence: Of the rollout.
        schema: What the bundle declares.
        terms: What gives each fact away.
        probe: Runs a declared file in a fresh box on a copy of a state.
        used: The names that are needed; all of them where None.
    """
    after = View("after", evidence.after, schema)
    truth = View("truth", evidence.truth, schema)
    said = [message.text for message in evidence.messages if message.actor == "agent"]
    names: dict[str, Any] = {
        "after": after,
        "before": View("before", evidence.before, schema),
        "truth": truth,
        "record": evidence,
        "reply": said[-1] if said else Missing("the agent's reply"),
        "replies": said,
        "fact": lambda name: terms[name],
        "run_probe": bound(probe),
        "at": _moments("at", evidence, evidence.at, schema),
        "truth_at": _moments("truth.at", evidence, evidence.truth_at, schema),
    }
    if used is None or "made" in used:
        names["made"] = texts_made(evidence, after, truth)
    library = LIBRARY if used is None else {name: LIBRARY[name] for name in used if name in LIBRARY}
    return {**library, **names}


def change_names(now: World, truth: World, schema: Schema, **more: Any) -> dict[str, Any]:
    """The names of guards and changes: ``now`` is the world as it is, which cases call ``after``.

    Args:
        now: The state that is changed.
        truth: The truth replica at this time.
        schema: What the bundle declares.
        more: Further names, such as the event's and the lets of cases.
    """
    here = View("now", now, schema)
    return {**PLAIN_LIBRARY, "now": here, "after": here, "truth": View("truth", truth, schema), **more}


def case_names(now: World, evidence: Evidence, schema: Schema) -> dict[str, Any]:
    """The names of changes over a run's final state: those of other changes, and the run's earlier states.

    Args:
        now: The state that is changed.
        evidence: Of the run.
        schema: What the bundle declares.
    """
    return change_names(
        now,
        evidence.truth,
        schema,
        before=View("before", evidence.before, schema),
        at=_moments("at", evidence, evidence.at, schema),
        truth_at=_moments("truth.at", evidence, evidence.truth_at, schema),
    )


def _moments(name: str, evidence: Evidence, worlds: Mapping[str, World], schema: Schema) -> Any:
    def at(moment: object) -> View:
        if isinstance(moment, Event):
            raise Fail("the state at a call is not kept; name a turn, a state or first(PATH)")
        if evidence.ended == NO_RECORD:
            raise NotProven("there is no record of the run, only the folder that it left")
        world = worlds.get(str(moment))
        if world is None:
            raise Fail(f"the moment {moment} never came")
        return View(f"{name}({moment})", world, schema)

    return at
