"""Libraries of the extras: loaded where they are needed, with a clear word where they are missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from cowork_dsl.compiler.values.failures import Fail

INSTALL = "python -m pip install 'cowork-gym[{}]'"


def library(name: str, what: str, extra: str = "office") -> Any:
    """A module of an extra.

    Args:
        name: Of the module.
        what: What it is needed for, for people.
        extra: The extra that brings it.

    Raises:
        Fail: It is not installed.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != name.partition(".")[0]:
            raise
        raise Fail(
            f"{what} needs the package `{name.partition('.')[0]}`, which is not installed: {INSTALL.format(extra)}"
        ) from None
