"""One running server for the tests of the features, and pages that it has open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.helpers.lsp import CAPABILITIES, ENVIRONMENT, NEGOTIATION, Client, Page, serving


@pytest.fixture(scope="session")
def client() -> Iterator[Client]:
    with serving(**CAPABILITIES) as running:
        yield running


@pytest.fixture
def open_page(client: Client) -> Iterator[Callable[..., Page]]:
    """Opens documents; by default the example environment as it is."""
    pages: list[Page] = []

    def make(text: str | None = None, path: Path = ENVIRONMENT) -> Page:
        page = Page(client, path, path.read_text(encoding="utf-8") if text is None else text)
        pages.append(page)
        return page

    yield make
    for page in pages:
        page.close()


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """The example environment."""
    return open_page()


@pytest.fixture
def negotiation(open_page: Callable[..., Page]) -> Page:
    """An environment with services of the library."""
    return open_page(path=NEGOTIATION)
