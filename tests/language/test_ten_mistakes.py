"""Ten mistakes that have nothing to do with each other are ten findings on ten lines."""

from __future__ import annotations

from pathlib import Path

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.source import Source

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "quarter_rollup.cowork"
MEANING = (
    ("variance_analysis", "variance_analisis", "CW227"),
    ("int(2, 4)", "int(4, 2)", "CW279"),
    ("order_id: serial(1),", "order_nr: serial(1),", "CW406"),
    ("deny network", "deny networks", "CW247"),
    ("turns = 6", 'turns = "6"', "CW350"),
    ("kind = correction", "kind = corection", "CW351"),
    ("where = .order_id == 7", "where = .order == 7", "CW251"),
    ("covers = memo\n    expect", "covers = memos\n    expect", "CW240"),
    ("memo.words() <= 200", 'memo.words() <= "200"', "CW302"),
    ("breaks = [inbox]", "breaks = [inbocks]", "CW242"),
)
SPELLING = (
    ('title      = "Quarterly revenue roll-up"', 'title      = "Quarterly revenue roll-up', "CW102"),
    ("pick(2026-03-31, ", "pick(2026-03, ", "CW137"),
    ("| region: text | revenue", "| region: text || revenue", "CW352"),
    ("of = regions", "of == regions", "CW109"),
    ("tools = [files, shell, python]", "tools = [files, shell, python", "CW106"),
    ("time  = 20m", "time  = 20min", "CW116"),
    ("wants     =", "wnats     =", "CW210"),
    ("limit = 2\n", "limit = \n", "CW108"),
    ("gate   = true\n    expect = out", "gate   = True\n    expect = out", "CW112"),
    ("from   = turn(1)", "from   = turn(01)", "CW115"),
)


def broken(faults: tuple[tuple[str, str, str], ...]) -> tuple[str, list[tuple[int, str]]]:
    """The example with all of the faults, and where each is."""
    text = EXAMPLE.read_text(encoding="utf-8")
    for right, wrong, _ in faults:
        assert text.count(right) == 1, right
        text = text.replace(right, wrong)
    return text, [(1 + text.count("\n", 0, text.index(wrong)), code) for _, wrong, code in faults]


def found(text: str) -> list[tuple[int, str]]:
    return [(one.line, one.code) for one in check_source(Source(str(EXAMPLE), text), Files()).diagnostics]


def test_ten_mistakes_of_meaning() -> None:
    text, expected = broken(MEANING)

    assert found(text) == sorted(expected)


def test_ten_mistakes_of_spelling() -> None:
    text, expected = broken(SPELLING)

    assert found(text) == sorted(expected)
