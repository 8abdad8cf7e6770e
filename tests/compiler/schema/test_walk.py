"""Statements in their places."""

from cowork_dsl.compiler.schema.walk import placed
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import parse_file

TEXT = """cowork 1

params {
  n = int(1, 2)
}

verify {
  ## It holds.
  check a {
    covers = b
    nonsense = 1
  }
}
"""


def test_each_statement_knows_what_it_is() -> None:
    found = {one.statement.kind: one for one in placed(parse_file(Source("a", TEXT)).file)}

    assert [above.statement.kind for above in found["covers"].around] == ["verify", "check"]
    assert found["covers"].attr is not None and found["covers"].attr.sort == "name"
    assert found["check"].block is not None and found["check"].name == "a"
    assert found["n"].attr is not None and found["n"].attr.sort == "expr"
    assert found["nonsense"].attr is None and found["nonsense"].block is None
    assert found["check"].inner is not None and found["check"].inner.name == "check"


def test_inside_of_the_unknown_nothing_is_known() -> None:
    found = list(placed(parse_file(Source("a", "cowork 1\nnonsense {\n  covers = b\n}\n")).file))

    assert [one.body.name if one.body else None for one in found] == ["top", "top", None]
