"""What parsing gives."""

from __future__ import annotations

from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a file says, and what is wrong with how it says it."""

    file: ast.File
    diagnostics: tuple[Diagnostic, ...]
