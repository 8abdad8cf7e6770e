"""How much the readers take in: whatever an agent left behind is read in bounded time and memory."""

from __future__ import annotations

MAX_BYTES = 32 * 1024 * 1024
"""A larger file is not parsed."""

MAX_DOCUMENT = 4 * 1024 * 1024
"""A larger document is not parsed: more than a thousand pages of text."""

MAX_CELLS = 1_000_000
"""Cells of one table."""

MAX_DEPTH = 100
"""How deep lists and objects of a json file may nest."""

MAX_EXPONENT = 400
"""A number with a larger exponent is no number of a ledger, and arithmetic on it could fill the memory."""

MAX_FILES = 20_000
"""Files that one glob may name."""
