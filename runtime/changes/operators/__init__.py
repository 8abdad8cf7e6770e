"""Operators of `edit TARGET = operator(...)`, one a file; validation makes its mutants of the same ones.

A module registers its function with `@operator("name")`; listing the folder is all it takes to be found.
"""

from __future__ import annotations

from cowork_dsl.runtime.changes.operators.registry import OPERATORS, find

__all__ = ["OPERATORS", "find"]
