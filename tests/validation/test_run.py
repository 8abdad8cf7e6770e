from dataclasses import replace

import pytest

from cowork_dsl.compiler.bundle.bundle import sealed
from cowork_dsl.validation.options import Options
from cowork_dsl.validation.report.model import PASSES, EnvReport, PassName
from cowork_dsl.validation.run import planned, validate
from cowork_dsl.validation.subject import Subject
from tests.helpers.handmade import handmade_bundle

pytestmark = pytest.mark.sandbox


def family() -> Subject:
    """Two instances that differ in their seed."""
    first = handmade_bundle()
    second = sealed(replace(first, manifest=first.manifest.model_copy(update={"seed": 2})))
    return Subject((first, second))


@pytest.fixture(scope="module")
def report() -> EnvReport:
    return validate(family(), Options(workers=2))


def test_a_sound_environment_passes(report: EnvReport) -> None:
    assert (report.ok, report.findings) == (True, ())
    assert [instance.seed for instance in report.instances] == [1, 2]
    assert report.complete


def test_the_solution_wins_in_every_repeat(report: EnvReport) -> None:
    assert report.paths is not None
    assert [(run.instance, run.note, run.passed) for run in report.paths.solution] == [
        (number, zone, True) for number in (1, 2) for zone in ("UTC", "Asia/Tokyo", "UTC")
    ]


def test_every_state_and_transition_is_listed(report: EnvReport) -> None:
    assert report.paths is not None
    reached = {(one.kind, one.name): one.reached_by for one in report.paths.reach}

    assert list(reached) == [
        ("state", "drafting"),
        ("transition", "restate"),
        ("transition", "drafting#1"),
        ("state", "correcting"),
        ("transition", "correcting#0"),
        ("state", "done"),
    ]
    assert "solution" in reached["transition", "restate"]
    assert "solution" not in reached["transition", "drafting#1"]
    assert "fixed_input" not in reached["state", "done"]


def test_no_empty_effort_earns_anything(report: EnvReport) -> None:
    assert report.effort is not None
    assert {effort.run.name for effort in report.effort} == {
        "idle",
        "replies only",
        "empty outputs",
        "bare outputs",
        "copied inputs",
        "keyword stuffing",
        "lists all",
    }
    assert all(effort.ok and effort.run.code == 0 for effort in report.effort)


def test_not_following_costs_the_check_that_proves(report: EnvReport) -> None:
    assert report.interventions is not None
    (restate,) = report.interventions

    assert (restate.proved_by, restate.fired_in) == (("total",), (1, 2))
    assert [(run.way, run.run.instance, run.ok) for run in restate.runs] == [
        ("idle", 1, True),
        ("blind", 1, True),
        ("idle", 2, True),
        ("blind", 2, True),
    ]


def test_what_was_not_measured_is_absent(report: EnvReport) -> None:
    assert report.workspace_mutation is None
    assert report.verifier_mutation is None
    assert (report.false_accept, report.false_reject, report.properties) == (None, None, None)


def test_requirements_know_what_breaks_them(report: EnvReport) -> None:
    assert {one.name: one.lost_in for one in report.requirements} == {"total": ("stale",), "inbox": ("fixed_input",)}


@pytest.mark.parametrize("only", PASSES)
def test_one_part_alone(only: PassName) -> None:
    steps: list[int] = []
    options = Options(only=(only,), instances=1, workers=1)
    subject = Subject((handmade_bundle(),))
    found = validate(subject, options, steps.append)
    parts = {name for name in PASSES if getattr(found, name) is not None}

    assert parts == {only}
    assert not found.complete
    assert sum(steps) == planned(subject, options)


def test_the_same_validation_gives_the_same_report(report: EnvReport) -> None:
    again = validate(family(), Options(workers=1))

    assert again.model_copy(update={"seconds": 0.0}) == report.model_copy(update={"seconds": 0.0})
