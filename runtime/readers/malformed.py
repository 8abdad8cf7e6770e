"""How a reader says that a file is not what its form says."""

from __future__ import annotations


class Malformed(ValueError):
    """The bytes don't hold what is to be read; the message completes "PATH ..." into a reason for people."""
