"""Paths of entries once their holes are filled."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.environment import Text
from cowork_dsl.compiler.instance.clean import unclean
from cowork_dsl.compiler.instance.constants import Constants
from cowork_dsl.compiler.instance.problems import problem
from cowork_dsl.compiler.instance.texts import filled


def path_of(text: Text, constants: Constants) -> str:
    """A path inside the workspace; one that leaves it or is no clean path is refused."""
    path = filled(text, constants)
    reason = unclean(path)
    if reason:
        raise problem("CW485", f"{path!r} can't be a path of the workspace: {reason}", text.source, text.span)
    return path
