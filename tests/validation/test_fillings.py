import json

from cowork_dsl.compiler.bundle.models import ColumnForm, Form
from cowork_dsl.validation.fillings import FILLINGS, Material, bare, copied, empty, listed, material, stuffed
from tests.helpers.handmade import handmade_bundle

TABLE = Form(
    pattern="out/t.csv",
    kind="table",
    columns=(ColumnForm(name="region", header="Region", type="text"), ColumnForm(name="sum", header="sum", type="int")),
    output=True,
)
MEMO = Form(pattern="out/memo.md", kind="md", sections={"Best region": "text"}, output=True)
DATA = Form(pattern="out/d.json", kind="json", keys={"who": "text", "count": "int", "list": "list(text)"}, output=True)
GIVEN = Material(
    {"out/t.csv": TABLE, "out/memo.md": MEMO, "out/d.json": DATA},
    {"inbox/a.csv": b"name,n\nAnn,1\n", "note.md": b"Long note about everything.\n"},
    "Sum the regions.",
)


def test_empty_writes_nothing() -> None:
    assert set(empty(GIVEN).values()) == {""}


def test_bare_keeps_the_form_only() -> None:
    found = bare(GIVEN)

    assert found["out/t.csv"] == "Region,sum\n"
    assert found["out/memo.md"] == "# Best region\n\n\n"
    assert json.loads(found["out/d.json"]) == {"who": "", "count": 0, "list": []}


def test_copied_prefers_the_same_kind() -> None:
    found = copied(GIVEN)

    assert found["out/t.csv"] == "name,n\nAnn,1\n"
    assert found["out/memo.md"] == "Long note about everything.\n"


def test_stuffed_and_listed_hold_what_can_be_read() -> None:
    assert "Long note about" in stuffed(GIVEN)["out/memo.md"]
    assert "Ann,Ann\n" in listed(GIVEN)["out/t.csv"]
    assert "- Ann" in listed(GIVEN)["out/memo.md"]


def test_outputs_of_a_bundle() -> None:
    assert list(material(handmade_bundle(), ()).outputs) == ["out/total.csv"]
    assert all(about for _, about in FILLINGS.values())


def test_a_glob_stands_for_what_was_produced() -> None:
    bundle = handmade_bundle()
    forms = tuple(form.model_copy(update={"pattern": "out/*.csv"}) if form.output else form for form in bundle.forms)
    changed = type(bundle)(**{**{n: getattr(bundle, n) for n in bundle.__dataclass_fields__}, "forms": forms})

    assert list(material(changed, ["out/a.csv", "out/b.txt", "out/c.csv"]).outputs) == ["out/a.csv", "out/c.csv"]
