"""The wall: nothing but the emitted subset is ever compiled."""

import ast
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.values.admit import Broken, Inadmissible, admit, evaluate
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.library import NAMESPACE

NAMES = {**NAMESPACE, "row": {"a": 1}}
ESCAPES = [
    "__import__('os').system('id')",
    "().__class__.__bases__[0].__subclasses__()",
    "''.__class__",
    "eq.__globals__",
    "eq.__globals__['__builtins__']",
    "row.a",
    "row['a']",
    "[x for x in [1]]",
    "{x for x in [1]}",
    "{x: 1 for x in [1]}",
    "(x for x in [1])",
    "{1, 2}",
    "(1, 2)",
    "f'{row}'",
    "f'{row.a}'",
    "'%s' % row",
    "1 + 1",
    "-1",
    "not True",
    "1 < 2",
    "1 if True else exec('1')",
    "eval('1')",
    "exec('1')",
    "open('/etc/passwd')",
    "getattr(row, 'a')",
    "globals()",
    "(lambda: 1)()",
    "(lambda f: f(f))(lambda f: f(f))",
    "lambda row: row",
    "eq(*[1, 2])",
    "eq(**{'left': 1, 'right': 2})",
    "{**row}",
    "[*row]",
    "(y := 1)",
    "await eq(1, 1)",
    "yield 1",
    "1.5",
    "b'x'",
    "...",
    "1j",
    "eq",
    "[eq]",
    "any([1], eq)",
    "eq(lambda row: 1, 1)",
    "any([lambda row: 1], lambda f: f(1))",
    "any([1], lambda f: any([f], lambda g: g(f)))",
    "any([1], lambda row=eq: True)",
    "any([1], lambda *row: True)",
    "any([1], lambda a, b: True)",
    "any([1], lambda __class__: True)",
    "any([1], lambda row: lambda row: True)",
    "any([1], [lambda row: True])",
    "import os",
    "x = 1",
    "eq(1, 1); eq(1, 1)",
    "",
    "eq(1, 1) # \x00",
    "u'a'",
    "nothing(1)",
    "nothing",
    "__debug__",
    "Money('1', 'EUR')",
]


@pytest.mark.parametrize("text", ESCAPES)
def test_escape_is_refused(text: str) -> None:
    with pytest.raises(Inadmissible):
        admit(text, NAMES)


HEAVY = [
    "range(0, pow(10, 9))",
    "pow(10, pow(10, 9))",
    "pow(decimal('1.5'), 10001)",
    "mul(pow(10, 1200), pow(10, 1200))",
    "any(range(1, 9999), lambda a: any(range(1, 9999), lambda b: any(range(1, 9999), lambda c: eq(1, 2))))",
    "length(concat(map(range(1, 99999), lambda row: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')))",
    "add(date('9999-12-31'), days(1))",
    "days(pow(10, 40))",
    "add_business_days(date('2026-01-01'), 99999999)",
    "round(decimal('1'), 999999)",
    "mul(duration('9999999d'), 999)",
]


@pytest.mark.parametrize("text", HEAVY)
def test_heavy_work_fails_soon(text: str) -> None:
    start = time.monotonic()
    with pytest.raises(Fail):
        evaluate(text, NAMES)

    assert time.monotonic() - start < 10


def _doubled(depth: int) -> str:
    text = "eq(length(v), 0)"
    for _ in range(depth):
        text = f"any([concat([v, v])], lambda v: {text})"
    return f"any(['aaaaaaaa'], lambda v: {text})"


def test_doubling_text_fails_soon() -> None:
    with pytest.raises(Fail):
        evaluate(_doubled(40), NAMES)


def test_doubling_list_fails_soon() -> None:
    text = "eq(v, v)"
    for _ in range(40):
        text = f"any([[v, v]], lambda v: {text})"
    with pytest.raises(Fail):
        evaluate(f"any([1], lambda v: {text})", NAMES)


@pytest.mark.parametrize(
    "text",
    [
        "neg(" * 5000 + "1" + ")" * 5000,
        "[" * 150 + "]" * 150,
        "1" * 5000,
        "eq(1, 1) and " * 40000 + "True",
        "-" * 90000 + "1",
    ],
)
def test_deep_or_long_text_is_refused(text: str) -> None:
    with pytest.raises(Inadmissible):
        admit(text, NAMES)


def test_misuse_is_broken_not_a_traceback() -> None:
    with pytest.raises(Broken):
        evaluate("near(1)", NAMES)


@pytest.mark.parametrize("text", ["keys(3)", 'keys(["a"])', 'get("a", 1)', "first([1], [2])", "starts([1], 2)"])
def test_a_value_of_another_sort_fails_and_breaks_nothing(text: str) -> None:
    with pytest.raises(Fail):
        evaluate(text, NAMES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("eq(1, 1) and not_there", Inadmissible),
        ("(1 if eq(1, 1) else 2)", 1),
        ("all([1, 2], lambda row: gt(row, 0))", True),
        ("select([row], {'b': lambda row: col(row, 'a')})", None),
    ],
)
def test_subset_is_admitted(text: str, expected: object) -> None:
    if expected is Inadmissible:
        with pytest.raises(Inadmissible):
            admit(text, NAMES)
        return
    actual = evaluate(text, NAMES)

    assert expected is None or actual == expected


ALLOWED = (ast.Call, ast.Name, ast.Constant, ast.List, ast.Dict, ast.Lambda, ast.BoolOp, ast.IfExp)
PARTS = st.sampled_from(
    [
        "eq",
        "row",
        "1",
        "'a'",
        "(",
        ")",
        "[",
        "]",
        ",",
        ".",
        "lambda x:",
        "and",
        "if",
        "else",
        "{",
        "}",
        ":",
        "__class__",
        "not",
        "+",
        "any",
        "=",
        "*",
        "for",
        "in",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PARTS, max_size=12))
def test_random_python_is_of_the_subset_or_refused(parts: list[str]) -> None:
    text = " ".join(parts)
    try:
        admit(text, NAMES)
    except Inadmissible:
        return
    nodes = [node for node in ast.walk(ast.parse(text.strip(), mode="eval").body) if isinstance(node, ast.expr)]

    assert all(isinstance(node, ALLOWED) for node in nodes)
