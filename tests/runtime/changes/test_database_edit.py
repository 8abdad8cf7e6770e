"""Changes of the tables of a database: rows by key, and nothing that the file brings is run."""

import sqlite3
from collections.abc import Sequence

import pytest

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.runtime.changes.apply import Applied, ChangeFailed, Outcome, apply
from cowork_dsl.runtime.changes.world import MemoryWorld
from cowork_dsl.runtime.verdict.evidence import World
from cowork_dsl.runtime.verdict.names import change_names
from cowork_dsl.runtime.verdict.view import Schema
from tests.helpers.pieces import piece, rows, written

ORDERS = rows({"id": "int", "region": "text", "amount": "decimal"}, [1, "EMEA", 5], [2, "APAC", 7], [3, "EMEA", 9])
DATA = written(piece("database", "a.db", parts=[piece("table", "orders", rows=ORDERS)]))
COLUMNS = tuple(
    m.ColumnForm(name=name, header=name, type=kind, key=name == "id")
    for name, kind in (("id", "int"), ("region", "text"), ("amount", "decimal"))
)
SCHEMA = Schema((m.Form(pattern="a.db", kind="sqlite", tables={"orders": COLUMNS}),))
TARGET = m.Target(path=("a.db",), part=("orders",))


def run(change: m.Change, data: bytes = DATA) -> tuple[Outcome, bytes]:
    world = MemoryWorld(World({"a.db": data}))
    outcome = apply(change, world, change_names(world.frozen(), world.frozen(), SCHEMA), SCHEMA, {})
    return outcome, world.read("a.db") or b""


def content(data: bytes) -> Sequence[tuple[object, ...]]:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(data)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return connection.execute("SELECT id, region, amount FROM orders ORDER BY rowid").fetchall()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            m.Update(target=TARGET, where='eq(col(row, "region"), "EMEA")', values={"amount": 'decimal("0.5")'}),
            [(1, "EMEA", 0.5), (2, "APAC", 7), (3, "EMEA", 0.5)],
        ),
        (
            m.Insert(target=TARGET, values={"id": "4", "region": '"x"', "amount": "1"}),
            [(1, "EMEA", 5), (2, "APAC", 7), (3, "EMEA", 9), (4, "x", 1)],
        ),
        (m.Delete(target=TARGET, where='gt(col(row, "id"), 1)'), [(1, "EMEA", 5)]),
        (m.Delete(target=TARGET), []),
        (m.Edit(target=TARGET, operator="swap", args=('"region"', "0", "1")), None),
    ],
)
def test_rows(change: m.Change, expected: list[tuple[object, ...]] | None) -> None:
    outcome, data = run(change)
    if expected is None:
        return

    assert isinstance(outcome, Applied), outcome
    assert content(data) == expected


def test_what_was_changed_is_told_by_key() -> None:
    outcome, _ = run(m.Update(target=TARGET, where='eq(col(row, "id"), 2)', values={"region": '"z"'}))

    assert isinstance(outcome, Applied) and outcome.keys == ((2, {"region": "z"}),)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (m.Insert(target=TARGET, values={"id": "1", "region": '"x"', "amount": "1"}), "UNIQUE"),
        (m.Update(target=TARGET, values={"place": "1"}), "no column 'place'"),
        (m.Delete(target=m.Target(path=("a.db",), part=("order",))), "no table 'order'"),
        (m.Update(target=m.Target(path=("a.db",)), values={"id": "1"}), "holds no rows"),
    ],
)
def test_what_can_t_be_changed_says_why(change: m.Change, reason: str) -> None:
    outcome, data = run(change)

    assert isinstance(outcome, ChangeFailed) and reason in outcome.reason, outcome
    assert data == DATA


def test_a_trigger_of_the_file_is_not_run() -> None:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(DATA)
    connection.execute("CREATE TRIGGER wipe AFTER UPDATE ON orders BEGIN DELETE FROM orders; END")
    connection.commit()
    data = connection.serialize()
    outcome, after = run(m.Update(target=TARGET, where='eq(col(row, "id"), 2)', values={"region": '"z"'}), data)

    assert isinstance(outcome, ChangeFailed) and "not authorized" in outcome.reason
    assert len(content(after)) == 3
