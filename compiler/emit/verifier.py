"""private/verifier.py: V_code as readable Python, one function a check."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.environment import Check, Code, Environment, Let
from cowork_dsl.compiler.emit.lowering import Lowering
from cowork_dsl.compiler.emit.pretty import pretty
from cowork_dsl.compiler.emit.python import emit_code, py_name
from cowork_dsl.compiler.syntax.ast import Name
from cowork_dsl.compiler.values.show import spell

_INDENT = "    "
_HEAD = '''\
"""V_code of {env} (seed {seed})."""

from cowork_dsl.runtime.verdict.library import *
'''


class VerifierText:
    """Writes the verifier of one instance.

    Args:
        env: The environment.
        lowering: The codes of the instance.
    """

    def __init__(self, env: Environment, lowering: Lowering) -> None:
        self._env = env
        self._lowering = lowering
        self._constants: dict[str, object] = {}
        self._lets: dict[str, str] = {}

    def text(self, seed: int) -> str:
        """The whole module: constants, lets, checks; what no check uses is left out."""
        checks = [self._check(check) for check in self._env.checks]
        order = {let.name: place for place, let in enumerate(self._env.lets)}
        sections = [_HEAD.format(env=self._env.name, seed=seed)]
        if self._constants:
            lines = [self._assignment(name, self._constants[name]) for name in sorted(self._constants)]
            sections.append("\n".join(lines) + "\n")
        functions = [self._lets[name] for name in sorted(self._lets, key=lambda name: order[name])]
        return "\n".join(sections) + "".join(f"\n\n{function}" for function in [*functions, *checks])

    def _check(self, check: Check) -> str:
        lines = [f"@check({spell(check.name)})", f"def check_{check.name}():", f"{_INDENT}{_docstring(check.message)}"]
        lines += [self._statement("given", code) for code in check.given]
        lines += [self._statement("expect", code) for code in check.expect]
        return "\n".join(lines) + "\n"

    def _statement(self, function: str, code: Code) -> str:
        return _INDENT + pretty(f"{function}({self._code(code)})", _INDENT)

    def _assignment(self, name: str, value: object) -> str:
        head = f"{py_name(name)} = "
        return head + pretty(spell(value), "", len(head))

    def _code(self, code: Code) -> str:
        def constant(name: str) -> str:
            self._constants[name] = self._lowering.constants.value(name, code)
            return py_name(name)

        def spelled(name: Name) -> str:
            let = self._lowering.open_let(name, code)
            if let is None:
                return self._lowering.spelled(name, code, "truth", constant)
            self._need(let)
            return f"{py_name(name.name)}()"

        return emit_code(code, spelled)

    def _need(self, let: Let) -> None:
        if let.name in self._lets:
            return
        self._lets[let.name] = ""  # so that a let that needs itself ends
        body = pretty(self._code(let.code), _INDENT, len("return "))
        self._lets[let.name] = f"@let\ndef {py_name(let.name)}():\n{_INDENT}return {body}\n"


def _docstring(text: str) -> str:
    if '"' in text or "\\" in text or "\n" in text or not text.isprintable():
        return spell(text)
    return f'"""{text}"""'
