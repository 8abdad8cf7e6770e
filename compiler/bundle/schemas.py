"""JSON Schemas of all files of a bundle, generated from the models and committed under ``grammar/schemas``.

``python -m cowork_dsl.compiler.bundle.schemas`` rewrites them.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

from cowork_dsl.compiler.bundle import models

FILES: dict[str, type[models.Model]] = {
    "manifest": models.Manifest,
    "workspace": models.Snapshot,
    "tools": models.Tools,
    "forms": models.Forms,
    "services": models.Services,
    "policy": models.Policy,
    "profile": models.Profile,
    "checks": models.Checks,
    "rubric": models.Rubric,
    "tests": models.Cases,
}
"""Name of a bundle's file, without ``.json``, to its model."""


def schema_text(name: str) -> str:
    """The JSON Schema of one file, as it is committed."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **FILES[name].model_json_schema(by_alias=True, mode="serialization"),
    }
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def write_schemas(folder: Path) -> None:
    """Writes all schemas into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        (folder / f"{name}.json").write_text(schema_text(name), encoding="utf-8")


if __name__ == "__main__":
    write_schemas(Path(str(files("cowork_dsl.grammar"))) / "schemas")
