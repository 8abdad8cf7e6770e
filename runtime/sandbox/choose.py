"""Choosing a sandbox by name."""

from __future__ import annotations

import os
from functools import cache
from typing import Literal

from cowork_dsl.runtime.sandbox.api import PYTHON, Sandbox, SandboxError, SandboxUnavailable, Setup
from cowork_dsl.runtime.sandbox.bwrap import BwrapSandbox
from cowork_dsl.runtime.sandbox.plain import PlainSandbox

Kind = Literal["auto", "bwrap", "none"]


@cache
def probe() -> SandboxUnavailable | None:
    """Try one box; give why this machine can't make any, or ``None``. The answer is kept."""
    try:
        box = BwrapSandbox()
    except SandboxUnavailable as error:
        return error
    try:
        box.exec("true", timeout=20)
    except SandboxError as error:
        return SandboxUnavailable(error.message, error.mend)
    finally:
        box.destroy()
    return None


def open_sandbox(kind: Kind = "auto", setup: Setup | None = None, *, trust: bool = False) -> Sandbox:
    """Make a sandbox.

    ``auto`` takes bubblewrap and never falls back to less isolation; ``none`` is a plain folder that runs commands
    only with ``trust``.

    Raises:
        SandboxUnavailable: this machine can't; the message says why and ``mend`` what to do.
    """
    if kind == "none":
        return PlainSandbox(setup, trust=trust)
    problem = probe()
    if problem is not None:
        raise SandboxUnavailable(problem.message, problem.mend)
    return BwrapSandbox(setup)


def require_python() -> str:
    """Where Python lies in a box.

    Raises:
        SandboxUnavailable: the host, whose programs the box shows, has none there.
    """
    if not os.access(PYTHON, os.X_OK):
        raise SandboxUnavailable(f"{PYTHON} is not there, and the box has no other Python", "apt-get install python3")
    return PYTHON
