"""The library is total: whatever it is called with, it has a value or fails; only a wrong number of arguments is broken."""

import inspect
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.values.admit import Broken, admit, run
from cowork_dsl.compiler.values.doc import Block, Doc
from cowork_dsl.compiler.values.events import Event, Events
from cowork_dsl.compiler.values.failures import Fail, Missing, NotProven
from cowork_dsl.compiler.values.library import NAMESPACE, PLAIN
from cowork_dsl.compiler.values.scalars import FilePath, Money, Percent
from cowork_dsl.compiler.values.tables import Groups, table_of

TABLE = table_of([{"a": 1, "b": "x"}, {"a": 2, "b": "y"}], key="a")
VALUES: dict[str, Any] = {
    "none": None,
    "gone": Missing("out/a.csv"),
    "yes": True,
    "huge": 10**500,
    "third": Decimal("0.333"),
    "share": Percent(Decimal("0.07")),
    "euros": Money(Decimal("5.50"), "EUR"),
    "dollars": Money(Decimal("5.50"), "USD"),
    "day": date(2026, 4, 2),
    "last_day": date.max,
    "instant": datetime(2026, 4, 2, 9, 0, tzinfo=UTC),
    "clock": time(9, 30),
    "span": timedelta(days=3),
    "word": "a b 12",
    "file": FilePath("in/a.csv"),
    "numbers": [3, 1, 2],
    "mixed": [1, "a", None],
    "nothing": [],
    "rows": [{"a": 1}, {"a": 2}],
    "mapped": {"a": 1, "b": 2},
    "table": TABLE,
    "groups": Groups((("x", TABLE),)),
    "doc": Doc((Block("heading", "A", 1), Block("paragraph", "Total: 5 EUR"))),
    "events": Events((Event(1, {"a": 1}),), {"turn(1)": 3}),
}
NAMES = {**{f"v_{name}": value for name, value in VALUES.items()}, **NAMESPACE}
ARGUMENTS = st.sampled_from(
    [
        *(f"v_{name}" for name in VALUES),
        "1",
        "0",
        '"a"',
        "None",
        'lambda row: col(row, "a")',
        "lambda row: row",
        "lambda row: eq(row, 1)",
        '{"z": lambda row: 1}',
    ]
)


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(sorted(NAMESPACE)), st.lists(ARGUMENTS, max_size=4))
def test_library_is_total(name: str, arguments: list[str]) -> None:
    text = f"{name}({', '.join(arguments)})"
    try:
        code = admit(text, NAMES)
    except ValueError:
        return
    try:
        run(code, NAMES)
    except (Fail, NotProven) as ending:
        assert ending.reason
    except Broken:
        with pytest.raises(TypeError):
            inspect.signature(NAMESPACE[name]).bind(*arguments)


def test_both_name_spaces_have_the_same_names() -> None:
    actual = set(NAMESPACE) ^ set(PLAIN)

    assert actual == set()


def test_all_names_are_plain_functions() -> None:
    others = [name for name, value in NAMESPACE.items() if not inspect.isfunction(value)]

    assert others == []
