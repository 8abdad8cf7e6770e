"""The committed JSON Schema of a rollout is the model's."""

from importlib.resources import files

from cowork_dsl.runtime.record.schemas import NAME, schema_text


def test_the_committed_schema_is_the_models() -> None:
    committed = (files("cowork_dsl.grammar") / "schemas" / NAME).read_text("utf-8")

    assert committed == schema_text(), "python -m cowork_dsl.runtime.record.schemas rewrites it"
