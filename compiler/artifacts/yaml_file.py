"""YAML files: keys in the order of the source, two blanks a level, texts in quotes where they would read as something else."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from cowork_dsl.compiler.artifacts.office.libraries import library
from cowork_dsl.compiler.artifacts.registry import writes
from cowork_dsl.compiler.values.cells import to_json
from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.compiler.values.show import plain


@writes("yaml")
def write_yaml(content: object) -> bytes:
    """A yaml file."""
    return yaml_text(content).encode("utf-8")


def yaml_text(content: object) -> str:
    """A value as YAML; numbers digit by digit."""
    library("yaml", "a yaml file", "files")
    import yaml

    class Dumper(yaml.SafeDumper):
        def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
            # the items of a list stand below their key, indented
            super().increase_indent(flow, False)

        def ignore_aliases(self, data: object) -> bool:
            return True

    Dumper.add_representer(Decimal, _number)
    Dumper.add_representer(str, _text)
    text: str = yaml.dump(
        _plain(content), Dumper=Dumper, sort_keys=False, allow_unicode=True, width=10_000, default_flow_style=False
    )
    return text.removesuffix("...\n")


def _number(dumper: Any, value: Decimal) -> Any:
    text = plain(value)
    return dumper.represent_scalar("tag:yaml.org,2002:float" if "." in text else "tag:yaml.org,2002:int", text)


def _text(dumper: Any, value: str) -> Any:
    style = "|" if "\n" in value.strip() and not any(line.endswith(" ") for line in value.split("\n")) else None
    if style is None and value[:1].isdigit() and any(char in value for char in ":-e"):
        style = '"'  # what some reader may take for a date, a time or a number
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Decimal):
        return value
    if isinstance(value, Money):
        return Decimal(str(to_json(value)))
    if value.__class__ is date:
        return value
    return to_json(value)
