"""Lets are lazy: one is evaluated only for a code that needs it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cowork_dsl.compiler.values.admit import evaluate

_NAME = re.compile(r"[^\W\d]\w*")


def with_lets(code: str, names: Mapping[str, Any], lets: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The names for a code, with those lets evaluated that it needs, directly or through others.

    Args:
        code: The code that is to be evaluated.
        names: What it may use besides.
        lets: Name and code, in dependency order.
    """
    wanted = set(_NAME.findall(code))
    needed: list[tuple[str, str]] = []
    for name, text in reversed(lets):
        if name in wanted:
            needed.append((name, text))
            wanted.update(_NAME.findall(text))
    found = dict(names)
    for name, text in reversed(needed):
        found[name] = evaluate(text, found)
    return found
