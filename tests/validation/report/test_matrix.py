from cowork_dsl.validation.report.matrix import case_row, scores
from cowork_dsl.validation.report.model import CaseRow
from tests.helpers.reports import place, run, sample

CHECKS = sample().checks


def mutant(*results: str, breaks: tuple[str, ...] = ("revenue",)) -> CaseRow:
    runs = tuple(run("m", 0.5, letters, number + 1) for number, letters in enumerate(results))
    return CaseRow(kind="mutant", name="m", doc="", breaks=breaks, status="killed", place=place(1), runs=runs)


def test_a_mutant_is_green_where_it_loses_and_faint_where_not() -> None:
    row = case_row(mutant("pfpp"), CHECKS)

    assert [(cell.sign, cell.tone, cell.marked) for cell in row.cells] == [
        ("·", "none", False),
        ("✗", "good", True),
        ("·", "none", False),
        ("·", "none", False),
    ]


def test_a_break_that_holds_in_one_instance_is_red() -> None:
    cell = case_row(mutant("pfpp", "pppp"), CHECKS).cells[1]

    assert (cell.sign, cell.tone) == ("○", "bad")
    assert cell.words == "revenue was to lose, and passes in 1 of 2"


def test_the_worst_of_all_instances_is_shown() -> None:
    cell = case_row(mutant("lppp", "fppp", "pppp", breaks=()), CHECKS).cells[0]

    assert (cell.sign, cell.words) == ("✗", "rows fails in 2 of 3 instances")


def test_a_broken_verifier_is_never_green() -> None:
    assert case_row(mutant("eppp"), CHECKS).cells[0].tone == "warn"


def test_a_variant_is_red_where_it_loses() -> None:
    variant = mutant("pfpp").model_copy(update={"kind": "variant", "breaks": ()})

    assert [cell.tone for cell in case_row(variant, CHECKS).cells] == ["good", "bad", "good", "good"]


def test_scores_show_the_range() -> None:
    assert scores([run("m", 0.25, "pppp"), run("m", 1.0, "pppp")]) == "0.25 – 1.00"
    assert scores([]) == "–"
