"""The parser against its grammar, and against text that is no program."""

from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import ast, parse_expression, parse_file
from cowork_dsl.compiler.syntax.build_tables import make_tables

ROOT = Path(__file__).parents[3]
FILES = sorted(
    [*ROOT.glob("examples/*.cowork"), *ROOT.glob("envs/library/**/*.cowork"), *ROOT.glob("grammar/std/*.cowork")]
)


def test_tables_are_those_of_the_grammar() -> None:
    """`make grammar` mends this."""
    committed = files("cowork_dsl.grammar").joinpath("tables.py").read_text("utf-8")

    assert _data(committed) == _data(make_tables())


def _data(text: str) -> dict[str, object]:
    found: dict[str, object] = {}
    exec(compile(text, "tables", "exec"), found)
    return {name: found[name] for name in ("ACTIONS", "RULES", "START", "START_EXPRESSION", "END", "END_EXPRESSION")}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_shipped_files_parse(path: Path) -> None:
    assert parse_file(Source(path.name, path.read_text("utf-8"))).diagnostics == ()


def value(text: str) -> ast.Expr:
    source = Source("x", text)
    expr, found = parse_expression(source, 0, len(text))
    assert found == ()
    assert expr is not None
    return expr


def spelled(expr: ast.Expr) -> str:
    """Fully bracketed, so that precedence shows."""
    match expr:
        case ast.Binary():
            return f"({spelled(expr.left)} {expr.op} {spelled(expr.right)})"
        case ast.Unary():
            return f"({expr.op} {spelled(expr.operand)})"
        case ast.Name():
            return expr.name
        case ast.Column():
            return f".{expr.name}"
        case ast.Literal_():
            return expr.raw
        case ast.Call():
            args = ", ".join(f"{a.name}: {spelled(a.value)}" if a.name else spelled(a.value) for a in expr.args)
            return (f"{spelled(expr.object)}." if expr.object else "") + f"{expr.name}({args})"
        case ast.Field():
            return f"{spelled(expr.object)}.{expr.name}"
        case ast.Index():
            return f"{spelled(expr.object)}[{spelled(expr.key)}]"
        case ast.If():
            return f"(if {spelled(expr.condition)} then {spelled(expr.then)} else {spelled(expr.other)})"
        case ast.Money_():
            return f"{expr.number.raw} {expr.unit}"
        case _:
            return type(expr).__name__


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("a or b and not c", "(a or (b and (not c)))"),
        ("a - b - c", "((a - b) - c)"),
        ("a + b * -c", "(a + (b * (- c)))"),
        ("not a == b", "(not (a == b))"),
        ("x not in y or z in y", "((x not in y) or (z in y))"),
        ("out.all(o: o.v == .v)", "out.all(o: (o.v == .v))"),
        (".Order.x".lower(), ".order.x"),
        ('.["Order ID"] > 5_000 EUR', "(.Order ID > 5_000 EUR)"),
        ("if a then b else if c then d else e", "(if a then b else (if c then d else e))"),
        ("a.in().not.x[0]", "a.in().not.x[0]"),
        ("2026-04-15 - 3d2h", "(2026-04-15 - 3d2h)"),
        ("7% * 1_000.50", "(7% * 1_000.50)"),
    ],
)
def test_precedence(text: str, meaning: str) -> None:
    assert spelled(value(text)) == meaning


def test_docs_belong_to_the_statement_below() -> None:
    text = "## one\n## two\na = 1\n# no doc\nb = 2\n## lost\n\nc = 3\n"
    items = parse_file(Source("x", text)).file.items

    assert [item.doc for item in items if isinstance(item, ast.Statement)] == ["one\ntwo", None, None]


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment", "   "])
def test_nothing_is_a_file(text: str) -> None:
    parsed = parse_file(Source("x", text))

    assert parsed.file.items == ()
    assert parsed.diagnostics == ()


_PIECES = st.sampled_from(
    ["a", "b = 1", "{", "}", "(", ")", "[", "]", '"', '"""', "'", "\n", "  ", "=", "==", "|", "| a | b |", "#", "##",
     "{{", "}}", ".", ",", ":", "if", "then", "else", "not", "in", "and", "-", "2026-04-15", "3d", "7%", "5 EUR", "\\",
     "\x00", "\t", "é", "“", "true", "None", "09:30", "\u2028", "😀", "state done {", "on turn {", "}\n"]
)  # fmt: skip


@settings(max_examples=2000, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.one_of(st.text(max_size=120), st.lists(_PIECES, max_size=40).map("".join)))
def test_any_text_gives_a_tree(text: str) -> None:
    """No text gives a traceback, and every message stands inside it."""
    parsed = parse_file(Source("x", text))

    assert isinstance(parsed.file, ast.File)
    for diagnostic in parsed.diagnostics:
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
        assert diagnostic.message
