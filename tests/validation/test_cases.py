from dataclasses import replace
from pathlib import Path

import pytest

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.bundle.bundle import Bundle, sealed
from cowork_dsl.validation.cases import case_run, overlaid
from cowork_dsl.validation.play import Observed, Stage
from cowork_dsl.validation.solution import solution_run
from cowork_dsl.validation.subject import Subject
from tests.helpers.handmade import handmade_bundle, place

pytestmark = pytest.mark.sandbox

WRONG = m.Put(path=("out/total.csv",), text=("total\n1.00\n",))


def with_case(case: m.Case) -> Bundle:
    bundle = handmade_bundle()
    return sealed(replace(bundle, cases=bundle.cases.model_copy(update={"cases": (case,)})))


def ran(folder: Path, kind: str = "mutant", **declared: object) -> Observed:
    case = m.Case.model_validate({"kind": kind, "name": "it", "breaks": ("total",), "place": place(90), **declared})
    stage = Stage(Subject((with_case(case),)), folder, "auto")
    solution_run(stage, 1, 0)
    return case_run(stage, 1, "it")


def test_changes_over_the_final_state(tmp_path: Path) -> None:
    found = ran(tmp_path, acts=(WRONG,))

    assert (found.run.lost, found.run.passed, found.equal) == (("total",), False, False)
    assert found.states == frozenset()


def test_another_reply_over_the_final_state(tmp_path: Path) -> None:
    found = ran(tmp_path, acts=(m.Reply(text=("Something else.",)),))

    assert (found.run.passed, found.equal) == (True, False)


def test_the_same_content_in_another_spelling_is_equal(tmp_path: Path) -> None:
    found = ran(tmp_path, acts=(m.Put(path=("out/total.csv",), text=('total\r\n"430.00"\r\n',)),))

    assert found.equal


def test_a_change_that_finds_nothing_is_trouble(tmp_path: Path) -> None:
    nowhere = m.Update(
        target=m.Target(path=("out/total.csv",)), where='eq(col(row, "total"), money("7", "EUR"))', values={}
    )
    found = ran(tmp_path, acts=(nowhere,))

    assert "no row to update" in found.trouble
    assert found.run.outcomes == ()


def test_replaced_turns_are_played(tmp_path: Path) -> None:
    found = ran(tmp_path, turns=(m.Turn(state="correcting", acts=(m.Reply(text=("Trust me.",)),)),))

    assert (found.run.lost, found.run.path) == (("total",), ("drafting", "correcting", "done"))


def test_the_agent_idles_from_a_turn_on(tmp_path: Path) -> None:
    found = ran(tmp_path, from_turn=1)

    assert (found.run.lost, found.run.ended, found.run.calls) == (("total",), "done", 1)


def test_acting_changes_are_played_in_the_last_segment(tmp_path: Path) -> None:
    wrong = m.RunCode(op="shell", name="it", body="printf 'total\\n1.00\\n' > out/total.csv")
    found = ran(tmp_path, acts=(wrong,))

    assert (found.run.lost, found.run.calls) == (("total",), 3)


def test_ignoring_an_intervention_is_graded_against_its_truth(tmp_path: Path) -> None:
    found = ran(tmp_path, ignores="restate")

    assert "total" in found.run.lost


@pytest.mark.parametrize("edit", ["without", "repeat"])
def test_edits_of_the_record(tmp_path: Path, edit: str) -> None:
    found = ran(tmp_path, **{edit: 'calls(record, "python")'})

    assert (found.run.passed, found.equal) == (True, False)
    assert found.run.calls == {"without": 0, "repeat": 4}[edit]


def test_an_edit_of_calls_that_are_not_there_is_trouble(tmp_path: Path) -> None:
    assert "no such call" in ran(tmp_path, without='calls(record, "shell")').trouble


def turn(name: str, state: str | None = None, number: int | None = None) -> m.Turn:
    return m.Turn(state=state, number=number, acts=(m.Reply(text=(name,)),))


@pytest.mark.parametrize(
    ("replacing", "kept"),
    [
        ((turn("x", state="s"),), ["x", "a", "b", "n3"]),
        ((turn("x", number=2),), ["x", "a", "s", "n3"]),
        ((turn("x", number=3),), ["x", "a", "b", "s"]),
        ((turn("x"),), ["x", "b", "s", "n3"]),
        ((turn("x"), turn("y")), ["x", "y", "s", "n3"]),
    ],
)
def test_which_turns_are_replaced(replacing: tuple[m.Turn, ...], kept: list[str]) -> None:
    solution = (turn("a"), turn("b"), turn("s", state="s"), turn("n3", number=3))
    names = [act.text[0] for one in overlaid(solution, replacing) for act in one.acts if isinstance(act, m.Reply)]

    assert names == kept
