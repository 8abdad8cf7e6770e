"""How far long work has come: a bar on a terminal, a plain line now and then elsewhere."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

PAUSE = 5.0
"""Seconds between two plain lines."""


class Progress(Protocol):
    """What long work is given to report to."""

    def advance(self, steps: int = 1, note: str = "") -> None:
        """Counts finished steps; `note` is shown behind the count."""

    def close(self) -> None:
        """Ends the display."""


class PlainProgress:
    """Writes a line at most every few seconds, and one at the end."""

    def __init__(self, label: str, total: int, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._label = label
        self._total = total
        self._stream = stream
        self._clock = clock
        self._done = 0
        self._note = ""
        self._written = -1
        self._last = clock()

    def advance(self, steps: int = 1, note: str = "") -> None:
        """Counts finished steps and writes a line if the last one is some seconds old."""
        self._done += steps
        self._note = note
        if self._clock() - self._last >= PAUSE:
            self._write()

    def close(self) -> None:
        """Writes the last line, unless it stands there already or there was nothing to do."""
        if self._total and self._written != self._done:
            self._write()

    def _write(self) -> None:
        self._last = self._clock()
        self._written = self._done
        note = f"  {self._note}" if self._note else ""
        self._stream.write(f"{self._label}: {self._done}/{self._total}{note}\n")
        self._stream.flush()


class BarProgress:
    """A bar that is drawn over itself."""

    def __init__(self, label: str, total: int, bar: "Bar") -> None:
        self._bar = bar
        self._task = bar.add_task(label, total=total, note="")
        bar.start()

    def advance(self, steps: int = 1, note: str = "") -> None:
        """Counts finished steps."""
        self._bar.update(self._task, advance=steps, note=note)

    def close(self) -> None:
        """Leaves the bar as it stands and gives the terminal back."""
        self._bar.stop()


def start_progress(label: str, total: int, stream: TextIO) -> Progress:
    """The display that suits the stream."""
    if not stream.isatty():
        return PlainProgress(label, total, stream)
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[note]}"),
    )
    return BarProgress(label, total, Bar(*columns, console=Console(file=stream)))
