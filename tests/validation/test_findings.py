from cowork_dsl.compiler.bundle.models import Place
from cowork_dsl.validation.findings import MAX_NOTES, MUTANT_PASSES, NOT_REACHED, OWNERS, WARNINGS, Findings
from cowork_dsl.validation.subject import Subject
from tests.helpers.handmade import handmade_bundle


def place(line: int) -> Place:
    return Place(file="handmade.cowork", line=line, column=1, end_line=line, end_column=2)


def collected() -> Findings:
    texts = {"handmade.cowork": "one\ntwo\nthree\n"}
    return Findings(Subject((handmade_bundle(),), texts, {"handmade.cowork": "envs/handmade.cowork"}))


def test_many_instances_give_one_finding() -> None:
    findings = collected()
    for number in range(MAX_NOTES + 3):
        findings.add(MUTANT_PASSES, "it passes", place(2), f"instance {number}")
    (found,) = findings.all()

    assert (found.file, found.line, found.text) == ("envs/handmade.cowork", 2, "two")
    assert len(found.notes) == MAX_NOTES + 1
    assert found.notes[-1] == "and 3 more of this kind"
    assert (found.severity, found.owner) == ("error", "verifier")


def test_errors_come_first_then_the_order_of_the_file() -> None:
    findings = collected()
    findings.add(NOT_REACHED, "nobody", place(1))
    findings.add(MUTANT_PASSES, "late", place(3))
    findings.add(MUTANT_PASSES, "early", place(2))

    assert [found.message for found in findings.all()] == ["early", "late", "nobody"]


def test_a_line_outside_the_file_is_empty() -> None:
    findings = collected()
    findings.add(NOT_REACHED, "nobody", place(99))

    assert findings.all()[0].text == ""


def test_warnings_are_codes() -> None:
    assert set(OWNERS) > WARNINGS
