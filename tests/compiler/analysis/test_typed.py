"""Types of the parts of expressions."""

from cowork_dsl.compiler.analysis.check import inspect_source
from cowork_dsl.compiler.analysis.notation import type_to_text
from cowork_dsl.compiler.analysis.typed import parts, typed
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import ast
from tests.helpers.lsp import ENVIRONMENT

TEXT = ENVIRONMENT.read_text(encoding="utf-8")


def test_every_part_that_has_a_value_has_a_type() -> None:
    inspected = inspect_source(Source(str(ENVIRONMENT), TEXT), Files())
    recorder = typed(inspected.context)
    found = {TEXT[one.node.span.start : one.node.span.end]: type_to_text(one.type) for one in recorder.seen.values()}

    assert found["out"] == "table(region: text, revenue: money(EUR))"
    assert found["totals.argmax()"] == "text"
    assert found["memo.words() <= 200"] == "bool"
    assert found["region"] == "text"


def test_words_that_stand_for_themselves_are_parts_too() -> None:
    inspected = inspect_source(Source(str(ENVIRONMENT), TEXT.replace(".after(correcting)", ".after(corr)")), Files())
    names = [node.name for node, _ in parts(inspected.context, typed(inspected.context)) if isinstance(node, ast.Name)]

    assert "corr" in names
