"""Constrained decoding accepts what ships and refuses what the parser refuses."""

from pathlib import Path

import pytest
from llguidance import LLMatcher, LLTokenizer

from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import parse_file
from cowork_dsl.compiler.syntax.constrained import llguidance_grammar

ROOT = Path(__file__).parents[3]
FILES = sorted(
    [*ROOT.glob("examples/*.cowork"), *ROOT.glob("envs/library/**/*.cowork"), *ROOT.glob("grammar/std/*.cowork")]
)
TOKENIZER = LLTokenizer("byte")


def accepts(text: str) -> bool:
    matcher = LLMatcher(TOKENIZER, LLMatcher.grammar_from_lark(llguidance_grammar()))
    assert not matcher.get_error()
    return matcher.consume_tokens(TOKENIZER.tokenize_str(text)) and matcher.is_accepting()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_shipped_files(path: Path) -> None:
    assert accepts(path.read_text("utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        "a = b +\n  c\n",
        "a = 1 < 2 < 3\n",
        "a = [1,,2]\n",
        "a {\n",
        "a = 'x'\n",
        "a: 1\n",
        "a = points == 4 = 4\n",
        "a = b c\n",
    ],
)
def test_refuses_with_the_parser(text: str) -> None:
    assert parse_file(Source("x", text)).diagnostics
    assert not accepts(text)


@pytest.mark.parametrize(
    "text",
    ["a = b\n  + c\n", "a = f(\n  1,\n  x: 2)\n", "a { b { c = 1 } }\n", "a = [\n1\n]\n", "# c\na\n## d\nb = .c\n  .d()\n",
     "a = {\n  x: 1,\n  y: [2]\n}\n", "a = b\n  not in c\n", "a = if b\n  then c\n  else d\n"],
)  # fmt: skip
def test_accepts_with_the_parser(text: str) -> None:
    assert not parse_file(Source("x", text)).diagnostics
    assert accepts(text)
