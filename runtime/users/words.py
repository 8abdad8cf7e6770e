"""What an agent asks: questions and requests about a topic, recognised by word stems.

A mention is not a question: a topic counts only inside a sentence that asks or requests. Chinese, Japanese and
Korean are matched by contained terms, as they have no spaces to find words by.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_SENTENCE_END = re.compile(r"(?<=[?!\uff1f\uff01\u3002])|(?<=\.)(?=\s)|\n+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_HANGUL = re.compile(r"[\uac00-\ud7af]")

_AUXILIARIES = r"(?:is|are|was|were|does|did|can|could|will|would|should|shall|may|might|must|has|have|had)(?:n't)?"
# a sentence without its mark still asks where it is ordered like a question
_INVERTED = re.compile(
    rf"^(?:and |so |also |then )*(?:(?:what|which|who|whom|whose|when|where|why|how)\b(?: \S+)? (?:{_AUXILIARIES}|do)\b"
    rf"|(?:{_AUXILIARIES}|do) (?:i|you|we|they|he|she|it|this|that|these|those|there|the|any|all)\b)"
)
_TELL = (
    r"tell|confirm|clarify|advise|specify|explain|share|provide|send|give|state|say|check|remind|inform|answer|"
    r"let (?:me|us) know|point (?:me|us)|walk (?:me|us)"
)
_REQUEST = re.compile(
    rf"^(?:and |also |then |so |but |hi |hello |thanks |ok |first |next )*(?:please |kindly )?(?:{_TELL})\b"
    rf"|\bplease (?:also )?(?:{_TELL})\b"
    rf"|\b(?:can|could|would|will) you (?:please |kindly |also )*(?:{_TELL})\b"
    r"|\b(?:need|want|wish|like|love|have) to (?:know|understand|ask|hear|confirm|clarify)\b"
    r"|\b(?:i|we)(?: am|'m| are|'re)? (?:wonder(?:ing)?|curious|unsure|not sure|not certain)\b"
    r"|\b(?:do not|don't|did not|didn't) know (?:what|which|who|when|where|why|how|if|whether)\b"
    r"|\bany (?:idea|word|news) (?:on|of|about)\b"
)
_CJK_ASKS = (
    "?", "\uff1f", "吗", "呢", "什么", "哪", "多少", "几", "如何", "怎么", "怎样", "是否", "能否", "请问", "请告", "请说明", "请提供",
    "请确认", "告诉我", "ですか", "ますか", "でしょうか", "教えて", "ください", "何", "どの", "どれ", "いつ", "까요", "나요", "습니까",
    "인가요", "알려", "무엇", "어떤", "얼마", "언제", "확인해",
)  # fmt: skip

_CLAIM = re.compile(
    r"\b(?:done|finished|completed?|ready|delivered|submitted|all set|in place|taken care of)\b"
    r"|\b(?:i|we)(?: have|'ve) (?:now |also |just )?(?:written|saved|sent|made|created|updated|corrected|filed|entered|fixed)\b"
)
_NO_CLAIM = re.compile(
    r"\b(?:not|no|never|cannot|can't|couldn't|isn't|aren't|wasn't|hasn't|haven't|unable|once|when|until|if|before|"
    r"will|shall|would|going to|almost|nearly|yet)\b|n't\b"
)
_CJK_CLAIMS = (
    "完成",
    "做完",
    "做好",
    "搞定",
    "已发送",
    "已提交",
    "完了",
    "終わりました",
    "できました",
    "완료",
    "끝났",
    "마쳤",
)
_CJK_NO_CLAIM = ("未", "没", "不", "ません", "まだ", "안 ", "못", "아직")


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The stem of an English word: plural, ``-ing``, ``-ed`` and a final ``-e`` or ``-y`` taken off or levelled."""
    word = word.removesuffix("'s")
    if len(word) <= 3 or not word.isascii():
        return word
    if word.endswith("ies"):
        return word[:-3] + "i"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base != word and len(base) >= 3 and any(letter in "aeiouy" for letter in base):
            word = base[:-1] if base[-1] == base[-2] and base[-1] not in "lsz" else base
            break
    if word.endswith("y"):
        return word[:-1] + "i"
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def _level(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("\u2019", "'")


def _stems(text: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in _WORD.findall(text))


def is_cjk(text: str) -> bool:
    """Whether a text holds Chinese, Japanese or Korean characters."""
    return _CJK.search(text) is not None


def _asks(sentence: str) -> bool:
    if "?" in sentence:
        return True
    if is_cjk(sentence):
        return any(mark in sentence for mark in _CJK_ASKS)
    words = " ".join(_WORD.findall(sentence))
    unmarked = not sentence.endswith((".", "!"))
    return _REQUEST.search(words) is not None or (unmarked and _INVERTED.match(words) is not None)


def _holds(sentence: str, topic: str) -> bool:
    if is_cjk(topic):
        return topic in sentence
    wanted = _stems(topic)
    found = _stems(sentence)
    span = len(wanted)
    return span > 0 and any(found[at : at + span] == wanted for at in range(len(found) - span + 1))


def questions(text: str) -> tuple[str, ...]:
    """The sentences of a text that ask or request something, levelled for matching."""
    sentences = (part.strip() for part in _SENTENCE_END.split(_level(text)))
    return tuple(sentence for sentence in sentences if sentence and _asks(sentence))


def claims(text: str) -> bool:
    """Whether a text says that the work is done: in a sentence that neither asks, nor denies, nor speaks of later."""
    return any(_claims(part.strip()) for part in _SENTENCE_END.split(_level(text)))


def _claims(sentence: str) -> bool:
    if not sentence or _asks(sentence):
        return False
    if is_cjk(sentence):
        return any(word in sentence for word in _CJK_CLAIMS) and not any(word in sentence for word in _CJK_NO_CLAIM)
    return _CLAIM.search(sentence) is not None and _NO_CLAIM.search(sentence) is None


def about(sentences: tuple[str, ...], topics: tuple[str, ...]) -> bool:
    """Whether one of the asking sentences is about one of the topics."""
    return any(_holds(sentence, _level(topic)) for sentence in sentences for topic in topics)


def unknown_reply(topic: str) -> str:
    """The stable wording of "I don't know" for a topic, in the topic's script."""
    if _HANGUL.search(topic):
        return f"{topic}: 그건 저도 모릅니다."
    if _KANA.search(topic):
        return f"{topic}については分かりません。"
    if is_cjk(topic):
        return f"{topic}我不清楚。"
    return f"I don't know about {topic}."
