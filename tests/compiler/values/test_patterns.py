"""Patterns: RE2's meaning, in linear time."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.patterns import problem, quoted, search

PATTERNS = [
    "a+b", "^ab", "ab$", r"\bab\b", "a.b", "[a-c]+d", "[^a-c]{2,3}", "(ab|b)*c", "a{2}", "a{,2}", "x?y", r"\d{2}-\d", "(?i)AB", "(?s)a.b",
    "(?m)^b$", "(?:ab)+", "(?P<n>a)b", r"\.", "[]a]", "[a-]", "a*?b", "()", "", r"\w+\s\w+", "abc",
]  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from([pattern for pattern in PATTERNS if pattern != "a{,2}"]), st.text("abcdxyAB1-. \n2", max_size=10)
)
def test_finds_what_python_finds(pattern: str, text: str) -> None:
    actual = search(pattern, text)
    # `$` means the very end, as in RE2
    oracle = pattern.replace("$", r"\Z") if not pattern.startswith("(?m)") else pattern

    assert actual == bool(re.search(oracle, text, re.ASCII))


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=12), st.text(max_size=5))
def test_quoted_text_stands_for_itself(text: str, around: str) -> None:
    actual = search("^" + quoted(text) + "$", text)

    assert actual and (search(quoted(text), around) == (text in around))


@pytest.mark.parametrize(
    "pattern", ["(a*)*b", "(a|a)*b", "(a|aa)+$b", "a*a*a*a*a*a*b", "(.*)(.*)(.*)(.*)b", "(a?){200}a{200}b"]
)
def test_time_is_linear(pattern: str) -> None:
    start = time.monotonic()
    found = search(pattern, "a" * 20_000)

    assert not found and time.monotonic() - start < 5


@pytest.mark.parametrize(
    "pattern",
    ["(a", "a)", "[a", "*a", "a**", r"\1", "(?=a)", "(?!a)", "(?<=a)b", "(?<!a)b", "\\", r"\p", "a{2000}", "[b-a]", "(?x)a", "a{5,2}", "(" * 80 + ")" * 80,
     "((a{900}){900}){900}"],
)  # fmt: skip
def test_other_patterns_are_refused(pattern: str) -> None:
    assert problem(pattern) is not None
    with pytest.raises(Fail):
        search(pattern, "a")


@settings(max_examples=300, deadline=None)
@given(st.text("ab()[]{}*+?|^$\\.-,0123dwb:=!<>Pims", max_size=12), st.text("ab", max_size=5))
def test_any_pattern_is_searched_or_refused(pattern: str, text: str) -> None:
    if problem(pattern) is None:
        assert search(pattern, text) in (True, False)
