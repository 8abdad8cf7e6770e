"""Documents of all kinds say what their Markdown says, and have the same bytes on every machine."""

import hashlib
import os
import subprocess
import sys

import pytest

from cowork_dsl.compiler.artifacts.registry import writer_for
from cowork_dsl.compiler.values.documents import doc_tables, headings, links, near_label, pages, paragraphs, under
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.runtime.readers.registry import readers

TEXT = """\
# Quarterly report

The cap is **22 000 EUR**. {#cap}

Read [the plan](https://example.com/plan) first, then go on.

## Results

- one item
- two & more

| Region | Total |
| ------ | ----- |
| EMEA   | 99.50 |
| APAC   | 80    |

---page---

## Annex

Last words: “done”, 東京, 한국.
"""
KINDS = ("docx", "pptx", "pdf", "html", "md")
SCRIPT = """
import sys
from cowork_dsl.compiler.artifacts.registry import Piece, writer_for
from tests.compiler.artifacts.test_documents import KINDS, TEXT, digest
for kind in KINDS:
    print(kind, digest(kind))
parts = [Piece("sheet", "A", parts=[Piece("cell", "B2", {"value": ("=1+1",)}), Piece("cell", "B3", {"value": (5,)})])]
import hashlib
print(hashlib.sha256(writer_for("workbook", "a.xlsx")(Piece("workbook", "a.xlsx", parts=parts))).hexdigest())
"""


def written(kind: str, text: str = TEXT) -> bytes:
    data = writer_for("document", f"a.{kind}")(text)
    assert isinstance(data, bytes)
    return data


def digest(kind: str) -> str:
    return hashlib.sha256(written(kind)).hexdigest()


def doc(kind: str, data: bytes | None = None) -> object:
    return readers()[kind].parse(written(kind) if data is None else data, f"a.{kind}", None)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_read(kind: str) -> None:
    found = doc(kind)
    titles = ["Quarterly report", "Annex"] if kind == "pptx" else ["Quarterly report", "Results", "Annex"]

    assert headings(found) == titles
    assert "The cap is 22 000 EUR." in paragraphs(found)
    assert {"one item", "two & more"} <= set(paragraphs(found))
    assert links(found) == ["https://example.com/plan"]
    assert str(near_label(found, "The cap is")["money"].amount) == "22000"
    assert paragraphs(under(found, "Annex")) == ["Last words: “done”, 東京, 한국."]


@pytest.mark.parametrize("kind", ["docx", "pptx", "html", "md"])
def test_tables_keep_their_cells(kind: str) -> None:
    (table,) = doc_tables(doc(kind))

    assert table.rows == ({"Region": "EMEA", "Total": "99.50"}, {"Region": "APAC", "Total": "80"})


@pytest.mark.parametrize("kind", ["docx", "pptx", "pdf", "md"])
def test_pages_begin_where_they_are_marked(kind: str) -> None:
    first, second = pages(doc(kind))

    assert "Quarterly report" in first.text
    assert second.text.startswith("Annex")


def test_bytes_are_the_same_in_another_process() -> None:
    def run(**environment: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    one = run(TZ="UTC", PYTHONHASHSEED="1", LANG="C.UTF-8")

    assert one == run(TZ="Asia/Tokyo", PYTHONHASHSEED="2", LANG="C", SOURCE_DATE_EPOCH="86400")
    assert len(one.split()) == 2 * len(KINDS) + 1


def test_a_pdf_says_which_character_it_can_not_hold() -> None:
    with pytest.raises(Fail) as caught:
        written("pdf", "A \U0001f600 face")

    assert "U+1F600" in caught.value.reason


def test_a_missing_library_is_told_with_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "docx", None)
    with pytest.raises(Fail) as caught:
        written("docx")

    assert "pip install 'cowork-gym[office]'" in caught.value.reason
