"""What attributes and labels of the schema name: the editor's tools and the reference read it.

A kind of name is ``requirement check transition state fact value service tool table user case judge let param loop arg calendar path``.
States and facts belong to the user around them.
"""

from __future__ import annotations

from collections.abc import Mapping

ANYWHERE: Mapping[str, str] = {"let": "let", "each": "loop"}
"""Blocks that declare a name wherever they stand."""

DECLARES: Mapping[tuple[str, str], str] = {
    ("top", "require"): "requirement",
    ("top", "value"): "value",
    ("top", "user"): "user",
    ("top", "service"): "service",
    ("top", "mutant"): "case",
    ("top", "variant"): "case",
    ("verify", "check"): "check",
    ("verify", "process"): "check",
    ("verify", "judge"): "judge",
    ("user", "fact"): "fact",
    ("user", "state"): "state",
    ("interface", "calendar"): "calendar",
    ("service", "table"): "table",
    ("service", "tool"): "tool",
    ("tool", "arg"): "arg",
}
"""``(body, block)`` to the kind of name that the block's first label declares."""

REFERS: Mapping[tuple[str, str], str] = {
    ("check", "covers"): "requirement",
    ("check", "proves"): "transition",
    ("judge", "covers"): "requirement",
    ("fact", "state"): "state",
    ("on", "goto"): "state",
    ("mutant", "breaks"): "check",
    ("mutant", "ignores"): "transition",
    ("mutant", "yields"): "transition",
    ("variant", "ignores"): "transition",
    ("variant", "yields"): "transition",
}
"""``(body, attribute)`` to the kind of names that its value holds."""

LABELLED: Mapping[tuple[str, str], str] = {
    ("interface", "service"): "service",
    ("interface", "allow"): "service",
    ("interface", "deny"): "service",
    ("interface", "rule"): "service",
    ("interface", "ask"): "service",
    ("interface", "trouble"): "tool",
    ("on", "set"): "value",
    ("on", "grant"): "service",
    ("on", "revoke"): "service",
    ("solution", "turn"): "state",
    ("mutant", "turn"): "state",
    ("variant", "turn"): "state",
}
"""``(body, block)`` to the kind of name that the block's first label refers to; ``call`` names a tool wherever it stands."""

SUBJECTS: Mapping[str, str] = {"ask": "fact", "act": "tool", "approval": "tool", "enter": "state"}
"""Event to the kind of name that its subject is."""
