"""How a table lies in a file is found by one look at its text, whatever its shape."""

import time

import pytest

from cowork_dsl.compiler.bundle.models import ColumnForm, Form
from cowork_dsl.runtime.readers.layout import layout

FORM = Form(pattern="a.csv", kind="table", columns=(ColumnForm(name="region", header="region", type="text"),))
MOST_SECONDS = 12.0
"""One second or two on a slow machine; where the work grows with the square of the size it takes a minute and more."""


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("\n" * 1_000_000, 0),
        (" ,\n" * 300_000 + "region", 1),
        ('""\n' * 300_000 + "region", 1),
        ("region," * 150_000, 150_000),
        ("region,a," * 75_000, 150_000),
    ],
    ids=["empty lines", "blank lines", "quoted blank lines", "one header", "two headers"],
)
def test_in_time(text: str, columns: int) -> None:
    began = time.process_time()
    found = layout(text, FORM, "a.csv")
    took = time.process_time() - began

    assert len(found.columns) == columns
    assert took < MOST_SECONDS
