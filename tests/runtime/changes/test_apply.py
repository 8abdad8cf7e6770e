"""One change at a time: on files, tables and json, in truth and in the world."""

from decimal import Decimal

import pytest

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.grammar.operators import OPERATORS as KNOWN
from cowork_dsl.runtime.changes.apply import Applied, ChangeFailed, Outcome, apply, apply_to_both
from cowork_dsl.runtime.changes.operators import OPERATORS, find
from cowork_dsl.runtime.changes.world import MemoryWorld
from cowork_dsl.runtime.verdict.evidence import World
from cowork_dsl.runtime.verdict.names import change_names
from cowork_dsl.runtime.verdict.view import Schema

ORDERS = b"id,amount\n1,100.00\n2,250.50\n3,30.00\n"
COLUMNS = (
    m.ColumnForm(name="id", header="id", type="int", key=True),
    m.ColumnForm(name="to", header="to", type="text"),
)
SCHEMA = Schema(
    (
        m.Form(
            pattern="inbox/orders.csv",
            kind="table",
            columns=(
                m.ColumnForm(name="id", header="id", type="int", key=True),
                m.ColumnForm(name="amount", header="amount", type="money(EUR)"),
            ),
        ),
    ),
    {"mail.message": COLUMNS},
)
START = World(
    {"inbox/orders.csv": ORDERS, "a.json": b'{"rate": 1.5, "items": [{"n": 1}, {"n": 2}]}\n', "note.md": b"# A\n\nb\n"},
    {"mail.message": ({"id": 1, "to": "ann"}, {"id": 2, "to": "bob"})},
    {"cap": 3},
)


def run(change: m.Change, world: MemoryWorld) -> Outcome:
    now = world.frozen()
    return apply(change, world, change_names(now, START, SCHEMA), SCHEMA, {"b1": b"blob"})


def target(path: str, at: str | None = None) -> m.Target:
    return m.Target(path=(path,), at=None if at is None else (at,))


MAIL = m.Target(table="mail.message")
EUR = 'money("7", "EUR")'

FILES = {
    "update by condition": (
        m.Update(target=target("inbox/orders.csv"), where='eq(col(row, "id"), 2)', values={"amount": EUR}),
        ORDERS.replace(b"250.50", b"7.00"),
    ),
    "update all rows by their own value": (
        m.Update(target=target("inbox/orders.csv"), values={"amount": 'mul(col(row, "amount"), 2)'}),
        b"id,amount\n1,200.00\n2,501.00\n3,60.00\n",
    ),
    "insert": (m.Insert(target=target("inbox/orders.csv"), values={"id": "4", "amount": EUR}), ORDERS + b"4,7.00\n"),
    "delete rows": (
        m.Delete(target=target("inbox/orders.csv"), where='gt(col(row, "id"), 1)'),
        b"id,amount\n1,100.00\n",
    ),
    "put a text": (m.Put(path=("note.md",), text=("cap ", m.Hole(code='value(now, "cap")'))), b"cap 3"),
    "put a blob": (m.Put(path=("note.md",), blob="b1"), b"blob"),
    "put json": (m.Put(path=("a.json",), json='{"a": [1, decimal("2.50")]}'), None),
    "json key": (
        m.Update(target=target("a.json"), values={"rate": 'decimal("2.25")'}),
        b'{"rate": 2.25, "items": [{"n": 1}, {"n": 2}]}\n',
    ),
    "json rows": (
        m.Update(target=target("a.json", "items"), where='eq(field(row, "n"), 2)', values={"n": "5"}),
        b'{"rate": 1.5, "items": [{"n": 1}, {"n": 5}]}\n',
    ),
    "json insert": (
        m.Insert(target=target("a.json", "items"), values={"n": "3"}),
        b'{"rate": 1.5, "items": [{"n": 1}, {"n": 2}, {"n": 3}]}\n',
    ),
    "lines": (m.Edit(target=target("note.md"), operator="reverse"), b"b\n\n# A\n"),
}


