"""A labelled paragraph is changed alone, in each kind of document that has labels."""

import pytest

from cowork_dsl.compiler.artifacts.registry import writer_for
from cowork_dsl.compiler.values.documents import paragraphs
from cowork_dsl.runtime.changes.editable import Unfit
from cowork_dsl.runtime.changes.paragraph_edit import LABELLED, Paragraph
from cowork_dsl.runtime.readers.registry import readers

TEXT = "# Rules\n\nBefore.\n\nThe cap is **100 EUR**,\nsee [here](https://example.com). {#cap}\n\n- an item {#item}\n\nAfter."


def written(kind: str) -> bytes:
    data = writer_for("document", f"a.{kind}")(TEXT)
    assert isinstance(data, bytes)
    return data


@pytest.mark.parametrize("kind", LABELLED)
def test_one_paragraph(kind: str) -> None:
    found = Paragraph(written(kind), kind, "cap")

    assert found.rows[0]["text"].startswith("The cap is")
    found.put({0: {"text": "The cap is 80 EUR & no more."}})

    assert paragraphs(readers()[kind].parse(found.data, f"a.{kind}", None)) == [
        "Before.",
        "The cap is 80 EUR & no more.",
        "an item",
        "After.",
    ]
    assert Paragraph(found.data, kind, "cap").rows[0]["text"] == "The cap is 80 EUR & no more."


@pytest.mark.parametrize("kind", LABELLED)
def test_an_item_stays_one(kind: str) -> None:
    found = Paragraph(written(kind), kind, "item")
    found.put({0: {"text": "another"}})
    made = readers()[kind].parse(found.data, f"a.{kind}", None)

    assert [block.text for block in made.blocks if block.kind == "item"] == ["another"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", LABELLED)
def test_what_can_not_be_is_told(kind: str) -> None:
    found = Paragraph(written(kind), kind, "none")
    with pytest.raises(Unfit, match="has no paragraph with the label 'none'"):
        found.put({0: {"text": "x"}})
    with pytest.raises(Unfit, match="whose only column is `text`"):
        found.put({0: {"words": "x"}})
    with pytest.raises(Unfit, match="takes no new paragraph"):
        found.insert({"text": "x"})
