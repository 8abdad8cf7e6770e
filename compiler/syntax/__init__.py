"""From text to the abstract syntax tree."""

from __future__ import annotations

from cowork_dsl.compiler.syntax.expressions import parse_expression
from cowork_dsl.compiler.syntax.holes import HoleSyntax, holes, holes_in_cell
from cowork_dsl.compiler.syntax.parse import parse_file
from cowork_dsl.compiler.syntax.parsed import Parsed

__all__ = ["HoleSyntax", "Parsed", "holes", "holes_in_cell", "parse_expression", "parse_file"]
