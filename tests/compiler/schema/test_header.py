"""Header cells."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.types import ANY, INT, TEXT, Type, money
from cowork_dsl.compiler.analysis.typesyntax import parse_type
from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.schema.header import header
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import parse_file
from cowork_dsl.compiler.syntax.ast import Row, Statement


def columns(row: str, base: dict[str, Type] | None = None) -> tuple[list[tuple[str, str, Type, bool]], list[str]]:
    source = Source("x.cowork", f"table {{\n  {row}\n}}\n")
    statement = parse_file(source).file.items[0]
    assert isinstance(statement, Statement) and statement.body is not None
    cells = statement.body[0]
    assert isinstance(cells, Row)
    found: list[Diagnostic] = []
    made = header(cells, source, found.append, lambda expr: parse_type(expr, found.append, source), base)
    return [(one.name, one.header, one.type, one.key) for one in made], [one.code for one in found]


def test_name_type_and_key() -> None:
    actual = columns("| id: int key | amount: money(EUR) |")

    assert actual == ([("id", "id", INT, True), ("amount", "amount", money("EUR"), False)], [])


def test_header_with_another_name() -> None:
    actual = columns('| "Effort (days)" as effort: int | "Order ID": text |')

    assert actual == ([("effort", "Effort (days)", INT, False), ("Order ID", "Order ID", TEXT, False)], [])


def test_a_type_of_the_service_may_be_left_out() -> None:
    actual = columns("| id | body: text |", {"id": INT})

    assert actual == ([("id", "id", INT, False), ("body", "body", TEXT, False)], [])


def test_what_is_no_column_is_left_out() -> None:
    actual = columns("| id | Body: text | | x: |")

    assert actual == ([], ["CW352"] * 4)


def test_an_unknown_type_poisons_only_its_column() -> None:
    actual = columns("| id: integer | body: text |")

    assert actual == ([("id", "id", ANY, False), ("body", "body", TEXT, False)], ["CW255"])


def test_two_columns_of_one_name() -> None:
    _, codes = columns("| id: int | id: text |")

    assert codes == ["CW353"]
