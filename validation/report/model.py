"""What validation found, as models: the terminal table, the JSON and the page are all made from these.

A part that was not measured is None, never an empty or a perfect figure.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from cowork_dsl.runtime.figures import wilson

FORMAT: Final = 1

Owner = Literal["builder", "verifier", "specification"]
CheckResult = Literal["pass", "partial", "fail", "not_proven", "error"]
PassName = Literal["paths", "effort", "interventions", "cases"]

PASSES: tuple[PassName, ...] = ("paths", "effort", "interventions", "cases")
"""The parts of a validation, in the order they run and are shown."""

Share = Annotated[float, Field(ge=0.0, le=1.0), AfterValidator(lambda share: round(share, 6))]


class Model(BaseModel):
    """Frozen, and strict about unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Place(Model):
    """A line of a source file with its text; ``text`` is empty where the file is not at hand."""

    file: str
    line: int
    text: str = ""


class Figure(Model):
    """A rate: ``hits`` of ``total``, with its 95 % Wilson interval; ``score`` is None where nothing was tried."""

    hits: int
    total: int
    score: Share | None
    low: Share
    high: Share

    @classmethod
    def of(cls, hits: int, total: int) -> Figure:
        """The figure of two counts."""
        interval = wilson(hits, total)
        return cls(
            hits=hits,
            total=total,
            score=hits / total if total else None,
            low=interval.low,
            high=interval.high,
        )


class MutationFigure(Model):
    """``workspace_mutation`` and ``verifier_mutation``: mutants that were caught, of those that differ."""

    killed: int
    total: int
    score: Share | None
    low: Share
    high: Share


class Finding(Model):
    """One thing that is not good, or worth knowing.

    Attributes:
        code: Registered, ``CW7xx``.
        severity: An error fails the gate.
        owner: Who mends it.
        message: One sentence.
        file: The source file as shown.
        line: From 1.
        text: That line.
        notes: Further facts, one line each: instances, operands, the figure.
        help: What mends it.
    """

    code: str
    severity: Literal["error", "warning"]
    owner: Owner
    message: str
    file: str
    line: int
    text: str = ""
    notes: tuple[str, ...] = ()
    help: str = ""


class Instance(Model):
    """One sampled member of the family; ``number`` from 1 is how the other parts name it."""

    number: int
    params: dict[str, str]
    seed: int
    digest: str


class CheckOutcome(Model):
    """What one check said of one run; reason and operands where it did not pass."""

    check: str
    result: CheckResult
    credit: Share
    reason: str = ""
    operands: tuple[str, ...] = ()
    place: Place | None = None


class Run(Model):
    """One graded run or final state.

    Attributes:
        name: The agent, case or intervention it belongs to.
        instance: Number of the instance.
        code: V_code; None where the verifier broke.
        passed: At or above the pass line, and the principal reached a final state.
        ended: ``done``, ``limit``, ``stalled`` ...; empty for a state that was not played.
        path: The principal's states in order.
        calls: Number of tool calls.
        outcomes: Check by check.
        note: What else matters, such as the time zone of a repeat.
    """

    name: str
    instance: int
    code: Share | None
    passed: bool
    ended: str = ""
    path: tuple[str, ...] = ()
    calls: int = 0
    outcomes: tuple[CheckOutcome, ...] = ()
    note: str = ""

    @property
    def perfect(self) -> bool:
        """Whether nothing is left to be desired: V_code 1, whatever the pass line is."""
        return self.passed and self.code == 1

    @property
    def lost(self) -> tuple[str, ...]:
        """The checks that did not give full credit."""
        return tuple(outcome.check for outcome in self.outcomes if outcome.result != "pass")


class Reach(Model):
    """A state or a transition of a user, and the agents whose runs reached it."""

    kind: Literal["state", "transition"]
    user: str
    name: str
    about: str
    place: Place
    reached_by: tuple[str, ...]


class Paths(Model):
    """Pass 1. ``equal`` is whether every repeat of the solution gave the same verdict."""

    solution: tuple[Run, ...]
    repeats: int
    zones: tuple[str, ...]
    equal: bool
    explored: tuple[Run, ...]
    reach: tuple[Reach, ...]


class Effort(Model):
    """Pass 2, empty effort: ``bound`` is what the run may reach at most."""

    run: Run
    about: str
    bound: Literal["zero", "below the line"]
    ok: bool


class InterventionRun(Model):
    """One way to treat an intervention: which checks had to fail (or to pass), and which did."""

    way: Literal["idle", "blind", "ignored", "yielded"]
    run: Run
    ok: bool
    expected: str


class Intervention(Model):
    """A named transition: what happens where the agent does not follow it."""

    name: str
    kind: str
    user: str
    place: Place
    proved_by: tuple[str, ...]
    fired_in: tuple[int, ...]
    runs: tuple[InterventionRun, ...]


class CaseRow(Model):
    """A declared mutant or variant over all instances.

    ``status``: a mutant is ``killed`` or ``survived``, a variant ``passed`` or ``failed``; ``not applicable`` is a
    mutant that equals the solution in every instance, ``not tried`` a case where the solution wins in no instance,
    ``broken`` one that could not be made or graded.
    """

    kind: Literal["mutant", "variant"]
    name: str
    doc: str
    breaks: tuple[str, ...]
    status: Literal["killed", "survived", "passed", "failed", "not applicable", "not tried", "broken"]
    place: Place
    runs: tuple[Run, ...]


class Requirement(Model):
    """A completion requirement, the checks and judges that cover it, and the runs that made it lose."""

    name: str
    text: str
    place: Place
    checks: tuple[str, ...]
    judges: tuple[str, ...]
    lost_in: tuple[str, ...]


class Check(Model):
    """A check with its place and those of its expectations; ``lost_in`` are the runs in which it did not give full credit."""

    name: str
    kind: Literal["check", "process"]
    covers: str
    gate: bool
    weight: int
    proves: tuple[str, ...]
    message: str
    place: Place
    expectations: tuple[Place, ...] = ()
    lost_in: tuple[str, ...] = ()


class EnvReport(Model):
    """Everything about one environment, or one family of them; ``version`` is that of the validating program."""

    format: Literal[1] = FORMAT
    version: str
    env: str
    title: str
    digest: str
    ok: bool
    only: tuple[PassName, ...]
    pass_line: str
    judged: bool | None = None
    instances: tuple[Instance, ...]
    requirements: tuple[Requirement, ...]
    checks: tuple[Check, ...]
    paths: Paths | None = None
    effort: tuple[Effort, ...] | None = None
    interventions: tuple[Intervention, ...] | None = None
    cases: tuple[CaseRow, ...] | None = None
    mutants: Figure | None = None
    variants: Figure | None = None
    workspace_mutation: MutationFigure | None = None
    verifier_mutation: MutationFigure | None = None
    false_accept: Figure | None = None
    false_reject: Figure | None = None
    properties: dict[str, bool] | None = None
    findings: tuple[Finding, ...] = ()
    seconds: float = 0.0

    @property
    def complete(self) -> bool:
        """Whether every part ran, so that the verdict counts."""
        return set(self.only) == set(PASSES)


class Report(Model):
    """One run of ``cowork test``."""

    envs: tuple[EnvReport, ...]

    @property
    def ok(self) -> bool:
        """Whether every environment passed its gate."""
        return all(env.ok for env in self.envs)
