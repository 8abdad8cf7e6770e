"""V_code of finance.quarter_rollup (seed 1)."""

from cowork_dsl.runtime.verdict.library import *

regions = ["EMEA", "APAC"]


@let
def out():
    return table(after, "out/summary.csv")


@let
def totals():
    return group_sum(
        group(tables(truth, "inbox/*.csv"), lambda row: upper(field(col(row, "file"), "stem"))),
        lambda row: col(row, "revenue"),
    )


@let
def memo():
    return md(after, "out/memo.md")


@check("rows")
def check_rows():
    """One row per region, no more and no fewer."""
    expect(eq(count(out()), count(regions)))


@check("revenue")
def check_revenue():
    """Each region's revenue follows the restated order, to the cent."""
    expect(
        near(
            map(out(), lambda row: col(row, "region"), lambda row: col(row, "revenue")),
            totals(),
            money("0.01", "EUR"),
        ),
    )


@check("memo")
def check_memo():
    """The memo is short and names the best region."""
    expect(le(words(memo()), 200))
    expect(eq(under(memo(), "Best region"), argmax(totals())))


@check("inbox")
def check_inbox():
    """Nothing in inbox/ was touched, save by the user."""
    expect(unchanged(after, truth, "inbox/**"))


@check("reread")
def check_reread():
    """The corrected file was read again after the correction."""
    expect(any(since(reads(record, "inbox/apac.csv"), "correcting")))
