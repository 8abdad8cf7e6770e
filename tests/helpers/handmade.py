"""A small bundle built by hand, for tests of what stands on bundles but not on the compiler.

The agent sums `inbox/orders.csv` into `out/total.csv`; after the first draft the user corrects one order.
"""

from __future__ import annotations

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.bundle.bundle import Bundle, sealed
from cowork_dsl.compiler.bundle.canonical import digest_of
from cowork_dsl.grammar.tools import BUILTIN_TOOLS

ORDERS = b"id,amount\n1,100.00\n2,250.50\n3,30.00\n"
CONFIG = b'{"currency": "EUR"}\n'

GOAL = """\
Add up the column amount of `inbox/orders.csv` and write the sum to `out/total.csv`,
one row, one column: total (two decimals). Leave `inbox/` as you found it.

Today is 2026-04-02.
"""

SOLVE = """\
import csv
import pathlib
from decimal import Decimal

with open("inbox/orders.csv", newline="", encoding="utf-8") as lines:
    total = sum(Decimal(row["amount"]) for row in csv.DictReader(lines))
pathlib.Path("out").mkdir(exist_ok=True)
pathlib.Path("out/total.csv").write_text(f"total\\n{total:.2f}\\n", encoding="utf-8")
"""

VERIFIER = '''\
"""V_code of tests.handmade (seed 1)."""

from cowork_dsl.runtime.verdict.library import *


@let
def out():
    return table(after, "out/total.csv")


@check("rows")
def check_rows():
    """out/total.csv has exactly one row."""
    expect(eq(count(out()), 1))


@check("total")
def check_total():
    """The total follows the corrected order, to the cent."""
    expect(
        near(
            sum(out(), lambda row: col(row, "total")),
            sum(table(truth, "inbox/orders.csv"), lambda row: col(row, "amount")),
            money("0.01", "EUR"),
        )
    )


@check("inbox")
def check_inbox():
    """Nothing in inbox/ was touched, save by the user."""
    expect(unchanged(after, truth, "inbox/**"))
'''


def place(line: int) -> m.Place:
    """A place in the source that there could be."""
    return m.Place(file="handmade.cowork", line=line, column=3, end_line=line, end_column=20)


def _run(reply: str) -> tuple[m.Act, ...]:
    return (m.RunCode(op="run", name="solve.py", body=SOLVE), m.Reply(text=(reply,)))


def _check(name: str, line: int, message: str, **more: object) -> m.CheckInfo:
    told = {"kind": "check", "gate": False, "weight": 1, **more}
    return m.CheckInfo.model_validate(
        {"name": name, "message": message, "place": place(line), "expectations": (place(line + 3),), **told}
    )


