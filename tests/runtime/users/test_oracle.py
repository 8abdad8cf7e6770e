"""The machines against an independent interpreter of SCXML-like statecharts."""

from hypothesis import given, settings
from hypothesis import strategies as st
from sismic.interpreter import Interpreter  # type: ignore[import-untyped]
from sismic.model import BasicState, CompoundState, Event, Statechart, Transition  # type: ignore[import-untyped]

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.runtime.users.events import Happening
from tests.runtime.users.test_machine import run, transition, user, who

STATES = ("a", "b", "c", "d")
EVENTS = ("turn", "idle", "act", "error")


@st.composite
def policies(draw: st.DrawFn) -> m.UserPolicy:
    """One user; states that are entered lead on only to later ones, as the statechart knows no bound on a step."""

    def one(state: str) -> m.Transition:
        event = draw(st.sampled_from([*EVENTS, "enter"]))
        later = [name for name in STATES if name > state]
        targets = later if event == "enter" else STATES
        return transition(
            event,
            subject=f"lead.{state}" if event == "enter" else None,
            when=draw(st.sampled_from([None, "yes", "no"])),
            goto=draw(st.sampled_from([None, *targets])),
        )

    states = {state: tuple(one(state) for _ in range(draw(st.integers(0, 4)))) for state in STATES}
    return user("lead", *states.items())


class Oracle:
    """The same machine as a statechart."""

    def __init__(self, policy: m.UserPolicy) -> None:
        chart = Statechart("lead")
        chart.add_state(CompoundState("root", initial="a"), None)
        for state in policy.states:
            chart.add_state(BasicState(state.name, on_entry=f"if ready: send('enter_{state.name}')"), "root")
        for state in policy.states:
            for index, one in enumerate(state.transitions):
                event = f"enter_{state.name}" if one.event.type == "enter" else one.event.type
                chart.add_transition(
                    Transition(
                        state.name,
                        one.goto,
                        event,
                        guard=None if one.when is None else str(one.when == "yes"),
                        action=f"fired.append('{one.id}')",
                        priority=-index,
                    )
                )
        self.fired: list[str] = []
        ready: list[bool] = []
        self._interpreter = Interpreter(chart, initial_context={"fired": self.fired, "ready": ready})
        self._interpreter.execute()
        ready.append(True)

    def step(self, event: str) -> tuple[str, list[str]]:
        """The state after an event, and what fired."""
        self.fired.clear()
        self._interpreter.queue(Event(event))
        self._interpreter.execute()
        (state,) = set(self._interpreter.configuration) - {"root"}
        return state, list(self.fired)


@settings(max_examples=120, deadline=None)
@given(policies(), st.lists(st.sampled_from(EVENTS), max_size=8))
def test_the_machines_agree_with_a_statechart(policy: m.UserPolicy, history: list[str]) -> None:
    oracle, them = Oracle(policy), who(policy)
    state = them.initial()
    for event in history:
        state, reactions = run(them, state, (Happening(event),))
        fired = [one.id for reaction in reactions for one in reaction.fired]

        assert (state.users["lead"].state, fired) == oracle.step(event)
