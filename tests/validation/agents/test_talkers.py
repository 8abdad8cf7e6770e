from cowork_dsl.validation.agents.talkers import asks_everything, babbles, replies_only
from tests.helpers.handmade import handmade_bundle


class Segment:
    """As much of a context as a talker looks at."""

    def __init__(self, number: int) -> None:
        self.segment = number


def said(agent: object, count: int) -> list[str]:
    return [agent.segment(Segment(number)) for number in range(1, count + 1)]  # type: ignore[attr-defined]


def test_asking_covers_every_topic_and_goes_on() -> None:
    first, *later = said(asks_everything(handmade_bundle()), 5)

    assert all(topic in first for topic in ("currency", "euro", "exchange rates"))
    assert later[0] == "What can you tell me about currency?"
    assert later[3] == first


def test_babbling_is_long_always_different_and_repeatable() -> None:
    lines = said(babbles(handmade_bundle()), 8)

    assert len(set(lines)) == 8
    assert all(len(line) > 500 for line in lines)
    assert said(babbles(handmade_bundle()), 8) == lines


def test_replies_only_keeps_nothing_but_the_words() -> None:
    agent = replies_only(handmade_bundle())

    assert [[act.op for act in turn.acts] for turn in agent._left] == [["reply"], ["reply"]]
