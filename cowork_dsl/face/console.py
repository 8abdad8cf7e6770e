"""The one place that prints: results on stdout, everything said along the way on stderr."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from cowork_dsl.face.progress import Progress, start_progress


def out(text: str) -> None:
    """Prints a result on stdout."""
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")


def say(text: str) -> None:
    """Prints a message on stderr."""
    sys.stderr.write(text if text.endswith("\n") else f"{text}\n")


def problem(message: str, mend: str = "") -> None:
    """Prints what is wrong, and what mends it, on stderr."""
    say(f"error: {message}")
    if mend:
        say(f"  mend: {mend}")


def out_json(value: Mapping[str, object]) -> None:
    """Prints the one JSON object of `--json` on stdout."""
    import json

    out(json.dumps(value, ensure_ascii=False, indent=2))


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], title: str = "") -> None:
    """Prints a table on stdout.

    Args:
        columns: the heads.
        rows: one sequence of cells for each row; a cell is shown as its `str`, numbers to the right.
        title: shown above the table, if any.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    cells = [list(row) for row in rows]
    shown = Table(title=title or None, box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for position, head in enumerate(columns):
        numeric = bool(cells) and all(isinstance(row[position], int | float) for row in cells)
        shown.add_column(head, justify="right" if numeric else "left", overflow="fold")
    for row in cells:
        shown.add_row(*(Text(str(cell)) for cell in row))
    # Piped into a file or another program a table must not be folded to the width of a terminal that is not there.
    Console(file=sys.stdout, width=None if sys.stdout.isatty() else 200, highlight=False).print(shown)


@contextmanager
def progress(label: str, total: int) -> Iterator[Progress]:
    """Shows how far long work has come, on stderr: a bar on a terminal, a plain line now and then elsewhere."""
    shown = start_progress(label, total, sys.stderr)
    try:
        yield shown
    finally:
        shown.close()
