"""The users' machines: order, limits, answers beside turns, entered states, and that every step ends."""

from collections.abc import Callable
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.runtime.users.events import Happening
from cowork_dsl.runtime.users.machine import Machines, PolicyState, Reaction, machines, step

PLACE = m.Place(file="a.cowork", line=1, column=1, end_line=1, end_column=2)
TURN = (Happening("turn"),)


class Seen:
    """A view in which a guard is the text ``yes`` or ``no``, and a moment has come if it is among the reached."""

    def __init__(self, *reached: str) -> None:
        self._reached = reached

    def holds(self, user: str, guard: str, happening: Happening) -> bool:
        return guard == "yes"

    def reached(self, moment: str) -> bool:
        return moment in self._reached

    def instant(self, code: str) -> datetime:
        return datetime.fromisoformat(code)


def transition(event: str, *words: str, subject: str | None = None, **more: object) -> m.Transition:
    told = {"id": "", "place": PLACE, "acts": tuple(m.Say(text=(text,)) for text in words), **more}
    return m.Transition.model_validate({"event": m.Event(type=event, subject=subject), **told})


def user(name: str, *states: tuple[str, tuple[m.Transition, ...]], final: str = "", **more: object) -> m.UserPolicy:
    made = tuple(
        m.State(
            name=state,
            final=state == final,
            transitions=tuple(
                one.model_copy(update={"id": f"{name}.{state}#{index}"}) for index, one in enumerate(transitions)
            ),
            place=PLACE,
        )
        for state, transitions in states
    )
    return m.UserPolicy.model_validate({"name": name, "principal": True, "states": made, **more})


def who(*users: m.UserPolicy, facts: tuple[m.Fact, ...] = (), unknown: tuple[str, ...] = ()) -> Machines:
    profiles = tuple(m.UserProfile(name=one.name, facts=facts, unknown=unknown) for one in users)
    return machines(m.Policy(users=users), m.Profile(users=profiles))


def run(
    them: Machines, state: PolicyState, happenings: tuple[Happening, ...], heard: str = "", seen: Seen | None = None
) -> tuple[PolicyState, list[Reaction]]:
    """One step with the first user spoken to."""
    words = {them.users[0].name: heard} if heard else {}
    steps = step(them, state, happenings, seen or Seen(), heard=words)
    reactions = []
    while True:
        try:
            reactions.append(next(steps))
        except StopIteration as end:
            return end.value, reactions


def said(reactions: list[Reaction]) -> list[str]:
    return [
        str(act.text[0]) for one in reactions for fired in one.fired for act in fired.acts if isinstance(act, m.Say)
    ]


def test_the_earlier_transition_wins() -> None:
    them = who(
        user(
            "lead",
            ("a", (transition("turn", "one", when="no"), transition("turn", "two"), transition("turn", "three"))),
        )
    )
    _, reactions = run(them, them.initial(), TURN)

    assert said(reactions) == ["two"]


def test_a_limit_bounds_a_transition() -> None:
    them = who(user("lead", ("a", (transition("turn", "one", limit=2), transition("turn", "two", limit=1)))))
    state, words = them.initial(), []
    for _ in range(4):
        state, reactions = run(them, state, TURN)
        words += said(reactions)

    assert words == ["one", "one", "two"]


FACTS = (
    m.Fact(name="currency", text=("EUR",), ask=("currency",)),
    m.Fact(name="cutoff", text=("March",), ask=("cut-off",), state="b"),
    m.Fact(name="late", text=("later",), ask=("owner",), after="m"),
    m.Fact(name="secret", text=("no",), ask=("salary",), never=True),
)


def test_answers_hold_a_plain_turn_back_but_not_a_guarded_one() -> None:
    guarded, plain = transition("turn", "guarded", when="yes"), transition("turn", "plain")
    them = who(user("lead", ("a", (guarded,))), facts=FACTS)
    _, reactions = run(them, them.initial(), TURN, "Which currency?")

    assert (reactions[0].answers, said(reactions)) == (("currency",), ["guarded"])

    them = who(user("lead", ("a", (plain,))), facts=FACTS)
    _, reactions = run(them, them.initial(), TURN, "Which currency?")

    assert (reactions[0].answers, said(reactions)) == (("currency",), [])
    assert said(run(them, them.initial(), TURN, "I used the currency EUR.")[1]) == ["plain"]


