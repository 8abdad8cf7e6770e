"""The scripted harness: plays the turns of a solution or a case through the real tools, without a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cowork_dsl.compiler.bundle.models import Act, CallTool, Reply, RunCode, Turn
from cowork_dsl.compiler.values.cells import to_json
from cowork_dsl.compiler.values.failures import is_none
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.harness.agent import Backstage
from cowork_dsl.runtime.harness.programs import program_text, shell_text


class Scripted:
    """Plays turns, each once: ``turn STATE`` while the principal is there, ``turn n`` in its segment, others in order.

    When no turn is left it hands back without a word.
    """

    version = "1"

    def __init__(self, turns: Sequence[Turn], name: str = "scripted") -> None:
        self.name = name
        self.settings: Mapping[str, str] = {}
        self._left = list(turns)

    def segment(self, context: Backstage) -> str:
        """Play the turn that is due."""
        turn = self._due(context)
        reply = ""
        for act in turn.acts if turn is not None else ():
            if isinstance(act, Reply):
                reply = context.render(act.text)
            else:
                _play(act, context)
        return reply

    def _due(self, context: Backstage) -> Turn | None:
        chosen = (
            next((turn for turn in self._left if turn.state is not None and turn.state == context.stage), None)
            or next((turn for turn in self._left if turn.number == context.segment), None)
            or next((turn for turn in self._left if turn.state is None and turn.number is None), None)
        )
        if chosen is not None:
            # by identity: two turns that say the same are two turns
            self._left = [turn for turn in self._left if turn is not chosen]
        return chosen


def _play(act: Act, context: Backstage) -> None:
    if isinstance(act, RunCode):
        if act.op == "shell":
            context.call("shell", {"command": shell_text(act, context)})
        else:
            context.call("python", {"code": program_text(act, context)})
    elif isinstance(act, CallTool):
        context.call(act.tool, {name: _plain(context.evaluate(code)) for name, code in act.args.items()})
    elif not isinstance(act, Reply):
        context.act(act)


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if is_none(value):
        return None
    if isinstance(value, Table):
        return [_plain(row) for row in value.rows]
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else to_json(value)
