"""The page that says what the language means: written by hand, in docs/reference; a link here brings it into a wheel."""

from __future__ import annotations

from importlib.resources import files


def language_page() -> str:
    """The page as it stands."""
    return files("cowork_dsl.face.reference").joinpath("language.md").read_text(encoding="utf-8")
