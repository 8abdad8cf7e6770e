"""Questions and requests, by word stems; a mention is not a question."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.runtime.users.words import about, claims, questions, stem, unknown_reply


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Which currency are the amounts in?", "currency"),
        ("Which currencies do you use?", "currency"),
        ("Please tell me the euro rate.", "euro"),
        ("I rolled it up. Could you confirm the exchange rates you want", "exchange rate"),
        ("Let me know the cut-off date please.", "cut-off date"),
        ("I am not sure which currency applies.", "currency"),
        ("I need to know the approved budget.", "approve"),
        ("Is the budget\u2019s ceiling fixed?", "budget"),
        ("what is the currency", "currency"),
        ("which currency should I use", "currency"),
        ("do you want the euro rate", "euro"),
        ("请问货币是什么？", "货币"),
        ("通貨を教えてください", "通貨"),
        ("통화를 알려 주세요", "통화"),
    ],
)
def test_asks(text: str, topic: str) -> None:
    assert about(questions(text), (topic,))


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("All amounts are in one currency.", "currency"),
        ("I used the currency EUR. Is that all?", "currency"),
        ("The exchange went well. What are the rates of growth?", "exchange rates"),
        ("货币是欧元。", "货币"),
        ("I confirmed the currency.", "currency"),
        ("Which courier do you use?", "currency"),
        ("When I summed the currency column I found a gap", "currency"),
        ("Do the currency conversion first.", "currency"),
        ("", "currency"),
    ],
)
def test_a_mention_is_not_a_question(text: str, topic: str) -> None:
    assert not about(questions(text), (topic,))


@pytest.mark.parametrize(
    ("left", "right"),
    [("currency", "currencies"), ("rate", "rates"), ("approve", "approved"), ("plan", "planning"), ("box", "boxes")],
)
def test_stems_level_inflections(left: str, right: str) -> None:
    assert stem(left) == stem(right)


@pytest.mark.parametrize("word", ["status", "press", "analysis", "bus", "sing", "red"])
def test_stems_leave_words_that_only_look_inflected(word: str) -> None:
    assert stem(word) == word


def test_not_knowing_is_worded_in_the_topics_script() -> None:
    assert unknown_reply("exchange rates") == "I don't know about exchange rates."
    assert unknown_reply("汇率") == "汇率我不清楚。"
    assert unknown_reply("為替レート").endswith("分かりません。")
    assert unknown_reply("환율").endswith("모릅니다.")


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200), st.text(max_size=20))
def test_any_text_is_read(text: str, topic: str) -> None:
    assert about(questions(text), (topic,)) in {True, False}


@pytest.mark.parametrize(
    "text",
    [
        "Done.",
        "The report is ready. Anything else?",
        "I have updated out/total.csv.",
        "We've sent the mail to Ann.",
        "Everything is in place.",
        "报告已完成。",
        "作業が完了しました。",
        "정리를 완료했습니다.",
    ],
)
def test_claims(text: str) -> None:
    assert claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "It is not done yet.",
        "Is it done?",
        "I will have it ready on Friday.",
        "I haven't finished the memo.",
        "Tell me when you are ready.",
        "I read the orders.",
        "报告还没完成。",
        "まだ完了していません。",
    ],
)
def test_what_claims_nothing(text: str) -> None:
    assert not claims(text)