def test_all_asks_are_answered_in_fact_order() -> None:
    them = who(user("lead", ("b", ())), facts=FACTS)
    _, reactions = run(
        them, them.initial(), TURN, "What is the cut-off? And the currency? And who is the owner?", Seen("m")
    )

    assert [one.answers for one in reactions] == [("currency", "cutoff", "late")]


def test_a_fact_is_told_only_once_it_is_released() -> None:
    them = who(user("lead", ("a", (transition("turn", goto="b", when="yes"),)), ("b", ())), facts=FACTS)
    question = "What is the cut-off? And the owner's name? And your salary?"
    state, reactions = run(them, them.initial(), TURN, question)

    assert [one.answers for one in reactions] == [()]
    assert reactions[0].asked == ("cutoff", "late", "secret")

    _, reactions = run(them, state, TURN, question)

    assert [one.answers for one in reactions] == [("cutoff",)]


def test_an_ask_transition_fires_beside_its_answer() -> None:
    them = who(
        user(
            "lead",
            ("a", (transition("turn", "plain"), transition("ask", "Why?", subject="currency", goto="b"))),
            ("b", ()),
        ),
        facts=FACTS,
    )
    state, reactions = run(them, them.initial(), TURN, "Which currency?")

    assert (reactions[0].answers, said(reactions), state.users["lead"].state) == (("currency",), ["Why?"], "b")


def test_of_two_that_would_move_only_the_earlier_fires() -> None:
    ask = transition("ask", "asked", subject="currency", goto="c")
    turn = transition("turn", "turned", when="yes", goto="b")
    them = who(user("lead", ("a", (turn, ask)), ("b", ()), ("c", ())), facts=FACTS)
    state, reactions = run(them, them.initial(), TURN, "Which currency?")

    assert (said(reactions), state.users["lead"].state) == (["turned"], "b")


def test_unknown_topics_are_told_as_unknown() -> None:
    them = who(user("lead", ("a", (transition("turn", "plain"),))), unknown=("exchange rates",))
    _, reactions = run(them, them.initial(), TURN, "What exchange rate applies?")

    assert (reactions[0].unknown, said(reactions)) == (("exchange rates",), [])


def test_users_react_in_file_order_and_an_entered_state_within_the_step() -> None:
    lead = user("lead", ("a", (transition("turn", "lead", goto="b"),)), ("b", ()))
    other = user(
        "other", ("x", (transition("turn", "other"), transition("enter", "entered", subject="lead.b"))), principal=False
    )
    them = who(lead, other)
    _, reactions = run(them, them.initial(), TURN)

    assert said(reactions) == ["lead", "entered", "other"]


def test_a_chain_of_entered_states_ends() -> None:
    back = transition("enter", "back", subject="lead.b", goto="a")
    forth = transition("enter", "forth", subject="lead.a", goto="b")
    them = who(user("lead", ("a", (transition("turn", goto="b"), forth)), ("b", (back,))))
    state, reactions = run(them, them.initial(), TURN)

    assert (said(reactions), state.users["lead"].state) == (["back", "forth"], "b")


def test_events_fit_by_subject_number_and_moment() -> None:
    noon = "2026-04-02T12:00:00+00:00"
    clock = m.Transition(id="", event=m.Event(type="clock", at=noon), acts=(m.Say(text=("noon",)),), place=PLACE)
    third = m.Transition(id="", event=m.Event(type="step", number=3), acts=(m.Say(text=("third",)),), place=PLACE)
    them = who(
        user(
            "lead",
            (
                "a",
                (
                    transition("read", "read", subject="in/**"),
                    clock,
                    third,
                    transition("act", "mail", subject="send_mail"),
                ),
            ),
        )
    )

    def heard(*happenings: Happening) -> list[str]:
        return said(run(them, them.initial(), happenings)[1])

    assert heard(Happening("read", ("out/a.csv", "in/a.csv"))) == ["read"]
    assert heard(Happening("read", ("out/a.csv",))) == []
    assert heard(Happening("clock", at=datetime(2026, 4, 2, 12, tzinfo=UTC))) == ["noon"]
    assert heard(Happening("clock", at=datetime(2026, 4, 2, 13, tzinfo=UTC))) == []
    assert heard(Happening("step", number=3)) == ["third"]
    assert heard(Happening("act", ("send_mail",))) == ["mail"]
    assert heard(Happening("act", ("list_mail",))) == []


