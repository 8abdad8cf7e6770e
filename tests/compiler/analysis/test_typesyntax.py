"""Types as they are written."""

import pytest

from cowork_dsl.compiler.analysis.notation import type_to_text
from cowork_dsl.compiler.analysis.typesyntax import parse_type
from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax.expressions import parse_expression


def read(text: str) -> tuple[str, list[Diagnostic]]:
    source = Source("x", text)
    expr, _ = parse_expression(source, 0, len(text))
    assert expr is not None
    reports: list[Diagnostic] = []
    return type_to_text(parse_type(expr, reports.append, source)), reports


@pytest.mark.parametrize(
    "text",
    [
        "text",
        "money(EUR)",
        "optional(list(int))",
        "one_of(open, closed)",
        'one_of("in progress", done)',
        "ref(ats.intern)",
        "map(decimal)",
        "duration",
    ],
)
def test_type(text: str) -> None:
    actual = read(text)

    assert actual == (text, [])


@pytest.mark.parametrize(
    ("text", "code", "mend"),
    [
        ("txet", "CW255", "text"),
        ("string", "CW255", "text"),
        ("float", "CW255", "decimal"),
        ("moneyy(EUR)", "CW255", "money"),
        ("5", "CW255", None),
        ("money", "CW266", None),
        ("money(eur)", "CW266", "EUR"),
        ("list(int, text)", "CW266", None),
        ("one_of()", "CW266", None),
        ("one_of(a, a)", "CW266", None),
        ("text(5)", "CW266", "text"),
        ("optional(txet)", "CW255", "text"),
    ],
)
def test_wrong_type(text: str, code: str, mend: str | None) -> None:
    _, reports = read(text)
    fix = reports[0].fix

    assert ([one.code for one in reports], fix.edits[0].text if fix else None) == ([code], mend)
