"""Values as the language spells them, for ``--param`` and for manifests."""

from __future__ import annotations

import re

from cowork_dsl.compiler.analysis.environment import Code
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.analysis.types import ANY
from cowork_dsl.compiler.instance.constants import Constants
from cowork_dsl.compiler.instance.problems import InstanceProblem, ParamProblem
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import parse_expression
from cowork_dsl.compiler.syntax.ast import List_, Literal_, Map_, Money_, Unary
from cowork_dsl.compiler.values.show import show

_WORD = re.compile(r"[^\W\d]\w*")
_LITERALS = frozenset({"true", "false", "none"})


def spelled(value: object) -> str:
    """A value as a literal of the language."""
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
        return f'"{escaped}"'
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(spelled, value))}]"
    return show(value)


def read_value(text: str) -> object:
    """The value of a literal; a bare word is a text, so that a shell needs no quotes.

    Raises:
        ParamProblem: It is no literal.
    """
    if _WORD.fullmatch(text) and text not in _LITERALS:
        return text
    source = Source("--param", text)
    expr, found = parse_expression(source, 0, len(text))
    if expr is None or found or not isinstance(expr, Literal_ | Money_ | List_ | Map_ | Unary):
        reason = f": {found[0].message}" if found else ""
        raise ParamProblem(
            f"`{text}` is no value of the language{reason}", 'values are spelled as in a file: 3, 5_000 EUR, "text"'
        )
    try:
        return Constants({}).evaluate(Code(expr, ANY, Scope(), source))
    except InstanceProblem as error:
        raise ParamProblem(f"`{text}` is no value of the language: {error.diagnostic.message}") from error