def test_a_final_state_of_the_principal_is_the_end() -> None:
    them = who(user("lead", ("a", (transition("turn", goto="z"),)), ("z", ()), final="z"))
    state, _ = run(them, them.initial(), TURN)

    assert (them.finished(them.initial()), them.finished(state)) == (False, True)


STATES = ("a", "b", "c")
EVENTS: dict[str, Callable[[], Happening]] = {
    "turn": lambda: Happening("turn"),
    "idle": lambda: Happening("idle"),
    "start": lambda: Happening("start"),
    "read": lambda: Happening("read", ("in/x",)),
    "act": lambda: Happening("act", ("shell",)),
}


@st.composite
def policies(draw: st.DrawFn) -> Machines:
    """One or two users with arbitrary transitions, also to enter states."""

    def one(name: str) -> m.Transition:
        event = draw(st.sampled_from([*EVENTS, "enter", "ask"]))
        subject = {"enter": f"{name}.{draw(st.sampled_from(STATES))}", "ask": "currency", "read": "in/**"}.get(event)
        return transition(
            event,
            "x",
            subject=subject,
            when=draw(st.sampled_from([None, "yes", "no"])),
            limit=draw(st.sampled_from([None, 1, 2])),
            goto=draw(st.sampled_from([None, *STATES])),
        )

    def them(name: str) -> m.UserPolicy:
        return user(name, *((state, tuple(one("u0") for _ in range(draw(st.integers(0, 3))))) for state in STATES))

    return who(*(them(f"u{number}") for number in range(draw(st.integers(1, 2)))), facts=FACTS, unknown=("rates",))


HISTORIES = st.lists(
    st.tuples(st.sampled_from(sorted(EVENTS)), st.sampled_from(["", "Which currency?", "What rates?", "Done."])),
    max_size=12,
)


@settings(max_examples=150, deadline=None)
@given(policies(), HISTORIES)
def test_any_history_gets_a_reaction_and_ends(them: Machines, history: list[tuple[str, str]]) -> None:
    total = sum(len(state.transitions) for one in them.users for state in one.states)
    state = them.initial()
    for event, heard in history:
        again, repeated = run(them, state, (EVENTS[event](),), heard)
        state, reactions = run(them, state, (EVENTS[event](),), heard)

        assert (state, reactions) == (again, repeated)

        fired = [one.id for reaction in reactions for one in reaction.fired]

        assert len(fired) == len(set(fired)) <= total

        for one in them.users:
            standing = state.users[one.name]

            assert standing.state in STATES
            assert standing.state in standing.entered
            assert all(
                standing.fired.get(t.id, 0) <= t.limit
                for declared in one.states
                for t in declared.transitions
                if t.limit is not None
            )


def test_what_nothing_else_tells_is_volunteered_once_at_a_hand_back_when_it_is_released() -> None:
    facts = (
        m.Fact(name="team", text=("We meet on Fridays.",), volunteered=True),
        m.Fact(name="later", text=("Soon.",), volunteered=True, state="b"),
        m.Fact(name="said", text=("Said.",), volunteered=True),
        m.Fact(name="asked", text=("Asked.",), volunteered=True, ask=("team",)),
    )
    tells = m.Say(text=("Said.",), tells=("said",))
    them = who(user("a", ("a", (transition("turn", acts=(tells,), goto="b"),)), ("b", ())), facts=facts)

    state, first = run(them, them.initial(), (Happening("start"),))
    state, second = run(them, state, TURN)
    state, third = run(them, state, TURN)
    state, fourth = run(them, state, TURN)

    assert first == []
    assert [one.volunteered for one in (*second, *third, *fourth)] == [("team",), ("later",)]


def test_a_reaction_names_the_event_of_each_transition() -> None:
    them = who(user("a", ("a", (transition("act", "x", subject="read"), transition("turn", "y")))))
    act, turn = Happening("act", ("read",), details={"path": "a"}), Happening("turn")
    _, (reaction,) = run(them, them.initial(), (act, turn))

    assert reaction.causes == (act, turn)
