"""What every test may use: golden files."""

from collections.abc import Callable
from pathlib import Path

import pytest

Golden = Callable[[str, str | bytes], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite golden files instead of comparing with them")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares text or bytes with `golden/NAME` beside the test; `make golden` rewrites the file."""
    folder = request.path.parent / "golden"
    update: bool = request.config.getoption("--update-golden")

    def compare(name: str, actual: str | bytes) -> None:
        path = folder / name
        data = actual.encode("utf-8") if isinstance(actual, str) else actual
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            return
        if not path.exists():
            pytest.fail(f"there is no golden file {_shown(path)}; `make golden` writes it")
        expected = path.read_bytes()
        if isinstance(actual, str):
            assert actual == expected.decode("utf-8"), f"differs from {_shown(path)}; `make golden` rewrites it"
        else:
            assert data == expected, f"differs from {_shown(path)}; `make golden` rewrites it"

    return compare


def _shown(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
