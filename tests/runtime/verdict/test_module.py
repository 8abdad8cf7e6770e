"""Only text of the one form is taken for a verifier; nothing of it runs before all of it was looked at."""

import pytest

from cowork_dsl.compiler.values.admit import Inadmissible
from cowork_dsl.runtime.verdict.library import LIBRARY
from cowork_dsl.runtime.verdict.module import Running, admit_verifier
from tests.helpers.handmade import VERIFIER

HEAD = "from cowork_dsl.runtime.verdict.library import *\n"


def test_the_form() -> None:
    module = admit_verifier(
        f'"""Of a test."""\n{HEAD}\nlimit = 3\n\n@let\ndef twice():\n    return mul(limit, 2)\n\n'
        '@check("a")\ndef check_a():\n    """Six."""\n    given(True)\n    expect(eq(twice(), 6))\n    expect(True)\n'
    )
    check = module.checks["a"]
    running = Running(module, LIBRARY)

    assert module.constants == {"limit": 3}
    assert (len(check.given), len(check.expect)) == (1, 2)
    assert running.value(check.expect[0]) is True


def test_the_shipped_form_is_taken() -> None:
    assert list(admit_verifier(VERIFIER).checks) == ["rows", "total", "inbox"]


CHECK = '@check("a")\ndef check_a():\n    expect({})\n'


@pytest.mark.parametrize(
    "text",
    [
        "import os\n",
        "from os import *\n",
        "from cowork_dsl.runtime.verdict.library import near\n",
        "print(1)\n",
        "x = y = 1\n",
        "x: int = 1\n",
        "eq = 1\n",
        "after = 1\n",
        "__builtins__ = 1\n",
        "x = open('/etc/passwd')\n",
        "class A: pass\n",
        "def f(): return 1\n",
        "@let\ndef f(x): return 1\n",
        "@let\ndef f():\n    x = 1\n    return x\n",
        "@let\n@let\ndef f(): return 1\n",
        "@let\nasync def f(): return 1\n",
        CHECK.format("True") * 2,
        CHECK.format("__import__('os').system('id')"),
        CHECK.format("().__class__"),
        CHECK.format("[x for x in [1]]"),
        CHECK.format("(lambda row: row)(1)"),
        CHECK.format("nope()"),
        CHECK.format("nope"),
        "@let\ndef f(): return 1\n" + CHECK.format("f(1)"),
        '@check("a")\ndef check_a():\n    while True: pass\n',
        "\x00",
        "(" * 10_000,
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(Inadmissible):
        admit_verifier(text)
