"""`yaml("a.yaml")`: values of YAML 1.2's core schema, exact numbers; declared keys are read by their type."""

from __future__ import annotations

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.runtime.readers.decode import readable
from cowork_dsl.runtime.readers.parse_yaml import parse_yaml
from cowork_dsl.runtime.readers.registry import reader
from cowork_dsl.runtime.readers.typed import with_keys


@reader("yaml", ".yaml", ".yml")
def parse_yaml_file(data: bytes, path: str, form: Form | None) -> object:
    """The value of a yaml file."""
    return with_keys(parse_yaml(readable(data, "yaml")), form)
