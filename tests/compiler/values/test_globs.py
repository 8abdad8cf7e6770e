"""Path patterns: the rules of gitignore, at a bounded cost."""

import pytest

from cowork_dsl.compiler.values.globs import match, match_any

NAMED = [
    ("out/**", "out/a.csv"),
    ("out/**", "out/deep/er/a.csv"),
    ("out/", "out/deep/a.csv"),
    ("*.csv", "a.csv"),
    ("*.csv", "in/deep/a.csv"),
    ("in/*.csv", "in/a.csv"),
    ("/a.csv", "a.csv"),
    ("**/a.csv", "a.csv"),
    ("**/a.csv", "x/y/a.csv"),
    ("in/**/a.csv", "in/a.csv"),
    ("in/**/a.csv", "in/x/y/a.csv"),
    ("**", "anything/at/all"),
    ("a?c", "abc"),
    ("[a-c]x", "bx"),
    ("[!a-c]x", "dx"),
    ("[]]x", "]x"),
    ("a[b", "a[b"),
    (r"\*.csv", "*.csv"),
    ("日*", "日本.md"),
]
OTHERS = [
    ("out/**", "out"),
    ("out/**", "output/a"),
    ("out/*", "out/a/b"),
    ("in/*.csv", "x/in/a.csv"),
    ("/a.csv", "x/a.csv"),
    ("*.csv", "a.csv.bak"),
    ("a?c", "a/c"),
    ("[a-c]x", "dx"),
    ("[!a-c]x", "ax"),
    (r"\*.csv", "a.csv"),
    ("A.csv", "a.csv"),
    ("", "a"),
]


@pytest.mark.parametrize(("pattern", "path"), NAMED)
def test_pattern_names_path(pattern: str, path: str) -> None:
    actual = match(pattern, path)

    assert actual is True


@pytest.mark.parametrize(("pattern", "path"), OTHERS)
def test_pattern_leaves_path(pattern: str, path: str) -> None:
    actual = match(pattern, path)

    assert actual is False


def test_hostile_patterns_come_to_an_end() -> None:
    actual = match("*a" * 40 + "b", "a" * 400) or match("/".join(["**", "a"] * 30) + "/b", "/".join("a" * 200))

    assert actual is False


def test_any_of_several() -> None:
    actual = [match_any(["*.md", "out/**"], path) for path in ("a.md", "out/x", "in/x")]

    assert actual == [True, True, False]
