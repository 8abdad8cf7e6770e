"""Cases that are changes over the solution's final state, or edits of its record: graded without a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cowork_dsl.compiler.bundle import models
from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.values.admit import evaluate
from cowork_dsl.compiler.values.failures import Fail, NotProven
from cowork_dsl.runtime.changes.apply import ChangeFailed, apply
from cowork_dsl.runtime.changes.codes import render
from cowork_dsl.runtime.changes.world import MemoryWorld
from cowork_dsl.runtime.services.lets import with_lets
from cowork_dsl.runtime.verdict.evidence import Evidence, Message, ToolCall
from cowork_dsl.runtime.verdict.names import case_names, schema_of, terms_of, verdict_names
from cowork_dsl.runtime.verdict.probe import run_in_box
from cowork_dsl.runtime.verdict.state import content_key
from cowork_dsl.runtime.verdict.view import Schema, View


class CantBeMade(Exception):
    """A change of the case finds nothing to change; the message says why."""


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes cases from the solution's evidence."""

    bundle: Bundle
    solution: Evidence

    def changed(self, acts: Iterable[models.Act]) -> Evidence:
        """The evidence after changes over the final state, perhaps with another last reply.

        Raises:
            CantBeMade: A change finds nothing to change.
        """
        schema = schema_of(self.bundle)
        world = MemoryWorld(self.solution.after)
        messages = self.solution.messages
        for act in acts:
            names = self._names(act.model_dump_json(), case_names(world.frozen(), self.solution, schema))
            if isinstance(act, models.Reply):
                messages = with_reply(messages, _rendered(act, names))
            elif isinstance(act, models.CallTool | models.RunCode):
                raise TypeError(f"{act.op} acts in a run, not on a final state")
            else:
                outcome = apply(act, world, names, schema, self.bundle.blobs)
                if isinstance(outcome, ChangeFailed):
                    raise CantBeMade(outcome.reason)
        return replace(self.solution, after=world.frozen(), messages=messages)

    def recorded(self, without: str | None, repeat: str | None) -> Evidence:
        """The evidence with some calls taken out of the record, or standing in it twice.

        Raises:
            CantBeMade: The record holds no such call.
        """
        schema = schema_of(self.bundle)
        code = without or repeat or ""
        names = self._names(code, verdict_names(self.solution, schema, terms_of(self.bundle.profile), run_in_box))
        try:
            found = evaluate(code, names)
        except (Fail, NotProven) as error:
            raise CantBeMade(error.reason) from error
        chosen = {event.index for event in found.items}
        if not chosen:
            raise CantBeMade("the solution's record holds no such call")
        calls: list[ToolCall] = []
        for call in self.solution.calls:
            if call.index not in chosen:
                calls.append(call)
            elif repeat is not None:
                calls += [call, call]
        return replace(self.solution, calls=tuple(calls))

    def equals_solution(self, evidence: Evidence) -> bool:
        """Whether a case leaves what the solution leaves: content as the readers see it, words, and calls."""
        schema = schema_of(self.bundle)
        return _left(evidence, schema) == _left(self.solution, schema) and evidence.ended == self.solution.ended

    def _names(self, code: str, names: Mapping[str, Any]) -> dict[str, Any]:
        try:
            return with_lets(code, names, self.bundle.cases.lets)
        except (Fail, NotProven) as error:
            raise CantBeMade(error.reason) from error


def with_reply(messages: tuple[Message, ...], text: str) -> tuple[Message, ...]:
    """The messages with other words as the agent's last."""
    last = max((at for at, message in enumerate(messages) if message.actor == "agent"), default=None)
    if last is None:
        return (*messages, Message(index=0, segment=1, actor="agent", text=text))
    return (*messages[:last], replace(messages[last], text=text, asks=()), *messages[last + 1 :])


def _rendered(reply: models.Reply, names: Mapping[str, Any]) -> str:
    try:
        return render(reply.text, names)
    except (Fail, NotProven) as error:
        raise CantBeMade(error.reason) from error


def _left(evidence: Evidence, schema: Schema) -> tuple[Any, ...]:
    view = View("after", evidence.after, schema)
    return (
        {path: content_key(view.content(path)) for path in view.paths()},
        {name: content_key(view.rows(name)) for name in evidence.after.tables},
        [message.text for message in evidence.messages if message.actor == "agent"],
        [(call.tool, dict(call.args)) for call in evidence.calls],
    )
