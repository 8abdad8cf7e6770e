"""`cowork check`: how it starts, and what all analyses of a set of files cost against a plain Lark parse."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from lark import Lark
from lark.lark import PostLex

from bench.measure import Measure, call_ms, interleaved, process_ms
from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax.tokens import tokenize

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "quarter_rollup.cowork"


class _Newlines(PostLex):
    """Drops the newlines that our own lexer drops: inside brackets and before continuations."""

    always_accept = ("_NL",)

    def process(self, stream):  # type: ignore[no-untyped-def]
        """Filters the tokens of one text by what our lexer keeps."""
        kept = self.kept
        for token in stream:
            if token.type != "_NL" or token.end_pos in kept:
                yield token

    def __init__(self) -> None:
        self.kept: set[int] = set()


def _kept_newlines(text: str) -> set[int]:
    found = tokenize(text)
    return {found.starts[i + 1] for i, kind in enumerate(found.kinds) if kind == "_NL"}


def lark_parser() -> Callable[[str], object]:
    """The usual way to parse such a language: LALR, contextual lexer, positions."""
    newlines = _Newlines()
    grammar = (ROOT / "grammar" / "cowork.lark").read_text(encoding="utf-8")
    parser = Lark(grammar, parser="lalr", lexer="contextual", propagate_positions=True, postlex=newlines)

    known: dict[str, set[int]] = {}

    def parse(text: str) -> object:
        if text not in known:  # found once, outside what is timed: the anchor must not pay for our lexer
            known[text] = _kept_newlines(text)
        newlines.kept = known[text]
        return parser.parse(text)

    return parse


def measure(short: bool) -> list[Measure]:
    """The two ratios."""
    with TemporaryDirectory() as compiled:
        # as where the package is installed: its modules were compiled once, which the round that isn't counted does here
        env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        env["PYTHONPYCACHEPREFIX"] = compiled
        check = [sys.executable, "-m", "cowork_dsl.face.main", "check", str(EXAMPLE)]
        started = interleaved(
            "start and end of `cowork check` of the example, against a bare python",
            lambda: process_ms(check, env),
            lambda: process_ms([sys.executable, "-c", "pass"], env),
            reach=8.0,
            pairs=7 if short else 31,
        )
    files = [EXAMPLE, *sorted((ROOT / "envs" / "library").glob("**/*.cowork"))]
    sources = [Source(path.name, path.read_text(encoding="utf-8")) for path in files]
    parse = lark_parser()

    def check_all() -> None:
        for source in sources:
            check_source(Source(source.path, source.text), Files())

    def parse_all() -> None:
        for source in sources:
            parse(source.text)

    checked = interleaved(
        "checking the shipped files, against a plain Lark LALR parse of them with positions",
        lambda: call_ms(check_all),
        lambda: call_ms(parse_all),
        reach=2.5,
        pairs=5 if short else 21,
    )
    return [started, checked]
