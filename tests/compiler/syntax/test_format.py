"""The formatter keeps meaning and comments, and has nothing to do twice."""

import random
from pathlib import Path

import pytest

from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import parse_file
from cowork_dsl.compiler.syntax.format import format_source
from cowork_dsl.compiler.syntax.tokens import tokenize
from tests.helpers.shapes import shape

ROOT = Path(__file__).parents[3]
FILES = sorted(
    [*ROOT.glob("examples/*.cowork"), *ROOT.glob("envs/library/**/*.cowork"), *ROOT.glob("grammar/std/*.cowork")]
)


def formatted(text: str) -> str:
    found = format_source(Source("x.cowork", text))
    assert found is not None
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_shipped_files_are_formatted(path: Path) -> None:
    text = path.read_text("utf-8")

    assert formatted(text) == text


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_scrambled_spaces(path: Path, seed: int) -> None:
    """Other indentation and spacing, comments thrown in: the same tree, all comments, and a fixed point."""
    rng = random.Random(seed)
    text = path.read_text("utf-8")
    tokens = tokenize(text)
    pieces: list[str] = []
    comments = 0
    last = 0
    for index, kind in enumerate(tokens.kinds):
        start, end = tokens.starts[index], tokens.ends[index]
        gap = text[last:start]
        if gap.strip(" ") == "" and kind not in ("_NL", "$END") and index and tokens.kinds[index - 1] != "_NL":
            gap = " " * rng.randint(1, 3) if gap else ""
        pieces.append(gap)
        word = text[start:end]
        if kind == "_NL" and "##" not in word and rng.random() < 0.2:
            comments += 1
            word = f"  # note {comments}" + word if not word.lstrip().startswith("#") else word + f"# note {comments}\n"
        pieces.append(word)
        last = end
    scrambled = "".join(pieces)
    once = formatted(scrambled)

    assert shape(parse_file(Source("x", once)).file.items) == shape(parse_file(Source("x", scrambled)).file.items)
    assert once.count("# note") == scrambled.count("# note")
    assert formatted(once) == once


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a=1\n", "a = 1\n"),
        ("a {\n\n\nb=1\n\n\n\ncc=2\n\n}\n", "a {\n  b = 1\n\n  cc = 2\n}\n"),
        ("a {\nb=1\ncc=2\n}\n", "a {\n  b  = 1\n  cc = 2\n}\n"),
        ("x { |a|bb|\n}\n".replace("{ |", "{\n|"), "x {\n  | a | bb |\n}\n"),
        ("a = -1 - -2\n", "a = -1 - -2\n"),
        ("a = b . c ( d , e : f )\n", "a = b.c(d, e: f)\n"),
        ("a = .b in [1,2]\n", "a = .b in [1, 2]\n"),
        ('a = {x:1,"Y z":2}\n', 'a = {x: 1, "Y z": 2}\n'),
        ("a = b\n.c()\n", "a = b\n    .c()\n"),
        ('a {\nt = """\nx\n  y\n"""\n}\n', 'a {\n  t = """\n    x\n      y\n    """\n}\n'),
        ("a { b=1 }\n", "a { b = 1 }\n"),
        ("a = x.all( o : o.b == .c )\n", "a = x.all(o: o.b == .c)\n"),
        ("a = not ( b or c )\n", "a = not (b or c)\n"),
        ("a = if b then (c) else d\n", "a = if b then (c) else d\n"),
    ],
)
def test_rules(before: str, after: str) -> None:
    assert formatted(before) == after
    assert formatted(after) == after


def test_broken_files_are_left_alone() -> None:
    assert format_source(Source("x", "a = \n")) is None
