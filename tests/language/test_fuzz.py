"""No text, however broken or hostile, gives a traceback or takes long."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.diagnostics.render_json import render as as_json
from cowork_dsl.compiler.diagnostics.render_text import render as as_text
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.pipeline import compile_env
from cowork_dsl.compiler.read import source_of
from cowork_dsl.compiler.source import Source
from cowork_dsl.grammar.diagnostics import catalogue
from cowork_dsl.grammar.diagnostics.frame import embed
from cowork_dsl.grammar.functions import catalogue as functions
from cowork_dsl.grammar.schema import BODIES
from tests.language.edits import OPERATIONS, slip, tokens

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").glob("*.cowork"))]
FRAME = embed("")
LINES = sorted({line for text in EXAMPLES for line in text.splitlines()})
TOKENS = sorted({token.text for text in EXAMPLES for token in tokens(text) if len(token.text) < 60})
WORDS = sorted(
    {name for body in BODIES.values() for name in (*body.attrs, *body.blocks)} | {one.name for one in functions()}
)
MARKS = [
    "\n",
    "\n",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "|",
    "=",
    ".",
    ",",
    ":",
    '"',
    '"""',
    "{{",
    "}}",
    "##",
    "\\",
    "..",
    "é",
    "语",
]
SECONDS = 2.0
"""The most that one small text may take, on a busy machine."""

_soup = st.lists(st.sampled_from([*TOKENS, *WORDS, *MARKS]) | st.text(max_size=4), max_size=60).map(" ".join)
_slips = st.tuples(
    st.sampled_from(EXAMPLES),
    st.lists(st.tuples(st.sampled_from(OPERATIONS), st.integers(0, 10_000)), min_size=1, max_size=6),
)


