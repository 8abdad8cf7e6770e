"""The scripted agent: which turn is due, what each act becomes as a call."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.values.admit import evaluate
from cowork_dsl.compiler.values.library import PLAIN
from cowork_dsl.runtime.harness.agent import Answer, Said
from cowork_dsl.runtime.harness.scripted import Scripted


class Recorded:
    """A context that only notes what is called."""

    goal = "Do it."
    tools: Sequence[m.ToolDecl] = ()
    fired: frozenset[str] = frozenset()

    def __init__(self, segment: int = 1, stage: str | None = "drafting") -> None:
        self.segment = segment
        self.stage = stage
        self.messages = (Said("lead", "Hurry."),)
        self.calls: list[tuple[str, Any]] = []

    def call(self, tool: str, args: Mapping[str, Any]) -> Answer:
        self.calls.append((tool, dict(args)))
        return Answer(True, "")

    def act(self, change: m.Change) -> Answer:
        self.calls.append(("act", change))
        return Answer(True, "")

    def tools_path(self) -> str:
        return "/nowhere"

    def render(self, text: m.Template) -> str:
        return "".join(part if isinstance(part, str) else str(evaluate(part.code, PLAIN)) for part in text)

    def evaluate(self, code: str) -> Any:
        return evaluate(code, PLAIN)


def says(text: str, **more: Any) -> m.Turn:
    return m.Turn(acts=(m.Reply(text=(text,)),), **more)


def test_turns_are_played_once_in_order_and_a_state_wins() -> None:
    agent = Scripted([says("one"), says("state", state="correcting"), says("third", number=3), says("two")])
    stages = ["drafting", "correcting", "correcting", "correcting", "correcting"]

    assert [agent.segment(Recorded(number, stage)) for number, stage in enumerate(stages, 1)] == [
        "one",
        "state",
        "third",
        "two",
        "",
    ]


def test_two_turns_that_say_the_same_are_two_turns() -> None:
    agent = Scripted([says("again"), says("again")])

    assert [agent.segment(Recorded(number)) for number in (1, 2, 3)] == ["again", "again", ""]


def test_acts_become_calls() -> None:
    put = m.Put(path=("a.txt",), text=("x",))
    turn = m.Turn(
        acts=(
            m.RunCode(op="shell", name="shell", body="ls"),
            m.RunCode(op="python", name="python", body="print(1)"),
            put,
            m.Reply(text=("Sum: ", m.Hole(code="add(1, 2)"))),
        )
    )
    context = Recorded()

    assert Scripted([turn]).segment(context) == "Sum: 3"
    assert context.calls == [("shell", {"command": "ls"}), ("python", {"code": "print(1)"}), ("act", put)]


def test_arguments_of_a_call_are_json() -> None:
    codes = {"cost": 'money("5", "EUR")', "day": 'date("2026-04-02")', "many": '[1, decimal("1.5")]', "no": "None"}
    context = Recorded()
    Scripted([m.Turn(acts=(m.CallTool(tool="send", args=codes),))]).segment(context)

    assert context.calls == [("send", {"cost": "5.00", "day": "2026-04-02", "many": [1, "1.5"], "no": None})]


def test_a_program_that_speaks_of_the_chat_is_given_it(capsys: pytest.CaptureFixture[str]) -> None:
    body = "from __future__ import annotations\nprint(goal, messages[0]['text'], __name__)"
    context = Recorded()
    Scripted([m.Turn(acts=(m.RunCode(op="python", name="python", body=body),))]).segment(context)
    exec(context.calls[0][1]["code"], {})

    assert capsys.readouterr().out == "Do it. Hurry. __main__\n"


def test_a_shell_script_that_speaks_of_the_chat_gets_it_as_variables() -> None:
    context = Recorded()
    Scripted([m.Turn(acts=(m.RunCode(op="shell", name="shell", body='printf "%s" "$messages" | wc -c'),))]).segment(
        context
    )
    Scripted([m.Turn(acts=(m.RunCode(op="shell", name="shell", body="ls goal"),))]).segment(context)

    assert [args["command"] for _, args in context.calls] == [
        """export goal='Do it.' messages='[{"speaker": "lead", "text": "Hurry."}]'\nprintf "%s" "$messages" | wc -c""",
        "ls goal",
    ]
