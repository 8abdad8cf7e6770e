"""Methods of texts; a document stands for its text."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from cowork_dsl.compiler.values import spellings
from cowork_dsl.compiler.values.arithmetic import quotient
from cowork_dsl.compiler.values.compare import nfc
from cowork_dsl.compiler.values.doc import Doc
from cowork_dsl.compiler.values.failures import Fail, is_none, missing, spend
from cowork_dsl.compiler.values.patterns import quoted, search
from cowork_dsl.compiler.values.rows import rows_of
from cowork_dsl.compiler.values.scalars import Money, Percent
from cowork_dsl.compiler.values.show import brief, show

_PLAIN = {
    ord(char): plain
    for chars, plain in (("‘’‚‛′´`", "'"), ("“”„‟″«»", '"'), ("‐‑‒–—―−", "-"), ("*_~", None))
    for char in chars
}
_IDEOGRAPH = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


def text_in(value: Any, doing: str = "read") -> str:
    """The characters of a text or document."""
    if isinstance(value, str):
        return value
    if value.__class__ is Doc:
        return str(value.text)
    if is_none(value):
        raise missing(value, doing)
    raise Fail(f"{brief(value)} is no text")


def norm(value: Any) -> str:
    """For comparing loosely."""
    return " ".join(nfc(text_in(value)).translate(_PLAIN).casefold().split())


def has_words(value: Any, token: Any) -> bool:
    """Whether the words of ``token`` stand in the text as whole words; a number or date in any spelling."""
    text = text_in(value, "look in")
    spend(len(text) >> 3)
    kind = token.__class__
    if kind in (int, Decimal, Money, Percent):
        wanted = token.amount if kind is Money else token.value.scaleb(2) if kind is Percent else token
        return any(found == wanted for found in spellings.numbers_in(text))
    if isinstance(token, date) and not isinstance(token, datetime):
        return any(found == token for _, _, found in spellings.days_in(text))
    words = norm(token) if isinstance(token, str) else norm(show(token))
    if not words:
        raise Fail("an empty text is found everywhere")
    return _stands(norm(text), words)


def _stands(text: str, words: str) -> bool:
    at = text.find(words)
    while at >= 0:
        end = at + len(words)
        before = text[at - 1 : at] if at else ""
        if not (_joins(before, words[0]) or _joins(text[end : end + 1], words[-1])):
            return True
        at = text.find(words, at + 1)
    return False


def _joins(neighbour: str, edge: str) -> bool:
    """Whether a neighbour makes a longer word of the edge; scripts without blanks have no such edges."""
    if not neighbour or not (neighbour.isalnum() and edge.isalnum()):
        return False
    return not ("\u3040" <= edge <= "\u9fff" or "\uac00" <= edge <= "\ud7a3")


def matches(value: Any, pattern: str) -> bool:
    """Whether a pattern is found."""
    return search(pattern, text_in(value, "search"))


def quote(value: Any) -> str:
    """A value inside a pattern, standing for itself."""
    return quoted(show(value))


def similar(value: Any, other: Any) -> Decimal:
    """The Dice coefficient of the pairs of neighbouring characters of the normalised texts."""
    a, b = norm(value), norm(other)
    spend(len(a) + len(b))
    if a == b:
        return Decimal(1)
    ours, theirs = (Counter(text[index : index + 2] for index in range(len(text) - 1)) for text in (a, b))
    both = sum((ours & theirs).values())
    total = sum(ours.values()) + sum(theirs.values())
    return quotient(2 * both, total) if total else Decimal(0)


def numbers(value: Any) -> list[Decimal]:
    """The numbers in it."""
    text = text_in(value)
    spend(len(text) >> 3)
    return spellings.numbers_in(text)


def dates(value: Any) -> list[date]:
    """The dates in it."""
    text = text_in(value)
    spend(len(text) >> 3)
    return [found for _, _, found in spellings.days_in(text)]


def words(value: Any) -> int:
    """How many words it has: what blanks separate; Chinese and Japanese characters count one by one."""
    count = 0
    for part in text_in(value, "count").split():
        rest, ideographs = _IDEOGRAPH.subn(" ", part)
        count += ideographs + sum(any(char.isalnum() for char in word) for word in rest.split())
    return count


def lines(value: Any) -> list[str]:
    """Its lines."""
    return text_in(value).splitlines()


def length(value: Any) -> int:
    """How many characters it has."""
    return len(nfc(text_in(value)))


def upper(value: Any) -> str:
    """In upper case."""
    return text_in(value).upper()


def lower(value: Any) -> str:
    """In lower case."""
    return text_in(value).lower()


def title(value: Any) -> str:
    """Each word with a capital."""
    return " ".join(word[:1].upper() + word[1:] for word in text_in(value).split(" "))


def strip(value: Any) -> str:
    """Without blanks at both ends."""
    return text_in(value).strip()


def split(value: Any, separator: str | None = None) -> list[str]:
    """Its parts."""
    if separator == "":
        raise Fail("an empty text separates nothing")
    return text_in(value).split(separator)


def replace(value: Any, old: str, new: str) -> str:
    """With every ``old`` replaced."""
    text = text_in(value)
    if not old:
        raise Fail("an empty text can't be replaced")
    spend(text.count(old) * len(new))
    return text.replace(old, new)


def starts(value: Any, prefix: str) -> bool:
    """Whether it begins so."""
    return nfc(text_in(value)).startswith(nfc(prefix))


def ends(value: Any, suffix: str) -> bool:
    """Whether it ends so."""
    return nfc(text_in(value)).endswith(nfc(suffix))


def to_number(value: Any) -> Decimal:
    """The number that it spells."""
    found = spellings.number(text_in(value))
    if found is None:
        raise Fail(f"{brief(value)} spells no number")
    return found


def to_date(value: Any) -> date:
    """The date that it spells."""
    found = spellings.day(text_in(value))
    if found is None:
        raise Fail(f"{brief(value)} spells no date")
    return found


def to_money(value: Any, currency: str) -> Money:
    """The amount that it spells."""
    found = spellings.amount(text_in(value))
    if found is None or found[1] not in (None, currency):
        raise Fail(f"{brief(value)} spells no amount in {currency}")
    return Money(found[0], currency)


def concat(parts: Any) -> str:
    """Pieces of a text, one after the other."""
    pieces = [show(part) for part in parts]
    spend(sum(map(len, pieces)))
    return "".join(pieces)


def join_text(value: Any, separator: str) -> str:
    """The elements as one text."""
    pieces = [show(item) for item in rows_of(value)]
    spend(sum(map(len, pieces)) + len(pieces) * len(separator))
    return separator.join(pieces)
