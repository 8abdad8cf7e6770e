"""Whatever passes the checks compiles, or says at a place why not: seeded edits of real files, never a traceback."""

import random
import re
from pathlib import Path

import pytest

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.pipeline import compile_env
from cowork_dsl.compiler.source import Source

ROOT = Path(__file__).resolve().parents[2]
SOURCES = (ROOT / "examples" / "quarter_rollup.cowork", ROOT / "tests" / "compiler" / "emit" / "rich.cowork")
TOKEN = re.compile(r'"[^"\n]*"|\d[\w.%]*|\w+|[^\w\s]')
VALUES = ("0", "-1", "1000000000000", "none", '""', "[]", "{}", "2026-01-01", '"../x"', "99 USD", "true")


def edited(text: str, rng: random.Random) -> str:
    tokens = list(TOKEN.finditer(text))
    at, other = rng.choice(tokens), rng.choice(tokens)
    new = rng.choice(("", at.group() * 2, other.group(), at.group()[:-1], rng.choice(VALUES)))
    return text[: at.start()] + new + text[at.end() :]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_edited_files(path: Path) -> None:
    rng = random.Random(path.stem)
    text = path.read_text("utf-8")
    compiled = 0
    for _ in range(60):
        env = check_source(Source(str(path), edited(text, rng)), Files()).environment
        if env is None:
            continue
        made = compile_env(env)
        compiled += 1

        assert (made.bundle is None) == bool(made.diagnostics)
        assert all(found.span.start < found.span.end for found in made.diagnostics)
    assert compiled > 2
