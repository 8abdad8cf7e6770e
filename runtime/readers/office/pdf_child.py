"""Takes the lines out of a pdf, in a process of its own: given the file, writes them as JSON.

It is run by path and imports nothing of this project, so that it starts fast and its limits cover it alone.
"""

from __future__ import annotations

import json
import resource
import sys
from typing import Any

Line = tuple[str, float, bool, float]
"""Text, size of its letters, whether they are bold, and how far up it stands."""


def main() -> int:
    """Reads a pdf from the standard input; the arguments are seconds, bytes of memory, pages and characters."""
    seconds, memory, pages, characters = (int(arg) for arg in sys.argv[1:5])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    try:
        import pypdf
    except ModuleNotFoundError:
        return 3
    import logging

    logging.disable(logging.CRITICAL)
    try:
        found = _read(pypdf, sys.stdin.buffer.read(), pages, characters)
    except MemoryError:
        found = {"error": "takes more memory than a pdf may"}
    json.dump(found, sys.stdout)
    return 0


def _read(pypdf: Any, data: bytes, most_pages: int, most_characters: int) -> dict[str, object]:
    import io

    reader = pypdf.PdfReader(io.BytesIO(data), strict=False)
    if reader.is_encrypted and not reader.decrypt(""):
        return {"error": "is encrypted"}
    if len(reader.pages) > most_pages:
        return {"error": f"has more than {most_pages} pages"}
    pages: list[dict[str, object]] = []
    size = 0
    for page in reader.pages:
        lines = _lines(page)
        size += sum(len(line[0]) for line in lines)
        if size > most_characters:
            return {"error": f"has more than {most_characters} characters"}
        pages.append({"lines": lines, "links": _links(page)})
    return {"pages": pages}


def _lines(page: Any) -> list[Line]:
    """The lines of a page from top to bottom, as the library puts them together."""
    sizes: dict[str, tuple[float, bool, float]] = {}

    def visit(text: str, current: list[float], matrix: list[float], font: Any, size: float) -> None:
        bare = text.strip()
        if not bare:
            return
        scale = abs(matrix[3] * current[3]) or abs(matrix[0] * current[0]) or 1.0
        name = str((font or {}).get("/BaseFont", "")).lower()
        height = matrix[5] * current[3] + current[5]
        for line in bare.split("\n"):
            sizes.setdefault(line.strip(), (round(size * scale, 1), "bold" in name or "black" in name, height))

    text = page.extract_text(visitor_text=visit)
    found: list[Line] = []
    for line in text.split("\n"):
        bare = " ".join(line.split())
        if bare:
            size, bold, height = _look(line.strip(), bare, sizes)
            found.append((bare, size, bold, height))
    return found


def _look(line: str, bare: str, sizes: dict[str, tuple[float, bool, float]]) -> tuple[float, bool, float]:
    """How a line looks: as its whole text, else as the longest piece of it."""
    if line in sizes:
        return sizes[line]
    pieces = [piece for piece in sizes if piece in line or piece in bare]
    return sizes[max(pieces, key=len)] if pieces else (0.0, False, 0.0)


def _links(page: Any) -> list[str]:
    found: list[str] = []
    for note in page.get("/Annots") or ():
        target = (note.get_object().get("/A") or {}).get("/URI")
        if target is not None:
            found.append(str(target))
    return found


if __name__ == "__main__":
    sys.exit(main())
