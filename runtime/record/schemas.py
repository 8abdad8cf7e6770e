"""JSON Schema of a recorded rollout, generated from the model and committed under ``grammar/schemas``.

``python -m cowork_dsl.runtime.record.schemas`` rewrites it.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

from cowork_dsl.runtime.record.trajectory import Trajectory

NAME = "trajectory.json"


def schema_text() -> str:
    """The JSON Schema, as it is committed."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Trajectory.model_json_schema(mode="serialization"),
    }
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    (Path(str(files("cowork_dsl.grammar"))) / "schemas" / NAME).write_text(schema_text(), encoding="utf-8")
