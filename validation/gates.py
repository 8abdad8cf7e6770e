"""What all passes together must show, and whether the gate is passed."""

from __future__ import annotations

from collections.abc import Sequence

from cowork_dsl.validation.findings import CHECK_CONSTANT, NEVER_LOST, VERIFIER_BREAKS, Findings
from cowork_dsl.validation.play import Observed
from cowork_dsl.validation.report.model import CaseRow, Check, Finding, Requirement
from cowork_dsl.validation.subject import Subject, instance_words


def judge_broken(subject: Subject, runs: Sequence[Observed], findings: Findings) -> None:
    """No check may break, in any run."""
    instances = {instance.number: instance for instance in subject.instances}
    checks = {check.name: check for check in subject.first.checks.checks}
    for one in runs:
        for name in one.broken:
            reason = next(outcome.reason for outcome in one.run.outcomes if outcome.check == name)
            findings.add(
                VERIFIER_BREAKS,
                f"the check `{name}` broke instead of giving a result",
                checks[name].place,
                f"{one.run.name}, {instance_words(instances[one.run.instance])}: {reason}",
            )


def requirements(subject: Subject, cases: Sequence[CaseRow] | None) -> tuple[Requirement, ...]:
    """The requirements with what covers them, and the mutants that made them lose."""
    found = []
    for one in subject.first.checks.requirements:
        checks = tuple(check.name for check in subject.first.checks.checks if check.covers == one.name)
        lost_in = tuple(
            case.name
            for case in cases or ()
            if case.kind == "mutant" and any(set(checks) & set(run.lost) for run in case.runs)
        )
        found.append(
            Requirement(
                name=one.name,
                text=one.text,
                place=subject.place(one.place),
                checks=checks,
                judges=tuple(judge.name for judge in subject.first.rubric.judges if judge.covers == one.name),
                lost_in=lost_in,
            )
        )
    return tuple(found)


def judge_requirements(subject: Subject, covered: Sequence[Requirement], findings: Findings) -> None:
    """Every requirement that a check covers is made to lose by some mutant.

    Where a mutant was meant to and failed in it, that finding says enough.
    """
    places = {one.name: one.place for one in subject.first.checks.requirements}
    aimed = aimed_at(subject)
    for one in covered:
        if one.checks and not one.lost_in and not aimed.intersection(one.checks):
            findings.add(
                NEVER_LOST,
                f"no mutant makes the requirement `{one.name}` lose",
                places[one.name],
                help="add a mutant that breaks it and nothing else",
            )


def aimed_at(subject: Subject) -> set[str]:
    """The checks that some mutant is declared to break."""
    return {name for case in subject.first.cases.cases if case.kind == "mutant" for name in case.breaks}


def checks(subject: Subject, runs: Sequence[Observed]) -> tuple[Check, ...]:
    """The checks, each with the runs that it did not let pass."""
    lost: dict[str, dict[str, None]] = {}
    for one in runs:
        for name in one.run.lost:
            lost.setdefault(name, {}).setdefault(one.run.name)
    return tuple(
        Check(
            name=check.name,
            kind=check.kind,
            covers=check.covers,
            gate=check.gate,
            weight=check.weight,
            proves=check.proves,
            message=check.message,
            place=subject.place(check.place),
            expectations=tuple(subject.place(place) for place in check.expectations),
            lost_in=tuple(lost.get(check.name, {})),
        )
        for check in subject.first.checks.checks
    )


def judge_constant(
    subject: Subject, found: Sequence[Check], covered: Sequence[Requirement], findings: Findings
) -> None:
    """A check that nothing makes lose may be dead, where its requirement is made to lose by others."""
    places = {check.name: check.place for check in subject.first.checks.checks}
    lost = {one.name for one in covered if one.lost_in}
    aimed = aimed_at(subject)
    for check in found:
        if not check.lost_in and check.covers in lost and check.name not in aimed:
            findings.add(CHECK_CONSTANT, f"no run makes the check `{check.name}` lose", places[check.name])


def gate(found: Sequence[Finding]) -> bool:
    """Whether the environment may be used: no finding is an error."""
    return all(finding.severity != "error" for finding in found)
