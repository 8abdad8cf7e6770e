"""What tools leave behind without meaning to: in no manifest, no diff and no reader."""

from __future__ import annotations

DROPPINGS: tuple[str, ...] = (
    "__pycache__",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".DS_Store",
    ".~lock*",
    "*.pyc",
)

_NAMES = frozenset(name for name in DROPPINGS if "*" not in name)
_HEADS = tuple(name[:-1] for name in DROPPINGS if name.endswith("*"))
_TAILS = tuple(name[1:] for name in DROPPINGS if name.startswith("*"))


def is_dropping(name: str) -> bool:
    """Tell whether a single file or folder name is one of ``DROPPINGS``."""
    return name in _NAMES or name.endswith(_TAILS) or name.startswith(_HEADS)