@pytest.mark.parametrize(("change", "expected"), FILES.values(), ids=FILES)
def test_a_change_of_a_file(change: m.Change, expected: bytes | None) -> None:
    world = MemoryWorld(START)
    outcome = run(change, world)

    assert isinstance(outcome, Applied)
    (path,) = outcome.paths
    assert expected is None or world.read(path) == expected
    assert [other for other in START.files if world.read(other) != START.files[other]] == [path]


def test_what_was_put_as_json_is_read_as_json() -> None:
    world = MemoryWorld(START)
    run(m.Put(path=("a.json",), json='{"a": [1, decimal("2.50")]}'), world)

    assert world.read("a.json") == b'{\n  "a": [\n    1,\n    "2.50"\n  ]\n}\n'


def test_rows_of_a_service() -> None:
    world = MemoryWorld(START)
    run(m.Insert(target=MAIL, values={"id": "3", "to": '"cy"'}), world)
    run(m.Update(target=MAIL, where='eq(col(row, "id"), 1)', values={"to": '"dee"'}), world)
    outcome = run(m.Delete(target=MAIL, where='eq(col(row, "to"), "bob")'), world)

    assert outcome == Applied((), ("mail.message",), ((2, {}),))
    assert world.rows("mail.message") == ({"id": 1, "to": "dee"}, {"id": 3, "to": "cy"})
    assert START.tables["mail.message"] == ({"id": 1, "to": "ann"}, {"id": 2, "to": "bob"})


def test_move_copy_and_delete() -> None:
    world = MemoryWorld(START)
    run(m.Relocate(op="copy", path=("note.md",), to=("out/n.md",)), world)
    run(m.Relocate(op="move", path=("inbox",), to=("old",)), world)
    run(m.Delete(target=target("a.json")), world)

    assert list(world.paths()) == ["note.md", "old/orders.csv", "out/n.md"]
    assert world.read("old/orders.csv") == ORDERS


def test_a_users_change_goes_by_key_whatever_the_agent_did_to_the_row() -> None:
    truth, world = MemoryWorld(START), MemoryWorld(START)
    world.write("inbox/orders.csv", b"amount;id\r\n9,00;2\r\n1,00;1\r\n")
    change = m.Update(
        target=target("inbox/orders.csv"),
        where='eq(col(row, "amount"), money("250.50", "EUR"))',
        values={"amount": 'add(col(row, "amount"), money("1", "EUR"))'},
    )
    in_truth, in_world = apply_to_both(change, truth, world, change_names(START, START, SCHEMA), SCHEMA, {})

    assert in_truth == in_world
    assert in_truth == Applied(("inbox/orders.csv",), (), ((2, {"amount": Money(Decimal("251.50"), "EUR")}),))
    assert world.read("inbox/orders.csv") == b"amount;id\r\n251.50;2\r\n1,00;1\r\n"


def test_where_the_agent_destroyed_the_target_the_truth_moves_alone() -> None:
    truth, world = MemoryWorld(START), MemoryWorld(START)
    world.remove("inbox/orders.csv")
    change = m.Update(target=target("inbox/orders.csv"), where='eq(col(row, "id"), 2)', values={"amount": EUR})
    in_truth, in_world = apply_to_both(change, truth, world, change_names(START, START, SCHEMA), SCHEMA, {})

    assert isinstance(in_truth, Applied)
    assert in_world == ChangeFailed("inbox/orders.csv: there is no such file")
    assert truth.read("inbox/orders.csv") == ORDERS.replace(b"250.50", b"7.00")


