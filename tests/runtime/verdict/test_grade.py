"""From evidence to a verdict: right work passes in any spelling, wrong work fails with reasons, nothing raises."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.runtime.changes.apply import apply_to_both
from cowork_dsl.runtime.changes.world import MemoryWorld
from cowork_dsl.runtime.verdict.evidence import Evidence, World
from cowork_dsl.runtime.verdict.folder import first_world
from cowork_dsl.runtime.verdict.grade import grade
from cowork_dsl.runtime.verdict.model import Verdict
from cowork_dsl.runtime.verdict.names import change_names, schema_of
from tests.helpers.handmade import handmade_bundle

BUNDLE = handmade_bundle()
SCHEMA = schema_of(BUNDLE)
START = first_world(BUNDLE)


def corrected() -> tuple[World, World]:
    """Truth and world after the user corrected order 2."""
    truth, world = MemoryWorld(START), MemoryWorld(START)
    change = BUNDLE.policy.users[0].states[0].transitions[0].acts[0]
    apply_to_both(change, truth, world, change_names(START, START, SCHEMA), SCHEMA, BUNDLE.blobs)  # type: ignore[arg-type]
    return truth.frozen(), world.frozen()


TRUTH, WORLD = corrected()


def verdict(files: dict[str, bytes | None], ended: str = "done", bundle: Bundle = BUNDLE) -> Verdict:
    after = MemoryWorld(WORLD)
    after.files.update(files)
    return grade(bundle, Evidence(START, after.frozen(), TRUTH, ended=ended), schema=SCHEMA)


GOOD: dict[str, bytes | None] = {"out/total.csv": b"total\n430.00\n"}


def test_right_work_passes() -> None:
    found = verdict(GOOD)

    assert (found.code, found.reward, found.judge, found.passed, found.error) == (
        Decimal(1),
        Decimal(1),
        None,
        True,
        False,
    )
    assert [check.result for check in found.checks] == ["pass", "pass", "pass"]


HARMLESS = {
    "bom": {"out/total.csv": b"\xef\xbb\xbftotal\n430.00\n"},
    "crlf": {"out/total.csv": b"total\r\n430.00\r\n"},
    "no final newline": {"out/total.csv": b"total\n430.00"},
    "quotes": {"out/total.csv": b'"total"\n"430.00"\n'},
    "header case": {"out/total.csv": b" TOTAL\n430.00\n"},
    "trailing zeros": {"out/total.csv": b"total\n430\n"},
    "decimal comma": {"out/total.csv": b'total\n"430,00"\n'},
    "currency": {"out/total.csv": "total\n€430.00\n".encode()},
    "an extra column": {"out/total.csv": b"note,total\nsum,430.00\n"},
    "semicolons": {"out/total.csv": b"note;total\nsum;430,00\n"},
    "blank rows": {"out/total.csv": b"total\n430.00\n\n\n"},
    "inputs respelled": {"inbox/orders.csv": b'Amount;ID\r\n100;1\r\n"300,00";2\r\n30;3\r\n'},
    "rows of inputs in another order": {"inbox/orders.csv": b"id,amount\n3,30.00\n2,300.00\n1,100.00\n"},
    "droppings": {"inbox/__pycache__/x.pyc": b"x", "inbox/.DS_Store": b"x"},
    "planted modules": {"conftest.py": b"raise SystemExit", "verifier.py": b"1/0", "sitecustomize.py": b"1/0"},
    "planted results": {"reward.txt": b"1", "private/verifier.py": b"", "validation.json": b"{}"},
}


@pytest.mark.parametrize("files", HARMLESS.values(), ids=HARMLESS)
def test_what_is_harmless_changes_nothing(files: dict[str, bytes | None]) -> None:
    assert verdict({**GOOD, **files}) == verdict(GOOD)


HARMFUL: dict[str, tuple[dict[str, bytes | None], tuple[str, ...]]] = {
    "nothing done": ({"out/total.csv": None}, ("rows", "total")),
    "empty": ({"out/total.csv": b""}, ("rows", "total")),
    "header only": ({"out/total.csv": b"total\n"}, ("rows", "total")),
    "stale": ({"out/total.csv": b"total\n380.50\n"}, ("total",)),
    "off by two cents": ({"out/total.csv": b"total\n430.02\n"}, ("total",)),
    "scaled": ({"out/total.csv": b"total\n4300.00\n"}, ("total",)),
    "negative": ({"out/total.csv": b"total\n-430.00\n"}, ("total",)),
    "another currency": ({"out/total.csv": b"total\n$430.00\n"}, ("total",)),
    "in words": ({"out/total.csv": b"total\nabout 430.00\n"}, ("total",)),
    "two rows": ({"out/total.csv": b"total\n430.00\n0\n"}, ("rows",)),
    "another header": ({"out/total.csv": b"sum\n430.00\n"}, ("total",)),
    "binary": ({"out/total.csv": b"PK\x03\x04"}, ("rows", "total")),
    "another path": ({"out/total.csv": None, "total.csv": b"total\n430.00\n"}, ("rows", "total")),
    "input edited": ({"inbox/orders.csv": b"id,amount\n1,430.00\n"}, ("inbox",)),
    "input restored": ({"inbox/orders.csv": START.files["inbox/orders.csv"]}, ("inbox",)),
    "input deleted": ({"inbox/orders.csv": None}, ("inbox",)),
    "stray file": ({"inbox/notes.txt": b""}, ("inbox",)),
}


@pytest.mark.parametrize(("files", "lost"), HARMFUL.values(), ids=HARMFUL)
def test_what_is_wrong_loses_and_says_why(files: dict[str, bytes | None], lost: tuple[str, ...]) -> None:
    found = verdict({**GOOD, **files})

    assert found.lost == lost
    assert not found.passed
    assert all(check.reason for check in found.checks if check.result != "pass")


def test_a_failed_check_shows_its_operands_and_its_line() -> None:
    check = verdict({"out/total.csv": b"total\n380.50\n"}).check("total")

    assert check.operands == ("380.50 EUR is not near 430.00 EUR",)
    assert check.where == "handmade.cowork:78"


def test_a_run_that_ends_elsewhere_cannot_pass() -> None:
    found = verdict(GOOD, ended="limit_turns")

    assert (found.code, found.passed) == (Decimal(1), False)


def with_check(body: str, **info: object) -> Bundle:
    """The bundle with one weighted check of the given body."""
    first = BUNDLE.checks.checks[1].model_copy(update={"name": "only", "gate": False, "weight": 1, **info})
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text = f'from cowork_dsl.runtime.verdict.library import *\n\n\n@check("only")\ndef check_only():\n    """It holds."""\n{lines}'
    return replace(BUNDLE, verifier=text, checks=BUNDLE.checks.model_copy(update={"checks": (first,)}))


@pytest.mark.parametrize(
    ("body", "result", "credit"),
    [
        ("expect(True)", "pass", "1"),
        ("expect(eq(1, 2))", "fail", "0"),
        ("expect([True, False, True, True])", "partial", "0.75"),
        ("expect([False])", "fail", "0"),
        ("expect([])", "not_proven", "0"),
        ('expect(decimal("0.25"))', "partial", "0.25"),
        ("expect(True)\nexpect([True, False])", "partial", "0.5"),
        ("expect(eq(1, 2))\nexpect([True, False])", "fail", "0"),
        ("given(eq(1, 2))\nexpect(True)", "not_proven", "0"),
        ('given(table(after, "nope.csv"))\nexpect(True)', "not_proven", "0"),
        ('expect(all(table(after, "out/total.csv"), lambda row: True))', "not_proven", "0"),
        ('expect(eq(table(after, "nope.csv"), None))', "pass", "1"),
        ('expect(any(reads(record, "a")))', "fail", "0"),
        ("expect(None)", "fail", "0"),
        ("expect(div(1, 0))", "fail", "0"),
        ("expect(2)", "fail", "0"),
        ('expect("yes")', "fail", "0"),
        ("expect([1, 2])", "fail", "0"),
        ("expect(eq(1))", "error", "0"),
        ("expect(exec_(1))", "error", "0"),
        ("expect(after.world)", "error", "0"),
        ("import os", "error", "0"),
        ("expect(open('/etc/passwd'))", "error", "0"),
        ("", "error", "0"),
    ],
)
def test_the_four_results(body: str, result: str, credit: str) -> None:
    bundle = with_check(body)
    found = verdict({"out/total.csv": b"total\n"}, bundle=bundle)
    check = found.checks[0]

    assert (check.result, check.credit) == (result, Decimal(credit))
    assert found.error == (result == "error")
    assert (found.code is None) == (result == "error")
    assert found.passed == (result == "pass")


def test_a_check_that_the_verifier_lacks_is_an_error_never_a_pass() -> None:
    found = verdict(GOOD, bundle=with_check("expect(True)", name="other"))

    assert (found.checks[0].result, found.error, found.reward) == ("error", True, None)


def test_judges_that_are_not_configured_leave_the_reward_unmeasured() -> None:
    from cowork_dsl.compiler.bundle.models import Criterion, Rubric

    judge = Criterion(
        name="clear", covers="total", weight=1, sees=(), ask="Is it clear?", place=BUNDLE.checks.checks[0].place
    )
    found = verdict(GOOD, bundle=replace(BUNDLE, rubric=Rubric(judges=(judge,))))

    assert (found.code, found.judge, found.reward, found.passed) == (Decimal(1), None, None, True)


def test_a_check_without_reads_of_a_missing_folder_is_not_proven() -> None:
    found = verdict(GOOD, bundle=with_check('expect(unchanged(after, truth, "nowhere/**"))'))

    assert found.checks[0].result == "not_proven"


@pytest.mark.parametrize("text", ["\\ud800", "\\u001b[31m", "\\u0000"])
def test_reasons_can_be_printed_whatever_the_agent_wrote(text: str) -> None:
    files: dict[str, bytes | None] = {"config/report.json": f'{{"currency": "{text}"}}'.encode()}
    found = verdict(files, bundle=with_check('expect(eq(field(json(after, "config/report.json"), "currency"), "EUR"))'))

    assert found.checks[0].result == "fail"
    assert found.checks[0].reason.isprintable()


def test_an_idle_reply_is_missing_not_empty() -> None:
    assert "reply is missing" in verdict({}, bundle=with_check('expect(has(reply, "done"))')).checks[0].reason


def test_a_glob_of_tables_that_names_something_else_fails() -> None:
    found = verdict({"inbox/a.md": b"# x"}, bundle=with_check('expect(gt(count(tables(after, "inbox/*")), 0))'))

    assert found.checks[0].reason == "inbox/a.md is no table, and inbox/* names it"


ANY_BYTES = st.one_of(
    st.binary(max_size=60),
    st.sampled_from(
        [b"PK\x03\x04", b"\xff\xfe\x00", b'"' * 50, b"[" * 5000, b"total\n1e999999\n", b"total\nNaN\n", b"\x00"]
    ),
    st.text('total,;"\n\r\t 0123456789.-€', max_size=60).map(str.encode),
)


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["out/total.csv", "inbox/orders.csv", "config/report.json", "out", "inbox/\n.csv", "é/\x7f"]),
        st.one_of(ANY_BYTES, st.none()),
        max_size=4,
    )
)
def test_any_bytes_in_place_of_any_artifact_give_a_verdict_twice_the_same(files: dict[str, bytes | None]) -> None:
    held = dict(files)
    first = verdict(files)

    assert not first.error
    assert first == verdict(files)
    assert files == held
    if first.passed:
        assert first.check("total").result == "pass"
