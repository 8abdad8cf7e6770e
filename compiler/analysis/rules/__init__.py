"""What is wrong with a file whose parts are each well formed: one rule a module, run on what is sound."""

from __future__ import annotations

from collections.abc import Callable

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft

Rule = Callable[[Draft, Context], None]

FILE_RULES: tuple[Rule, ...] = ()
RULES: tuple[Rule, ...] = ()