def test_a_change_of_what_the_agent_made_is_in_the_world_only() -> None:
    truth, world = MemoryWorld(START), MemoryWorld(START)
    world.write("out/draft.txt", b"draft")
    change = m.Delete(target=target("out/draft.txt"))
    in_truth, in_world = apply_to_both(change, truth, world, change_names(START, START, SCHEMA), SCHEMA, {})

    assert isinstance(in_truth, ChangeFailed)
    assert in_world == Applied(("out/draft.txt",))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (m.Update(target=target("no.csv"), values={"a": "1"}), "no such file"),
        (m.Update(target=target("inbox/orders.csv"), where='eq(col(row, "id"), 9)', values={"amount": EUR}), "no row"),
        (m.Update(target=target("inbox/orders.csv"), values={"nope": "1"}), "no column 'nope'"),
        (m.Update(target=target("inbox/orders.csv"), values={"amount": "div(1, 0)"}), "zero"),
        (m.Update(target=target("note.md"), values={"a": "1"}), "holds no rows"),
        (m.Update(target=target("a.json", "x.y"), values={"a": "1"}), "nothing at 'x.y'"),
        (m.Insert(target=MAIL, values={"id": "1"}), "already"),
        (m.Insert(target=m.Target(table="mail.nope"), values={}), "no such table"),
        (m.Relocate(op="move", path=("nope",), to=("x",)), "no such file or folder"),
        (m.Edit(target=target("inbox/orders.csv"), operator="nope"), "no operator"),
        (m.Edit(target=target("note.md"), operator="bump", args=('"a"',)), "no column"),
        (m.Edit(target=target("inbox/orders.csv"), operator="drop", args=("5",)), "no row 5"),
    ],
)
def test_what_cannot_be_done_says_why_and_does_nothing(change: m.Change, reason: str) -> None:
    world = MemoryWorld(START)
    outcome = run(change, world)

    assert isinstance(outcome, ChangeFailed)
    assert reason in outcome.reason
    assert world.frozen() == START


OPERATED = {
    "reverse": ((), b"id,amount\n3,30.00\n2,250.50\n1,100.00\n"),
    "shuffle": (("3",), b"id,amount\n2,250.50\n3,30.00\n1,100.00\n"),
    "drop": ((), b"id,amount\n1,100.00\n2,250.50\n"),
    "duplicate": (("0",), b"id,amount\n1,100.00\n1,100.00\n2,250.50\n3,30.00\n"),
    "truncate": ((), b"id,amount\n1,100.00\n"),
    "empty": ((), b""),
    "bump": (('"amount"', 'money("0.01", "EUR")'), b"id,amount\n1,100.01\n2,250.51\n3,30.01\n"),
    "swap": (("0", "neg(1)"), b"id,amount\n3,30.00\n2,250.50\n1,100.00\n"),
    "rename": (('"amount"', '"total"'), b"id,total\n1,100.00\n2,250.50\n3,30.00\n"),
}


ANN, BOB = START.tables["mail.message"]
OPERATORS_OF_ROWS: dict[str, tuple[tuple[str, ...], tuple[object, ...] | None]] = {
    "reverse": ((), (BOB, ANN)),
    "drop": ((), (ANN,)),
    "empty": ((), ()),
    "bump": (('"id"', "10"), ({**ANN, "id": 11}, {**BOB, "id": 12})),
    "rename": (('"id"', '"no"'), None),
}


@pytest.mark.parametrize("name", OPERATED)
def test_an_operator(name: str) -> None:
    args, expected = OPERATED[name]
    world = MemoryWorld(START)
    run(m.Edit(target=target("inbox/orders.csv"), operator=name, args=args), world)

    assert world.read("inbox/orders.csv") == expected


def test_the_operators_are_those_that_the_language_knows() -> None:
    find("reverse")

    assert sorted(OPERATORS) == sorted(KNOWN)


@pytest.mark.parametrize("name", OPERATORS_OF_ROWS)
def test_an_operator_on_rows_of_a_service(name: str) -> None:
    args, expected = OPERATORS_OF_ROWS[name]
    world = MemoryWorld(START)
    outcome = run(m.Edit(target=MAIL, operator=name, args=args), world)

    assert isinstance(outcome, Applied) == (expected is not None)
    assert world.rows("mail.message") == (START.tables["mail.message"] if expected is None else expected)


def test_bump_moves_by_one_where_nothing_is_said() -> None:
    world = MemoryWorld(START)
    run(m.Edit(target=target("inbox/orders.csv"), operator="bump", args=('"amount"',)), world)

    assert world.read("inbox/orders.csv") == b"id,amount\n1,101.00\n2,251.50\n3,31.00\n"
