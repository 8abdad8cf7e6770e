"""How much an environment may expand to; what is larger is refused before it is made."""

from __future__ import annotations

MAX_ROWS = 200_000
"""Rows of one table."""
MAX_BYTES = 64 * 1024 * 1024
"""Bytes of a whole workspace."""
MAX_FILES = 5_000
"""Files and folders of a whole workspace."""
