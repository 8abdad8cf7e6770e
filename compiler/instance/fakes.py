"""``fake.*`` and ``text.*``: invented words, from our own corpus.

Everything is ASCII and nothing can reach anybody: mail domains are those reserved for examples, phone numbers use the
range kept for fiction.
"""

from __future__ import annotations

from collections.abc import Callable

from cowork_dsl.compiler.instance.draws import Stream
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.grammar import corpus

_MOST = 10_000


def first_name(stream: Stream) -> str:
    """A given name."""
    return stream.pick(corpus.FIRST_NAMES)


def last_name(stream: Stream) -> str:
    """A family name."""
    return stream.pick(corpus.LAST_NAMES)


def name(stream: Stream) -> str:
    """A whole name."""
    return f"{first_name(stream)} {last_name(stream)}"


def company(stream: Stream) -> str:
    """A firm with its legal form."""
    head, tail = stream.pick(corpus.COMPANY_HEADS), stream.pick(corpus.COMPANY_TAILS)
    return f"{head} {tail} {stream.pick(corpus.COMPANY_FORMS)}"


def city(stream: Stream) -> str:
    """A city."""
    return stream.pick(corpus.CITIES)


def country(stream: Stream) -> str:
    """A country."""
    return stream.pick(corpus.COUNTRIES)


def street(stream: Stream) -> str:
    """A street with a number."""
    return f"{stream.between(1, 220)} {stream.pick(corpus.STREETS)}"


def email(stream: Stream) -> str:
    """A mail address in a domain that is reserved for examples."""
    return f"{first_name(stream)}.{last_name(stream)}@{stream.pick(corpus.DOMAINS)}".lower()


def phone(stream: Stream) -> str:
    """A telephone number from the range that is kept for fiction."""
    return f"+1 {stream.between(201, 989)} 555 01{stream.below(100):02d}"


def job(stream: Stream) -> str:
    """An occupation."""
    return stream.pick(corpus.JOBS)


def product(stream: Stream) -> str:
    """A thing that is sold."""
    return stream.pick(corpus.PRODUCTS)


def word(stream: Stream) -> str:
    """One word."""
    return stream.pick(corpus.WORDS)


def words(stream: Stream, count: int) -> str:
    """So many words."""
    _bounded(count)
    return " ".join(stream.pick(corpus.WORDS) for _ in range(count))


def sentence(stream: Stream) -> str:
    """A sentence of 6 to 14 words."""
    body = words(stream, stream.between(6, 14))
    return f"{body[0].upper()}{body[1:]}."


def paragraph(stream: Stream, sentences: int = 4) -> str:
    """A paragraph of so many sentences."""
    _bounded(sentences)
    return " ".join(sentence(stream) for _ in range(sentences))


def _bounded(count: int) -> None:
    if not 0 <= count <= _MOST:
        raise Fail(f"a text of {count:,} pieces can't be made; {_MOST:,} are the most")


def code(stream: Stream, pattern: str) -> str:
    """A code: ``#`` is a digit, ``@`` a capital letter, all else stands for itself."""
    drawn = {"#": "0123456789", "@": "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    return "".join(stream.pick(drawn[char]) if char in drawn else char for char in pattern)


FAKES: dict[str, Callable[[Stream], str]] = {
    fake.__name__: fake
    for fake in (
        first_name,
        last_name,
        name,
        company,
        city,
        country,
        street,
        email,
        phone,
        job,
        product,
    )
}
TEXTS: dict[str, Callable[..., str]] = {text.__name__: text for text in (word, words, sentence, paragraph, code)}