def handmade_bundle() -> Bundle:
    """The bundle; a new one at each call, always with the same digest."""
    orders, config = digest_of(ORDERS), digest_of(CONFIG)
    restate = m.Transition(
        id="lead.drafting#0",
        name="restate",
        kind="correction",
        event=m.Event(type="turn"),
        when='exists(now, "out/total.csv")',
        acts=(
            m.Update(
                target=m.Target(path=("inbox/orders.csv",)),
                where='eq(col(row, "id"), 2)',
                values={"amount": 'money("300.00", "EUR")'},
            ),
            m.Say(text=("Order 2 was restated and I fixed the file.", " Please update."), tells=("restated",)),
        ),
        goto="correcting",
        place=place(40),
    )
    nudge = m.Transition(
        id="lead.drafting#1",
        event=m.Event(type="turn"),
        limit=2,
        acts=(m.Say(text=("I cannot see anything in out/ yet.",)),),
        place=place(50),
    )
    thanks = m.Transition(
        id="lead.correcting#0",
        event=m.Event(type="turn"),
        acts=(m.Say(text=("Thanks, that is all.",)),),
        goto="done",
        place=place(56),
    )
    lead = m.UserPolicy(
        name="lead",
        principal=True,
        sees=("out/**",),
        authority=("inbox/**",),
        states=(
            m.State(name="drafting", transitions=(restate, nudge), place=place(38)),
            m.State(name="correcting", transitions=(thanks,), place=place(55)),
            m.State(name="done", final=True, place=place(60)),
        ),
    )
    facts = (
        m.Fact(name="currency", text=("All amounts are EUR.",), ask=("currency", "euro")),
        m.Fact(name="restated", text=("Order 2 was restated.",), state="correcting"),
    )
    checks = m.Checks(
        checks=(
            _check("rows", 70, "out/total.csv has exactly one row.", covers="total", gate=True),
            _check(
                "total",
                75,
                "The total follows the corrected order, to the cent.",
                covers="total",
                weight=3,
                proves=("restate",),
                reads=(("after", "table", "out/total.csv"), ("truth", "table", "inbox/orders.csv")),
            ),
            _check("inbox", 80, "Nothing in inbox/ was touched, save by the user.", covers="inbox", gate=True),
        ),
        requirements=(
            m.RequirementInfo(name="total", text="out/total.csv holds the total", place=place(20)),
            m.RequirementInfo(name="inbox", text="inbox/ is left unchanged", place=place(21)),
        ),
        score=m.Score(),
    )
    cases = m.Cases(
        solution=(
            m.Turn(acts=_run("The total is in out/total.csv.")),
            m.Turn(state="correcting", acts=_run("Brought up to date.")),
        ),
        cases=(
            m.Case(
                kind="mutant", name="stale", doc="Keeps the old total.", breaks=("total",), from_turn=1, place=place(90)
            ),
            m.Case(
                kind="mutant",
                name="fixed_input",
                doc="Edits the input instead.",
                breaks=("inbox",),
                acts=(m.Update(target=m.Target(path=("inbox/orders.csv",)), values={"amount": 'money("1", "EUR")'}),),
                place=place(95),
            ),
        ),
    )
    amount = m.ColumnForm(name="amount", header="amount", type="money(EUR)")
    bundle = Bundle(
        manifest=m.Manifest(
            env="tests.handmade",
            title="Sum of orders",
            digest="",
            scenario="finance_accounting.closing_reporting.variance_analysis",
            capability=("data_transformation",),
            params={},
            seed=1,
            sources={"handmade.cowork": digest_of(b"")},
            compiler="0",
        ),
        goal=GOAL,
        snapshot=m.Snapshot(
            entries={
                "config": m.FileEntry(mode=0o755, kind="dir"),
                "config/report.json": m.FileEntry(blob=config, size=len(CONFIG)),
                "inbox": m.FileEntry(mode=0o755, kind="dir"),
                "inbox/orders.csv": m.FileEntry(blob=orders, size=len(ORDERS)),
                "out": m.FileEntry(mode=0o755, kind="dir"),
            }
        ),
        tools=m.Tools(
            tools=tuple(
                m.ToolDecl(
                    name=tool.name,
                    description=tool.description,
                    inputSchema=tool.input_schema,
                    annotations=tool.annotations,
                    source=tool.set,
                )
                for tool in BUILTIN_TOOLS
            ),
            deny=(m.Permission(subject="network"),),
            rules=(m.Permission(subject="write", values=("out/**",)),),
            limits=m.Limits(turns=6, steps=60, time=600),
            clock=m.Clock(start="2026-04-02T09:00:00+00:00"),
        ),
        forms=(
            m.Form(
                pattern="inbox/orders.csv",
                kind="table",
                columns=(m.ColumnForm(name="id", header="id", type="int", key=True), amount),
            ),
            m.Form(
                pattern="out/total.csv",
                kind="table",
                columns=(m.ColumnForm(name="total", header="total", type="money(EUR)"),),
                output=True,
                place=place(10),
            ),
            m.Form(pattern="config/report.json", kind="json", keys={"currency": "text"}),
        ),
        services=(),
        policy=m.Policy(users=(lead,)),
        profile=m.Profile(
            users=(
                m.UserProfile(
                    name="lead", persona="Terse.", wants="A total.", facts=facts, unknown=("exchange rates",)
                ),
            )
        ),
        checks=checks,
        rubric=m.Rubric(),
        cases=cases,
        verifier=VERIFIER,
        blobs={orders: ORDERS, config: CONFIG},
    )
    return sealed(bundle)