def budget(cases: int) -> settings:
    return settings(max_examples=cases, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def checked(text: str, seconds: float = SECONDS) -> tuple[Diagnostic, ...]:
    """What is said of a text, in good time and well formed."""
    begun = time.process_time()
    source, problems = source_of("fuzz.cowork", text.encode("utf-8", "surrogatepass"))
    found = problems if source is None else check_source(source, Files()).diagnostics
    known = catalogue()
    for one in found:
        assert one.code in known
        assert 0 <= one.span.start <= one.span.end <= len(one.source.text)
        assert one.message
    as_json(found)
    as_text(list(found), False)

    assert time.process_time() - begun < seconds
    return found


@budget(600)
@given(_soup)
def test_token_soup(text: str) -> None:
    checked(text)


@budget(500)
@given(_soup, st.integers(0, len(FRAME)))
def test_token_soup_inside_a_sound_file(text: str, at: int) -> None:
    checked(FRAME[:at] + text + FRAME[at:])


@budget(300)
@given(st.lists(st.sampled_from(LINES), max_size=14), st.integers(0, 60))
def test_lines_of_the_examples_inside_a_sound_file(lines: list[str], at: int) -> None:
    whole = FRAME.splitlines()
    checked("\n".join([*whole[:at], *lines, *whole[at:]]))


@budget(200)
@given(_slips)
def test_several_slips(given_: tuple[str, list[tuple[str, int]]]) -> None:
    text, edits = given_
    for operation, seed in edits:
        if len(tokens(text)) > 20:
            text = slip(text, operation, seed).text  # type: ignore[arg-type]
    checked(text)


@budget(400)
@given(st.text() | st.text(alphabet=st.characters(max_codepoint=127)))
def test_any_text(text: str) -> None:
    checked(text)


DEEP = 20_000
NASTY = {
    "parentheses": "value a = " + "(" * DEEP + "1" + ")" * DEEP,
    "parentheses_open": "value a = " + "(" * DEEP,
    "lists": "value a = " + "[" * DEEP + "]" * DEEP,
    "objects": "value a = " + "{a: " * DEEP + "1" + "}" * DEEP,
    "blocks": "a {\n" * DEEP,
    "blocks_closed": "workspace {\n" * DEEP + "}\n" * DEEP,
    "closers": "}" * DEEP,
    "not": "value a = " + "not " * DEEP + "true",
    "minus": "value a = " + "-" * DEEP + "1",
    "sum": "value a = " + "1 + " * DEEP + "1",
    "calls": "value a = b" + ".first()" * DEEP,
    "ifs": "value a = " + "if true then 1 else " * DEEP + "2",
    "number": "value a = " + "9" * 100_000,
    "decimal": "value a = 1." + "0" * 100_000,
    "power": "value a = 9.pow(9).pow(9).pow(9).pow(999999999)",
    "times": "value a = " + " * ".join(["999999999999999999"] * 500),
    "range": "value a = range(1000000000)",
    "label": "require " + "a" * 100_000 + ' = "x"',
    "labels": "output " + '"a" ' * DEEP,
    "string": 'value a = "' + "x" * 1_000_000 + '"',
    "unclosed": 'goal = """' + "{{" * DEEP,
    "holes": 'goal = "' + "{{a}}" * DEEP + '"',
    "hole_in_hole": 'goal = "' + "{{" * 500 + "a" + "}}" * 500 + '"',
    "cells": 'output "a.csv" {\n  ' + "| a: text " * DEEP + "|\n}",
    "rows": 'workspace {\n  table "a.csv" {\n    | a: text |\n' + "    | x |\n" * DEEP + "  }\n}",
    "lets": "params {\n" + "".join(f"  let a{n} = a{n + 1}\n" for n in range(2000)) + "  let a2000 = a0\n}",
    "lets_doubling": "params {\n  let a0 = [1]\n"
    + "".join(f"  let a{n + 1} = [a{n}, a{n}]\n" for n in range(60))
    + "}",
    "domain": "params {\n  n = int(0, 999999999999999999999999)\n  where = n * n == 7\n}",
    "pattern": 'value a = "x".matches("' + "(a*)*" * 200 + 'b")',
    "glob": 'verify {\n  ## x\n  check a = unchanged("' + "**/*" * 2000 + '")\n}',
    "comments": "## a\n" * DEEP,
    "dots": "env " + "a." * DEEP + "a { }",
    "quotes": '"' * DEEP,
    "bars": "|" * DEEP,
    "backslashes": 'value a = "' + "\\" * DEEP + '"',
    "bidi": 'value a = "\u2067x\u2069"',
    "surrogate": 'value a = "\ud800"',
    "nul": "value a = \x00",
    "date": "value a = 9999-99-99 - 0000-00-00",
    "duration": "value a = 999999999999999999999999999999d",
    "money": "value a = 1 XXXXX + 5 EUR USD",
    "year": "clock { start = 9999-12-31T23:59Z }",
}


@pytest.mark.parametrize("name", NASTY)
def test_hostile_text(name: str) -> None:
    checked(f"cowork 1\n{NASTY[name]}\n", seconds=5)


@pytest.mark.parametrize("name", ["parentheses", "blocks", "number", "range", "unclosed", "pattern"])
def test_hostile_text_through_the_command(name: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.cowork"
    path.write_text(f"cowork 1\n{NASTY[name]}\n", encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "cowork_dsl.face.main", "check", str(path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=30,
    )

    assert run.returncode == 1
    assert "Traceback" not in run.stdout + run.stderr


_TABLE = """\
table "inbox/orders.csv" {{
  | id: int key | region: text | amount: money(EUR) |
  fill = rows({count}, id: serial(1), region: {region}, amount: uniform(1 EUR, 9 EUR))
}}
"""
_TOO_MUCH = {
    "rows": _TABLE.format(count="1_000_000_000", region='pick("EMEA", "APAC")'),
    "computed_rows": _TABLE.format(count="10.pow(9)", region='pick("EMEA", "APAC")'),
    "text": _TABLE.format(count="1_000", region="text.words(100_000_000)"),
    "list": _TABLE.format(count="3", region="pick(range(1_000_000_000))"),
    "each": 'each n {\n  of = range(1_000_000_000)\n  file "inbox/{{n}}.txt" = "x"\n}\n',
    "power": 'json "inbox/big.json" = {n: 9.pow(9).pow(9).pow(9)}\n',
    "bytes": 'each n {\n  of = range(9_000)\n  file "inbox/{{n}}.txt" = "' + "x" * 100_000 + '"\n}\n',
}


@pytest.mark.parametrize("name", _TOO_MUCH)
def test_an_instance_without_bounds_is_refused_at_once(name: str) -> None:
    source = Source("example.cowork", embed(_TOO_MUCH[name]))
    begun = time.process_time()
    checked_ = check_source(source, Files())
    codes = [one.code for one in checked_.diagnostics]
    if checked_.environment is not None:
        codes = [one.code for one in compile_env(checked_.environment).diagnostics]

    assert time.process_time() - begun < 5
    assert len(codes) == 1
    assert codes[0] in catalogue()
