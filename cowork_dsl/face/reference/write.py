"""`python -m cowork_dsl.face.reference.write`: renews docs/reference."""

from __future__ import annotations

from pathlib import Path

from cowork_dsl.face.reference import PAGES

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "reference"


def main() -> None:
    """Writes every page."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, make in PAGES.items():
        (FOLDER / f"{name}.md").write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
