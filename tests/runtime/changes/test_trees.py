"""Changes of yaml, toml and jsonl files: values move, what else stands there stays as far as the format lets it."""

from decimal import Decimal

import pytest

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.runtime.changes.apply import Applied, ChangeFailed, apply
from cowork_dsl.runtime.changes.world import MemoryWorld
from cowork_dsl.runtime.readers.registry import readers
from cowork_dsl.runtime.verdict.evidence import World
from cowork_dsl.runtime.verdict.names import change_names
from cowork_dsl.runtime.verdict.view import Schema

YAML = b"# people edit this\nlimit: 3  # items\nowner: 'ann'\nplaces:\n  - name: A\n    open: true\n  - name: B\n    open: no\n"
TOML = b"limit = 3\n\n[owner]\nname = 'ann'\n"
LINES = b'{"Order ID": 1, "amount": 5.00}\n{"Order ID": 2, "amount": 7.50}\n'
START = World({"a.yaml": YAML, "a.toml": TOML, "a.jsonl": LINES})
SCHEMA = Schema(
    (
        m.Form(
            pattern="a.jsonl",
            kind="table",
            columns=(
                m.ColumnForm(name="id", header="Order ID", type="int", key=True),
                m.ColumnForm(name="amount", header="amount", type="money(EUR)"),
            ),
        ),
    )
)


def changed(change: m.Change) -> MemoryWorld:
    world = MemoryWorld(START)
    outcome = apply(change, world, change_names(START, START, SCHEMA), SCHEMA, {})
    assert isinstance(outcome, Applied), outcome
    return world


def target(path: str, at: str | None = None) -> m.Target:
    return m.Target(path=(path,), at=None if at is None else (at,))


def text(change: m.Change, path: str) -> str:
    return (changed(change).read(path) or b"").decode()


def test_a_set_value_leaves_the_rest_of_a_yaml_file_as_it_is() -> None:
    change = m.Update(target=target("a.yaml"), values={"limit": "4", "owner": '"no"'})

    assert text(change, "a.yaml") == YAML.decode().replace("limit: 3", "limit: 4").replace("'ann'", "'no'")


def test_a_place_inside_of_a_yaml_file() -> None:
    change = m.Update(target=target("a.yaml", "places"), where='eq(col(row, "name"), "B")', values={"open": "True"})

    assert text(change, "a.yaml") == YAML.decode().replace("open: no", "open: true")


def test_a_new_key_of_a_yaml_file_is_there() -> None:
    change = m.Update(target=target("a.yaml"), values={"until": 'date("2026-05-01")'})
    found = readers()["yaml"].parse(text(change, "a.yaml").encode(), "a.yaml", None)

    assert isinstance(found, dict) and str(found["until"]) == "2026-05-01"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (m.Update(target=target("a.toml"), values={"limit": "4"}), 'limit = 4\n\n[owner]\nname = "ann"\n'),
        (
            m.Update(target=target("a.toml", "owner"), values={"name": '"bob"'}),
            'limit = 3\n\n[owner]\nname = "bob"\n',
        ),
        (
            m.Update(target=target("a.toml"), values={"rate": 'decimal("0.10")'}),
            'limit = 3\nrate = 0.10\n\n[owner]\nname = "ann"\n',
        ),
    ],
)
def test_toml(change: m.Change, expected: str) -> None:
    assert text(change, "a.toml") == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            m.Update(target=target("a.jsonl"), where='eq(col(row, "id"), 2)', values={"amount": 'money("9", "EUR")'}),
            '{"Order ID": 1, "amount": 5.00}\n{"Order ID": 2, "amount": 9.00}\n',
        ),
        (
            m.Insert(target=target("a.jsonl"), values={"id": "3", "amount": 'money("1.50", "EUR")'}),
            '{"Order ID": 1, "amount": 5.00}\n{"Order ID": 2, "amount": 7.50}\n{"Order ID": 3, "amount": 1.50}\n',
        ),
        (
            m.Delete(target=target("a.jsonl"), where='gt(col(row, "amount"), money("6", "EUR"))'),
            '{"Order ID": 1, "amount": 5.00}\n',
        ),
        (m.Edit(target=target("a.jsonl"), operator="reverse"), "".join(reversed(LINES.decode().splitlines(True)))),
    ],
)
def test_lines(change: m.Change, expected: str) -> None:
    assert text(change, "a.jsonl") == expected


def test_values_of_rows_are_typed() -> None:
    world = changed(
        m.Update(target=target("a.jsonl"), values={"amount": 'mul(col(row, "amount"), 2)'}),
    )
    table = readers()["table"].parse(world.read("a.jsonl") or b"", "a.jsonl", SCHEMA.forms[0])

    assert [row["amount"].amount for row in table.rows] == [Decimal(10), Decimal(15)]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("path", "data", "reason"),
    [
        ("a.yaml", b"a: [1\n", "is not YAML"),
        ("a.toml", b"a = \n", "is not TOML"),
        ("a.toml", b"a = 1\n", "none"),
        ("a.jsonl", b"[1]\n", "no table"),
    ],
)
def test_what_can_t_be_changed_says_why(path: str, data: bytes, reason: str) -> None:
    world = MemoryWorld(World({path: data}))
    values = {"a": "None"}
    names = change_names(world.frozen(), world.frozen(), SCHEMA)
    outcome = apply(m.Update(target=target(path), values=values), world, names, SCHEMA, {})

    assert isinstance(outcome, ChangeFailed) and reason in outcome.reason, outcome
    assert world.read(path) == data
