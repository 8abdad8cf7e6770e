"""No text gives a traceback, and every finding points into the text."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.read import source_of
from cowork_dsl.grammar.diagnostics import catalogue
from cowork_dsl.grammar.diagnostics.frame import embed
from cowork_dsl.grammar.schema import BODIES

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
LINES = sorted({line for path in EXAMPLES.glob("*.cowork") for line in path.read_text().splitlines()})
WORDS = sorted({name for body in BODIES.values() for name in (*body.attrs, *body.blocks)})
MARKS = [
    *'{}[]()|,:.="#\n',
    '"""',
    "{{",
    "}}",
    "##",
    "==",
    " and ",
    " not ",
    "after.",
    "truth.",
    "7 %",
    "1_0",
    "2026-04-15",
]
BUDGET = settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def checked(text: str) -> None:
    source, problems = source_of("fuzz.cowork", text.encode("utf-8", "surrogatepass"))
    found = problems if source is None else check_source(source, Files()).diagnostics
    known = catalogue()
    for one in found:
        assert one.code in known
        assert 0 <= one.span.start <= one.span.end <= len(one.source.text)
        assert one.message


@BUDGET
@given(
    st.lists(st.sampled_from([*WORDS, *MARKS, "x", "y", '"a"', "1", " = ", "\n"]) | st.text(max_size=3), max_size=40)
)
def test_words_and_marks(parts: list[str]) -> None:
    checked(" ".join(parts))


@BUDGET
@given(st.lists(st.sampled_from(LINES), max_size=12), st.integers(0, 60))
def test_lines_of_the_examples_inside_a_sound_file(lines: list[str], at: int) -> None:
    whole = embed("").splitlines()
    checked("\n".join([*whole[:at], *lines, *whole[at:]]))
