"""Broken files: each mistake on its line, nothing besides."""

import random
from pathlib import Path

import pytest

from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import parse_file
from cowork_dsl.compiler.syntax.tokens import tokenize

TEXT = (Path(__file__).parents[3] / "examples" / "quarter_rollup.cowork").read_text("utf-8")


def found(text: str) -> list[tuple[str, int]]:
    return [(diagnostic.code, diagnostic.line) for diagnostic in parse_file(Source("x", text)).diagnostics]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a {\n  b = 1\n", [("CW105", 1)]),
        ("a {\n  b {\n    c = 1\n}\nd = 2\n", [("CW105", 2)]),
        ("a {\n  b =\n  c = 2\n}\nd = 3\n", [("CW108", 2)]),
        ("a {\n  b = [1, 2\n  c = 2\n}\nd = 3\n", [("CW106", 2)]),
        ("a\n  b = 1\n}\nc = 2\n", [("CW136", 1)]),
        ("a {\n  b = 1\n}}\nc = 2\n", [("CW107", 3)]),
        ("a: {\n  b = 1\n}\nc = 2\n", [("CW139", 1)]),
        ("a = (1\n", [("CW106", 1)]),
    ],
)
def test_layout(text: str, expected: object) -> None:
    assert found(text) == expected


def test_ten_mistakes_give_ten_messages() -> None:
    """Faults that do not touch one another each get their own line."""
    lines = TEXT.split("\n")
    plain = [i for i, line in enumerate(lines) if " = " in line and not line.rstrip().endswith(("{", '"""', "(", "["))]
    rng = random.Random(3)
    inside = False
    outside = []
    for index, line in enumerate(lines):
        if '"""' in line:
            inside = not inside
        if not inside and index in plain:
            outside.append(index)
    chosen = sorted(rng.sample(outside, 10))
    for index in chosen:
        head, _, _ = lines[index].partition(" = ")
        lines[index] = head + " ="

    assert sorted({line for _, line in found("\n".join(lines))}) == [index + 1 for index in chosen]


def test_edits_of_tokens_are_found_where_they_are() -> None:
    """400 seeded slips: the reported line is the edited one (or, for a lost brace, its opener) in at least 95 %."""
    rng = random.Random(11)
    tokens = tokenize(TEXT)
    real = [i for i, kind in enumerate(tokens.kinds) if kind not in ("_NL", "$END")]
    hits = misses = 0
    for _ in range(400):
        at = rng.choice(real)
        start, end = tokens.starts[at], tokens.ends[at]
        lose = rng.random() < 0.5
        text = TEXT[:start] + TEXT[end:] if lose else TEXT[:end] + " " + TEXT[start:end] + TEXT[end:]
        messages = found(text)
        if not messages:
            continue
        source = Source("x", text)
        lines = range(source.position(start)[0], source.position(end)[0] + 1)
        brace = tokens.kinds[at] == "RBRACE"
        hit = any(line in lines for _, line in messages) or (brace and messages[0][0] == "CW105")
        hits += hit
        misses += not hit

    assert hits / (hits + misses) >= 0.95
