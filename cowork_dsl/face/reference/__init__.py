"""The language reference: one page by hand, the others made from the schema and the catalogues, so that they cannot be stale."""

from __future__ import annotations

from collections.abc import Callable

from cowork_dsl.face.reference.blocks import blocks_page
from cowork_dsl.face.reference.codes import codes_page
from cowork_dsl.face.reference.functions import functions_page
from cowork_dsl.face.reference.language import language_page
from cowork_dsl.face.reference.operators import operators_page

PAGES: dict[str, Callable[[], str]] = {
    "language": language_page,
    "blocks": blocks_page,
    "functions": functions_page,
    "operators": operators_page,
    "diagnostics": codes_page,
}
"""Name of the page (and of its file in docs/reference) to what makes it."""
