"""A running rollout as the agent acts in it: calls, what users do right after them, and the hand-backs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from cowork_dsl.compiler.bundle.models import Change, Template, ToolDecl
from cowork_dsl.compiler.values.admit import Broken, Inadmissible, evaluate, needs_names
from cowork_dsl.compiler.values.failures import Fail, NotProven
from cowork_dsl.runtime.changes.codes import render
from cowork_dsl.runtime.harness.agent import Answer, OutOfBounds, Said
from cowork_dsl.runtime.harness.file_acts import ScriptProblem, codes_of, file_calls
from cowork_dsl.runtime.record.log import clean
from cowork_dsl.runtime.record.trajectory import HandBack, Session, Start, Termination, Words
from cowork_dsl.runtime.record.worlds import save_tree
from cowork_dsl.runtime.rollout.calls import Calls
from cowork_dsl.runtime.rollout.doorway import Doorway
from cowork_dsl.runtime.rollout.evidence import Past, history_of
from cowork_dsl.runtime.rollout.ground import Ground
from cowork_dsl.runtime.rollout.mailroom import Mailroom
from cowork_dsl.runtime.rollout.moments import Moments, looked_at, turn_moment
from cowork_dsl.runtime.rollout.reactions import Performer
from cowork_dsl.runtime.rollout.sight import Sight
from cowork_dsl.runtime.services.lets import with_lets
from cowork_dsl.runtime.users.events import Happening
from cowork_dsl.runtime.users.facts import asked_facts
from cowork_dsl.runtime.users.machine import Reaction, machines, step, unmoved
from cowork_dsl.runtime.users.words import claims
from cowork_dsl.runtime.verdict.evidence import Evidence

SILENCES = 2
"""So many hand-backs in a row at which no user does anything end a rollout as stalled."""


class Stage:
    """One rollout between its start and its end; what an agent is given as its context.

    Attributes:
        ground: The state of the world.
        moments: The moments that came.
        who: The users' machines.
        state: Where the users stand.
        said: The chat.
    """

    def __init__(self, ground: Ground, doorway: Doorway | None = None) -> None:
        bundle = ground.bundle
        self.ground = ground
        self.who = machines(bundle.policy, bundle.profile)
        self.state = self.who.initial()
        self.moments = Moments(looked_at(bundle), ground.keep)
        self.said: list[Said] = []
        self._past = Past()
        self._gathered: tuple[int, Evidence] | None = None
        self._sight = Sight(bundle.policy.users, ground.schema, ground.world, ground.truth_world, self._history)
        self._mailroom = Mailroom(ground)
        self._calls = Calls(ground, self.moments, self._mailroom, self._decide)
        self._performer = Performer(
            self.who, ground, self.moments, self._sight, self._mailroom, lambda: self._calls.renew()
        )
        self._goal = bundle.goal
        self._doorway = doorway
        self._broken: Inadmissible | Broken | None = None
        self._deadline = time.monotonic() + bundle.tools.limits.time
        self._calls_before = 0
        self._silences = 0
        self._moved = False
        self._due = self._clock_times()

    # ------------------------------------------------------------ for the agent

    @property
    def goal(self) -> str:
        """What the agent was told at the start of its session."""
        return self._goal

    @property
    def messages(self) -> Sequence[Said]:
        """The chat so far."""
        return tuple(self.said)

    @property
    def tools(self) -> Sequence[ToolDecl]:
        """The tools that the agent may call."""
        offered = {spec.name for spec in self._calls.toolbox.specs}
        return tuple(tool for tool in self.ground.bundle.tools.tools if tool.name in offered)

    @property
    def segment(self) -> int:
        """The number of the current work segment."""
        return self.ground.log.segment

    @property
    def stage(self) -> str | None:
        """The state that the principal is in."""
        principal = self.who.principal
        return None if principal is None else self.state.users[principal.name].state

    @property
    def fired(self) -> frozenset[str]:
        """The ids of the transitions that have fired, of all users."""
        return frozenset(name for user in self.state.users.values() for name in user.fired)

    def act(self, change: Change) -> Answer:
        """Carry out a declarative file act by tool calls; gives the first answer that is none of success.

        Raises:
            ScriptProblem: No agent with these tools could do that.
            OutOfBounds: A limit is reached.
        """
        ground = self.ground
        offered = {tool.name for tool in self.tools}
        names = self._names(codes_of(change))
        for tool, args in file_calls(change, ground.world(), names, ground.schema, ground.bundle.blobs, offered):
            answer = self.call(tool, args)
            if not answer.ok:
                return answer
        return Answer(True, "")

    def _names(self, code: str) -> dict[str, Any]:
        if not code:  # nothing is to be worked out, so nothing has to be gathered
            return {}
        with _scripts_fault():
            return with_lets(code, self._sight.names(), self.ground.bundle.cases.lets)

    def evaluate(self, code: str) -> Any:
        """The value of a code of the solution or a case.

        Raises:
            ScriptProblem: It has none, as the world is now.
        """
        with _scripts_fault():
            return evaluate(code, self._names(code) if needs_names(code) else {})

    def render(self, text: Template) -> str:
        """The text of a template of the solution or a case.

        Raises:
            ScriptProblem: A hole has no value, as the world is now.
        """
        codes = " ".join(part.code for part in text if not isinstance(part, str))
        with _scripts_fault():
            return render(text, self._names(codes))

    def call(self, tool: str, args: Mapping[str, Any]) -> Answer:
        """Call a tool, and let users react.

        Raises:
            OutOfBounds: A limit is reached.
            SandboxError: The sandbox broke.
            Inadmissible, Broken: A code of the bundle is none of ours.
        """
        self._check_bounds()
        answer, happenings = self._calls.make(tool, args)
        if self._broken is not None:
            raise self._broken
        for happening in happenings:
            self._happen(happening)
        self._clock_events()
        return answer

    def tools_path(self) -> str:
        """Where a program in the box reaches the tools of services.

        Raises:
            ScriptProblem: There is no way for programs here.
        """
        if self._doorway is None:
            raise ScriptProblem("`tools` is used in a program, but in no program of this environment's own scripts")
        self._doorway.open(self._call_inside)
        return self._doorway.host_path if self.ground.sandbox.kind == "none" else self._doorway.box_path

    def _call_inside(self, tool: str, args: Mapping[str, Any]) -> Answer:
        if self._calls.count >= self.ground.bundle.tools.limits.steps:
            return Answer(False, "error: no tool calls are left")
        try:
            return self._calls.make_inside(tool, args)
        except (Inadmissible, Broken) as problem:
            # told when the program has ended: this is another thread, and the rollout's own waits for the program
            self._broken = problem
            return Answer(False, "error: the tool is broken")

    # ----------------------------------------------------------- for the episode

    def start(self) -> None:
        """Open the rollout: the goal, the initial states, what users do at the start."""
        log = self.ground.log
        snapshot = save_tree(self.ground.tree, self.ground.blobs)
        index = log.add("system", "public", Start(goal=self.goal, snapshot=snapshot))
        for user in self.who.users:
            self.moments.note(self._performer.state_moments(user.name, user.states[0].name), index)
        self._happen(Happening("start"))
        self._deliver()

    def begin_segment(self) -> None:
        """The agent's turn begins."""
        self.ground.log.segment += 1
        self._calls_before = self._calls.count
        self._moved = False

    def hand_back(self, reply: str) -> Termination | None:
        """The agent hands back with a reply; gives why the rollout ends here, or None where it goes on."""
        ground, log, principal = self.ground, self.ground.log, self.who.principal
        reply = clean(reply)
        asks = asked_facts(self.who.profiles[principal.name], reply) if principal is not None else ()
        log.say("agent", Words(speaker="agent", text=reply), asks=asks)
        self.said.append(Said("agent", reply))
        index = log.add("system", "private", HandBack(snapshot=save_tree(ground.tree, ground.blobs)))
        self.moments.note([turn_moment(self.segment)], index)
        if principal is None or self.who.finished(self.state):
            self._deliver()
            return "done"
        ground.clock.turn()
        idle = self._calls.count == self._calls_before
        happenings = [Happening("turn")]
        if claims(reply):
            happenings.insert(0, Happening("claim"))
        if idle:
            happenings.insert(0, Happening("idle"))
        heard = self._mailroom.heard()
        heard[principal.name] = "\n".join(text for text in (reply, heard.get(principal.name)) if text)
        self._happen(*happenings, heard=heard)
        self._clock_events()
        spoke = self._deliver()
        if self.who.finished(self.state):
            return "done"
        self._silences = 0 if spoke or self._moved else self._silences + 1
        if self._silences >= SILENCES:
            return "stalled"
        return "limit_turns" if self.segment >= ground.bundle.tools.limits.turns else None

    # ------------------------------------------------------------------- inside

    def _history(self) -> Evidence:
        """What was said and called so far; gathered anew only where something has been recorded since."""
        ground = self.ground
        count = len(ground.log.events)
        if self._gathered is None or self._gathered[0] != count:
            self._gathered = (count, history_of(ground.log.events, self._past, self.moments.came, ground.before))
        return self._gathered[1]

    def _check_bounds(self) -> None:
        if self._calls.count >= self.ground.bundle.tools.limits.steps:
            raise OutOfBounds("limit_steps")
        self.check_time()

    def check_time(self) -> None:
        """End the rollout where its real time is up.

        Raises:
            OutOfBounds: It is.
        """
        if time.monotonic() > self._deadline:
            raise OutOfBounds("limit_time")

    def _decide(self, call: Happening) -> tuple[str, bool] | None:
        """Ask the users about a call that needs approval; the first that decides is heard."""
        decisions = [
            (reaction.user, transition.approve)
            for reaction in self._happen(call)
            for transition in reaction.fired
            if transition.approve is not None
        ]
        return decisions[0] if decisions else None

    def _happen(self, *happenings: Happening, heard: Mapping[str, str] | None = None) -> list[Reaction]:
        """One step of the users' machines, acted out as it goes; gives what they did."""
        done: list[Reaction] = []
        if heard is None and unmoved(self.who, self.state, happenings):
            return done
        steps = step(self.who, self.state, happenings, self._sight, heard=heard)
        for reaction in steps:
            self.state = reaction.state
            self._moved = True
            self._performer.perform(reaction)
            done.append(reaction)
        return done

    def _deliver(self) -> bool:
        starter, self._performer.session = self._performer.session, None
        spoken = self._performer.deliver()
        heard = [Said(words.speaker, words.text) for words in spoken]
        if starter is not None:
            self._goal = "\n".join(said.text for said in heard)
            self.said.clear()
            self.ground.log.add("system", "public", Session(goal=self._goal))
        else:
            self.said.extend(heard)
        return bool(spoken) or self._performer.posted

    def _clock_times(self) -> list[datetime]:
        declared = {
            transition.event.at
            for user in self.who.users
            for state in user.states
            for transition in state.transitions
            if transition.event.at is not None
        }
        return sorted({self._sight.instant(code) for code in declared})

    def _clock_events(self) -> None:
        """Events of the clock that have become due, in time order; one may let more time pass."""
        while self._due and self._due[0] <= self.ground.clock.now:
            self._happen(Happening("clock", at=self._due.pop(0)))


@contextmanager
def _scripts_fault() -> Iterator[None]:
    """What a script works out and can't, as the world is now, is the script's problem."""
    try:
        yield
    except (Fail, NotProven) as problem:
        raise ScriptProblem(problem.reason) from None
