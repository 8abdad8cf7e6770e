"""`json("a.json")`: lists, objects and exact numbers; declared keys are read by their type."""

from __future__ import annotations

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.runtime.readers.decode import readable
from cowork_dsl.runtime.readers.parse_json import parse_json
from cowork_dsl.runtime.readers.registry import reader
from cowork_dsl.runtime.readers.typed import typed


@reader("json", ".json")
def parse_json_file(data: bytes, path: str, form: Form | None) -> object:
    """The value of a json file."""
    value = parse_json(readable(data, "json"))
    if form is not None and form.keys and isinstance(value, dict):
        return {key: typed(item, form.keys[key]) if key in form.keys else item for key, item in value.items()}
    return value
