"""Whatever the shape of a text, it is read in a time that grows with its size."""

import time
from contextlib import suppress

import pytest

from cowork_dsl.compiler.bundle.models import ColumnForm, Form
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import Reader, readers

SIZE = 160_000
NOTABLE = 1.0
"""CPU seconds; what takes less is no burden, however it grows, and too little to tell growth from chance."""
MOST_GROWTH = 24
"""How much longer eight times as much may take: it is about 8 where each part is looked at once, and 64 where each is
held against each other."""

PIECES = {
    "empty lines": "\n",
    "windows lines": "\r\n",
    "old lines": "\r",
    "short lines": "a\n",
    "delimiters": ",",
    "lines of delimiters": ",,\n",
    "one header over and over": "region,",
    "quotes": '"',
    "quotes on lines": '"\n',
    "open quote on each line": 'a,"b\n',
    "spaces": " ",
    "spaces and a line": " \n",
    "tabs": "\t",
    "hashes": "# ",
    "headings": "# a\n",
    "stars": "*",
    "words in stars": "*a ",
    "bars": "|",
    "rows of bars": "|a|\n",
    "backticks": "`",
    "fences": "```\n",
    "bullets": "- ",
    "nested bullets": " -\n",
    "quotes of mail": "> ",
    "brackets": "[",
    "closed brackets": "[]",
    "braces": '{"a":',
    "links": "[a](",
    "images": "![",
    "references": "[a]: ",
    "angles": "<",
    "tags": "<a>",
    "open tags": "<a ",
    "entities": "&amp;",
    "ampersands": "&",
    "digits": "1",
    "points": "1.",
    "colons": "a: ",
    "anchors": "&a [*a,",
    "combining signs": "e\u0301",
    "long words": "é",
    "backslashes": "\\",
    "underscores": "_",
    "equals": "a=",
}
FORM = Form(pattern="**", kind="table", columns=(ColumnForm(name="region", header="region", type="text"),))


def seconds(reader: Reader, piece: str, size: int) -> float:
    data = (piece * (size // len(piece))).encode()
    began = time.process_time()
    with suppress(Malformed):
        reader.parse(data, f"a{reader.extensions[0]}", FORM if reader.name == "table" else None)
    return time.process_time() - began


@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES.keys())
def test_time_grows_with_the_size(piece: str) -> None:
    slow: dict[str, tuple[float, float]] = {}
    for name, reader in readers().items():
        seconds(reader, piece, 8)  # libraries are loaded at the first use, which is not what is looked at
        took = min(seconds(reader, piece, SIZE) for _ in range(2))
        if took > NOTABLE and took > MOST_GROWTH * (less := seconds(reader, piece, SIZE // 8)):
            slow[name] = (less, took)

    assert slow == {}
