"""A report as validation would write it, for tests of the page."""

from cowork_dsl.validation.report.model import (
    CaseRow,
    Check,
    CheckOutcome,
    CheckResult,
    Effort,
    EnvReport,
    Figure,
    Finding,
    Instance,
    Intervention,
    InterventionRun,
    Paths,
    Place,
    Reach,
    Requirement,
    Run,
)

FILE = "examples/roll_up.cowork"
CHECKS = ("rows", "revenue", "memo", "inbox")


def place(line: int, text: str = "") -> Place:
    return Place(file=FILE, line=line, text=text or f"line {line} of the source")


def run(
    name: str, code: float, results: str, instance: int = 1, ended: str = "done", path: tuple[str, ...] = ()
) -> Run:
    """`results` has one letter a check: p(ass), l(oses in part), f(ail), n(ot proven), e(rror)."""
    meaning: dict[str, CheckResult] = {"p": "pass", "l": "partial", "f": "fail", "n": "not_proven", "e": "error"}
    outcomes = tuple(
        CheckOutcome(
            check=check,
            result=meaning[letter],
            credit={"p": 1.0, "l": 0.5}.get(letter, 0.0),
            reason="" if letter == "p" else f"{check} differs from what the files say",
            operands=() if letter == "p" else ("out = {EMEA: 10.00 EUR}", "totals = {EMEA: 12.50 EUR}"),
            place=place(10 + index, f"  expect = near(out, totals, 0.01 EUR)  # {check}"),
        )
        for index, (check, letter) in enumerate(zip(CHECKS, results, strict=True))
    )
    return Run(
        name=name, instance=instance, code=code, passed=code == 1, ended=ended, path=path, calls=3, outcomes=outcomes
    )


