"""The record as process checks read it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.values.events import since, until
from cowork_dsl.compiler.values.failures import Fail, NotProven
from cowork_dsl.runtime.verdict.evidence import Entered, Evidence, Message, ToolCall, World
from cowork_dsl.runtime.verdict.process import NO_RECORD, asked, calls, entered, reads

EMPTY = World({})
RECORD = Evidence(
    EMPTY,
    EMPTY,
    EMPTY,
    moments={"turn(1)": 5, "correcting": 6, "lead.correcting": 6},
    calls=(
        ToolCall(1, 1, "read_file", {"path": "inbox/a.csv"}, True, "…", reads=("inbox/a.csv",)),
        ToolCall(2, 1, "mail.send", {"to": "ann", "amount": 1.5}, True, "sent"),
        ToolCall(3, 1, "mail.send", {"to": "bob"}, False, "no such address"),
        ToolCall(8, 2, "shell", {"command": "cat *"}, False, "", reads=("inbox/a.csv", "inbox/b.csv")),
    ),
    messages=(Message(4, 1, "agent", "Which currency?", asks=("currency",)), Message(7, 2, "lead", "EUR")),
    entered=(
        Entered(6, "lead", "correcting", "lead.drafting#0", "restate"),
        Entered(7, "lead", None, "lead.x#1", None),
    ),
)


def indices(found: object) -> list[int]:
    return [event.index for event in found.items]  # type: ignore[attr-defined]


def test_calls_are_those_that_succeeded() -> None:
    assert indices(calls(RECORD, "mail.send")) == [2]
    assert indices(calls(RECORD, "send")) == [2]
    assert indices(calls(RECORD, "shell")) == []


def test_calls_with_arguments() -> None:
    assert indices(calls(RECORD, "mail.send", {"to": "ann"})) == [2]
    assert indices(calls(RECORD, "mail.send", {"to": "cy"})) == []
    assert indices(calls(RECORD, "mail.send", {"cc": "ann"})) == []


def test_reads_by_any_tool_also_one_that_failed() -> None:
    assert indices(reads(RECORD, "inbox/a.csv")) == [1, 8]
    assert indices(reads(RECORD, "inbox/*.csv")) == [1, 8]
    assert indices(reads(RECORD, "inbox/b.csv")) == [8]
    assert indices(reads(RECORD, "inbox")) == [1, 8]
    assert indices(reads(RECORD, "a.csv")) == []


def test_before_and_after_a_moment() -> None:
    assert indices(since(reads(RECORD, "inbox/a.csv"), "correcting")) == [8]
    assert indices(until(reads(RECORD, "inbox/a.csv"), "turn(1)")) == [1]
    with pytest.raises(Fail, match="never came"):
        since(reads(RECORD, "inbox/a.csv"), "elsewhere")


def test_entered_and_asked() -> None:
    assert indices(entered(RECORD, "correcting")) == [6]
    assert indices(entered(RECORD, "lead.correcting")) == [6]
    assert indices(entered(RECORD, "drafting")) == []
    assert indices(asked(RECORD, "currency")) == [4]
    assert indices(asked(RECORD, "deadline")) == []


def test_without_a_record_nothing_is_proven() -> None:
    with pytest.raises(NotProven, match="no record"):
        reads(Evidence(EMPTY, EMPTY, EMPTY, ended=NO_RECORD), "a")


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.text(max_size=4), JSON, max_size=4), st.text(max_size=5), JSON)
def test_any_arguments_are_taken(args: dict[str, object], tool: str, wanted: object) -> None:
    record = Evidence(EMPTY, EMPTY, EMPTY, calls=(ToolCall(1, 1, tool, args, True, ""),))

    assert indices(calls(record, tool, args)) in ([], [1])
    assert indices(calls(record, tool, {"to": wanted})) in ([], [1])
