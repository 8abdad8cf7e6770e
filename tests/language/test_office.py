"""The environment of office files: its checks tell right from wrong, and what it refuses has its code."""

from pathlib import Path

import pytest

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.pipeline import check_path, compile_env
from cowork_dsl.compiler.source import Source
from cowork_dsl.validation.options import Options
from cowork_dsl.validation.run import validate
from cowork_dsl.validation.subject import Subject

FILE = Path(__file__).with_name("office.cowork")
TEXT = FILE.read_text(encoding="utf-8")


@pytest.mark.sandbox
def test_the_environment_passes() -> None:
    env = check_path(str(FILE)).environment
    assert env is not None
    bundle = compile_env(env).bundle
    assert bundle is not None
    report = validate(Subject((bundle,)), Options(instances=1, only=("interventions", "cases"), workers=1))

    assert list(report.findings) == []
    assert report.ok


def test_the_same_bundle_twice() -> None:
    env = check_path(str(FILE)).environment
    assert env is not None
    one, two = compile_env(env, seed=3).bundle, compile_env(env, seed=3).bundle
    assert one is not None
    assert two is not None

    assert one.manifest.digest == two.manifest.digest


SLIPS = {
    "an unknown sheet": ('sheet "Orders" { where = .id == 2 }', 'sheet "Order" { where = .id == 2 }', "CW410"),
    "no sheet at all": (
        'delete "inbox/book.xlsx" sheet "Orders" { where = .id == 2 }',
        'update "inbox/book.xlsx" { set qty = 2 }',
        "CW418",
    ),
    "a column that is not there": ("set qty   = 50", "set quantity   = 50", "CW406"),
    "a value of another type": ("set qty   = 50", 'set qty   = "x"', "CW316"),
    "a formula of no column": ("formula amount =", "formula amounts =", "CW406"),
    "a hidden column of none": ("hidden_columns = [rate]", "hidden_columns = [rates]", "CW406"),
    "a cell of another type": (
        "| 1           | EMEA         | 2        | 10.00             |                    | 7%            |",
        "| 1           | EMEA         | two        | 10.00             |                    | 7%            |",
        "CW413",
    ),
    "a paragraph of slides": ('"inbox/rules.docx" at "cap"', '"inbox/deck.pptx" at "cap"', "CW418"),
    "a workbook by another name": ('workbook "inbox/book.xlsx"', 'workbook "inbox/book.csv"', "CW405"),
    "a document by another name": ('document "inbox/notes.md"', 'document "inbox/notes.txt"', "CW405"),
    "a sheet of a document": (
        'section "Best" = text',
        'section "Best" = text\n  sheet "S" {\n    | a: text |\n  }',
        "CW419",
    ),
    "sections of a workbook": (
        'cell "D2" = money(EUR)\n  }',
        'cell "D2" = money(EUR)\n  }\n  section "A" = text',
        "CW419",
    ),
    "a column that no sheet has": (".map(.region, .total) == totals", ".map(.region, .totl) == totals", "CW251"),
    "a method that workbooks lack": ('summary.formula("Summary!D2")', 'summary.formla("Summary!D2")', "CW253"),
}


@pytest.mark.parametrize("name", SLIPS)
def test_slips_have_their_code(name: str) -> None:
    right, wrong, code = SLIPS[name]
    assert TEXT.count(right) >= 1
    text = TEXT.replace(right, wrong, 1)
    found = check_source(Source(str(FILE), text), Files()).diagnostics

    assert code in {one.code for one in found}


def test_a_formula_that_can_not_be_recalculated_stops_the_build(tmp_path: Path) -> None:
    path = tmp_path / "office.cowork"
    path.write_text(TEXT.replace('"=C{row}*D{row}"', '"=NOW()"'), encoding="utf-8")
    env = check_path(str(path)).environment
    assert env is not None
    (found,) = compile_env(env).diagnostics

    assert (found.code, "uses NOW, which is not recalculated here" in found.message) == ("CW481", True)