def sample(
    env: str = "finance.roll_up", title: str = "Quarterly roll-up", doc: str = "Keeps the old figures."
) -> EnvReport:
    """One environment with something in every section."""
    states = ("drafting", "correcting", "done")
    return EnvReport(
        version="0",
        env=env,
        title=title,
        digest="sha256:" + "5a" * 32,
        ok=False,
        only=("paths", "effort", "interventions", "cases"),
        pass_line="1",
        judged=False,
        instances=(
            Instance(
                number=1, params={"region_count": "2", "cutoff": "2026-03-31"}, seed=1, digest="sha256:" + "5a" * 32
            ),
            Instance(
                number=2, params={"region_count": "4", "cutoff": "2026-06-30"}, seed=2, digest="sha256:" + "5b" * 32
            ),
        ),
        requirements=(
            Requirement(
                name="summary",
                text="out/summary.csv has one row per region, with its revenue",
                place=place(20),
                checks=("rows", "revenue"),
                judges=(),
                lost_in=("stale", "lists_all"),
            ),
            Requirement(
                name="memo",
                text="out/memo.md names the best region",
                place=place(21),
                checks=("memo",),
                judges=(),
                lost_in=("lists_all",),
            ),
            Requirement(
                name="inbox", text="inbox/ is left unchanged", place=place(22), checks=("inbox",), judges=(), lost_in=()
            ),
        ),
        checks=tuple(
            Check(
                name=name,
                kind="check",
                covers=covers,
                gate=gate,
                weight=weight,
                proves=proves,
                message=message,
                place=place(30 + index),
                lost_in=lost,
            )
            for index, (name, covers, gate, weight, proves, message, lost) in enumerate(
                (
                    ("rows", "summary", True, 1, (), "One row per region, no more and no fewer.", ("stub",)),
                    (
                        "revenue",
                        "summary",
                        False,
                        3,
                        ("restate",),
                        "Each region's revenue, to the cent.",
                        ("stale", "stub"),
                    ),
                    ("memo", "memo", False, 1, (), "The memo names the best region.", ("lists_all", "stub")),
                    ("inbox", "inbox", True, 1, (), "Nothing in inbox/ was touched.", ()),
                )
            )
        ),
        paths=Paths(
            solution=(run("solution", 1.0, "pppp", 1, path=states), run("solution", 1.0, "pppp", 2, path=states)),
            repeats=3,
            zones=("UTC", "Asia/Tokyo"),
            equal=True,
            explored=(
                run("idle", 0.0, "nnfp", 1, "stalled", states[:1]),
                run("asks everything", 0.0, "nnfp", 1, "limit", states[:1]),
            ),
            reach=(
                Reach(
                    kind="state",
                    user="finance_lead",
                    name="drafting",
                    about="first",
                    place=place(50),
                    reached_by=("solution", "idle"),
                ),
                Reach(
                    kind="state",
                    user="finance_lead",
                    name="done",
                    about="final",
                    place=place(60),
                    reached_by=("solution",),
                ),
                Reach(
                    kind="transition",
                    user="finance_lead",
                    name="restate",
                    about="on turn, correction",
                    place=place(52),
                    reached_by=("solution",),
                ),
                Reach(
                    kind="transition",
                    user="finance_lead",
                    name="drafting#1",
                    about="on turn",
                    place=place(56),
                    reached_by=(),
                ),
            ),
        ),
        effort=(
            Effort(run=run("idle", 0.0, "nnfp"), about="does nothing", bound="zero", ok=True),
            Effort(
                run=run("stub", 0.2, "flfp"),
                about="writes each output with its header only",
                bound="below the line",
                ok=True,
            ),
        ),
        interventions=(
            Intervention(
                name="restate",
                kind="correction",
                user="finance_lead",
                place=place(52, "    on turn {"),
                proved_by=("revenue",),
                fired_in=(1, 2),
                runs=(
                    InterventionRun(
                        way="idle", run=run("restate: idle", 0.25, "pfpp"), ok=True, expected="revenue fails"
                    ),
                    InterventionRun(
                        way="blind", run=run("restate: blind", 0.25, "pfpp"), ok=True, expected="one of revenue fails"
                    ),
                ),
            ),
        ),
        cases=(
            CaseRow(
                kind="mutant",
                name="stale",
                doc=doc,
                breaks=("revenue",),
                status="killed",
                place=place(70, "mutant stale {"),
                runs=(run("stale", 0.25, "pfpp", 1), run("stale", 0.25, "pfpp", 2)),
            ),
            CaseRow(
                kind="mutant",
                name="lists_all",
                doc="Names every region.",
                breaks=("memo",),
                status="killed",
                place=place(75),
                runs=(run("lists_all", 0.75, "ppfp"),),
            ),
            CaseRow(
                kind="mutant",
                name="fixed_input",
                doc="Edits the input instead.",
                breaks=("inbox",),
                status="survived",
                place=place(80),
                runs=(run("fixed_input", 1.0, "pppp"),),
            ),
            CaseRow(
                kind="variant",
                name="reordered",
                doc="Rows in another order.",
                breaks=(),
                status="passed",
                place=place(85),
                runs=(run("reordered", 1.0, "pppp"),),
            ),
            CaseRow(
                kind="variant",
                name="grouped",
                doc="Amounts with thousands separators.",
                breaks=(),
                status="failed",
                place=place(88),
                runs=(run("grouped", 0.25, "pfpp"),),
            ),
        ),
        mutants=Figure.of(2, 3),
        variants=Figure.of(1, 2),
        findings=(
            Finding(
                code="CW730",
                severity="error",
                owner="verifier",
                message="mutant `fixed_input` reaches the pass line",
                file=FILE,
                line=80,
                text="mutant fixed_input {",
                notes=("instance 1 (seed 1, region_count = 2): V_code 1.00, no check lost",),
                help="make a check notice what it does, or drop the mutant",
            ),
            Finding(
                code="CW705",
                severity="warning",
                owner="builder",
                message="no run fires this transition",
                file=FILE,
                line=56,
                text="    on turn {",
            ),
        ),
        seconds=3.2,
    )
