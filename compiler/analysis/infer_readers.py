"""What readers find, and patterns."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.infer_core import Inference
from cowork_dsl.compiler.analysis.kinds import READ_AS
from cowork_dsl.compiler.analysis.patterns import pattern_of
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.analysis.types import Type
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.grammar.functions import Function
from cowork_dsl.grammar.records import replace


def pattern(look: Inference, node: ast.Expr) -> None:
    """Reports a pattern that can't be searched in linear time."""
    if isinstance(node, ast.Literal_):
        # loaded only where a pattern stands
        from cowork_dsl.compiler.values.patterns import problem

        reason = problem(pattern_of(node.text).replace("*", "x") if "{{" in node.text else node.text)
        if reason is not None:
            look.error("CW320", f"this pattern can't be used: {reason}", node.span)


def read(look: Inference, node: ast.Call, scope: Scope, function: Function, receiver: Type) -> Type:
    """The declared type of what a reader reads; columns are unknown where nothing declares it."""
    unknown = READ_AS[function.name]
    target = node.args[0].value if node.args else None
    around = scope.found()
    if around is None or not isinstance(target, ast.Literal_) or receiver.kind == "inside":
        return unknown
    declared = around.read(receiver.unit or "at", function.name, pattern_of(target.text), target.span)
    if declared is None:
        return unknown
    if function.name == "tables" and declared.kind == "table" and declared.names and "file" not in declared.names:
        return replace(declared, names=(*declared.names, "file"), args=(*declared.args, Type("file")))
    return declared
