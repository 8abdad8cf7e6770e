"""`json("a.json")`: lists, objects and exact numbers; declared keys are read by their type. A `.jsonl` file is a list."""

from __future__ import annotations

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.runtime.readers.decode import readable
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.parse_json import parse_json
from cowork_dsl.runtime.readers.registry import reader
from cowork_dsl.runtime.readers.typed import with_keys


@reader("json", ".json")
def parse_json_file(data: bytes, path: str, form: Form | None) -> object:
    """The value of a json file."""
    text = readable(data, "json")
    if path.lower().endswith(".jsonl"):
        return json_lines(text)
    return with_keys(parse_json(text), form)


def json_lines(text: str) -> list[object]:
    """A value a line; blank lines are none.

    Raises:
        Malformed: A line is no JSON; it says which.
    """
    found: list[object] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                found.append(parse_json(line))
            except Malformed as error:
                raise Malformed(f"has a line {number} that {error}") from None
    return found
