"""Services: typed arguments, failures in order, changes, results, keys, the audit log."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.runtime.services.services import ServiceCall, Services
from tests.runtime.services.tickets import TICKETS

NOON = datetime(2026, 4, 2, 12, tzinfo=UTC)


@pytest.fixture
def services() -> Services:
    return Services((TICKETS,), lambda: NOON)


def ids(services: Services) -> list[Any]:
    return [row["id"] for row in services.store.rows("tickets.ticket")]


def test_first_rows_have_their_types(services: Services) -> None:
    first, second = services.store.rows("tickets.ticket")

    assert first == {"id": 1, "title": "Printer, on fire", "status": "open", "cost": Money(Decimal("12.50"), "EUR")}
    assert second["cost"] is None


def test_a_result_is_json(services: Services) -> None:
    done = services.call("list_tickets", {"status": "open"})

    assert (done.ok, json.loads(done.text)) == (
        True,
        [{"id": 1, "title": "Printer, on fire", "status": "open", "cost": "12.50"}],
    )
    assert len(json.loads(services.call("list_tickets", {}).text)) == 2
    assert json.loads(services.call("list_tickets", {"status": "lost"}).text) == []


def test_the_time_is_in_universe(services: Services) -> None:
    assert services.call("what_time", {}).text == '"2026-04-02T12:00Z"'


def test_a_change_is_kept(services: Services) -> None:
    done = services.call("close_ticket", {"id": 1, "note": "put out"})

    assert (done.ok, done.text, done.changed) == (True, "ok", ("tickets.ticket",))
    assert [row["status"] for row in services.store.rows("tickets.ticket")] == ["closed", "closed"]


@pytest.mark.parametrize(
    ("tool", "args", "message"),
    [
        ("close_ticket", {"id": 9, "note": "x"}, "no such ticket"),
        ("close_ticket", {"id": 2, "note": "x"}, "it is closed already"),
        ("close_ticket", {"id": "two", "note": "x"}, "the argument `id` must be int, not `two`"),
        ("close_ticket", {"note": "x"}, "the argument `id` is missing; it must be int"),
        ("close_ticket", {"id": 1, "note": "x", "why": 1}, "close_ticket has no argument `why`; it takes id, note"),
        ("close_ticket", {"id": True, "note": "x"}, "the argument `id` must be int, not `True`"),
        ("close_ticket", {"id": 1, "note": ["x"]}, "the argument `note` must be text, not `['x']`"),
        (
            "open_ticket",
            {"title": "x", "cost": "5 USD"},
            "the argument `cost` must be optional(money(EUR)), not `5 USD`",
        ),
    ],
)
def test_what_is_wrong_is_an_answer(services: Services, tool: str, args: Mapping[str, Any], message: str) -> None:
    before = services.store.rows("tickets.ticket")
    done = services.call(tool, args)

    assert (done.ok, done.text, done.changed) == (False, f"error: {message}", ())
    assert services.store.rows("tickets.ticket") is before


def test_a_call_that_breaks_half_way_changes_nothing(services: Services) -> None:
    done = services.call("breaks_half_way", {})

    assert (done.ok, ids(services)) == (False, [1, 2])


def test_keys_come_from_actor_and_entry_not_from_a_counter(services: Services) -> None:
    services.call("open_ticket", {"title": "a", "cost": 3.5})
    services.call("open_ticket", {"title": "b"})
    alone = ids(services)
    other = Services((TICKETS,), lambda: NOON)
    other.call("open_ticket", {"title": "before"}, actor="lead")
    other.call("open_ticket", {"title": "a"})
    other.call("open_ticket", {"title": "between"}, actor="lead")
    other.call("open_ticket", {"title": "b"})
    mixed = ids(other)

    assert len(set(mixed)) == 6
    assert [mixed[3], mixed[5]] == alone[2:]
    assert services.store.rows("tickets.ticket")[2]["cost"] == Money(Decimal("3.5"), "EUR")


def test_every_call_is_audited(services: Services) -> None:
    services.call("close_ticket", {"id": 1, "note": "n"})
    services.call("close_ticket", {"id": 1, "note": "n"}, actor="lead")

    assert services.audit == [
        ServiceCall("agent", "tickets", "close_ticket", {"id": 1, "note": "n"}, True, "ok", ("tickets.ticket",), NOON),
        ServiceCall(
            "lead", "tickets", "close_ticket", {"id": 1, "note": "n"}, False, "error: it is closed already", (), NOON
        ),
    ]


def test_a_hostile_text_stays_a_text(services: Services) -> None:
    title = 'x\'); DROP TABLE "tickets.ticket"; --\n{{secret}}'
    services.call("open_ticket", {"title": title})

    assert services.store.rows("tickets.ticket")[2]["title"] == title
