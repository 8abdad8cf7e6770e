from importlib.resources import files

import pytest

from cowork_dsl.compiler.bundle.schemas import FILES, schema_text


@pytest.mark.parametrize("name", sorted(FILES))
def test_committed_schema_is_that_of_the_model(name: str) -> None:
    committed = (files("cowork_dsl.grammar") / "schemas" / f"{name}.json").read_text("utf-8")

    assert committed == schema_text(name), "python -m cowork_dsl.compiler.bundle.schemas rewrites them"


def test_no_schema_is_left_over() -> None:
    committed = {path.name for path in (files("cowork_dsl.grammar") / "schemas").iterdir()}

    assert committed == {f"{name}.json" for name in FILES} | {"trajectory.json"}
