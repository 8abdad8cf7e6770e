"""Markdown is read as a person reads the page."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.values.doc import Doc
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.md import parse_md

MEMO = """\
# Quarter

To the **board**: *EMEA* led with EUR 1,234.50, see [the file](out/summary.csv).

## Best region

EMEA

- one
  more
- [x] two

| region | revenue |
|--------|--------:|
| EMEA   | 1\\|2    |
| APAC   |

```sh
# no heading
```
"""


def read(text: str) -> Doc:
    return parse_md(text.encode(), "memo.md", None)


def shape(text: str) -> list[tuple[str, int, str]]:
    return [(block.kind, block.level, block.text) for block in read(text).blocks]


def test_blocks_in_order_and_without_markup() -> None:
    assert shape(MEMO) == [
        ("heading", 1, "Quarter"),
        ("paragraph", 0, "To the board: EMEA led with EUR 1,234.50, see the file."),
        ("heading", 2, "Best region"),
        ("paragraph", 0, "EMEA"),
        ("item", 0, "one more"),
        ("item", 0, "two"),
        ("table", 0, "region | revenue\nEMEA | 1|2\nAPAC | "),
        ("code", 0, "# no heading"),
    ]


def test_tables_have_their_rows() -> None:
    table = next(block.table for block in read(MEMO).blocks if block.table is not None)

    assert table.rows == ({"region": "EMEA", "revenue": "1|2"}, {"region": "APAC", "revenue": ""})


@pytest.mark.parametrize(
    "text",
    [
        MEMO.replace("\n", "\r\n"),
        "\ufeff" + MEMO,
        MEMO.rstrip(),
        MEMO.replace("# Quarter", "Quarter\n=======", 1),
        MEMO.replace("## Best region", "Best region\n---"),
        MEMO.replace("## Best region", "##   Best region ##"),
        MEMO.replace("**board**", "__board__").replace("*EMEA*", "_EMEA_"),
        MEMO.replace("- ", "* "),
        MEMO.replace("```", "~~~"),
        MEMO.replace("EMEA\n\n- one", "**EMEA**\n\n- one"),
        MEMO.replace("\n\n", "\n\n\n"),
    ],
)
def test_presentation_changes_nothing(text: str) -> None:
    assert shape(text) == shape(MEMO)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<!-- EMEA -->APAC", "APAC"),
        ("~~EMEA~~ APAC", "APAC"),
        ("a<br>b <b>c</b> &amp; d", "a b c & d"),
        ("snake_case_name and 2 * 3", "snake_case_name and 2 * 3"),
        ("\\*not bold\\*", "*not bold*"),
        ("`a_b_c`", "a_b_c"),
        ("> quoted", "quoted"),
        ("**粗体**文字", "粗体文字"),
    ],
)
def test_inline_marks(text: str, shown: str) -> None:
    assert [block.text for block in read(text).blocks] == [shown]


def test_links_of_all_sorts() -> None:
    text = "[a](x.md) <https://a.example> https://b.example/c. [d][r] ![i](p.png)\n\n[r]: https://d.example\n"

    links = [link for block in read(text).blocks for link in block.links]

    assert sorted(links) == ["https://a.example", "https://b.example/c", "https://d.example", "p.png", "x.md"]


@pytest.mark.parametrize(
    "unit",
    ["*", "**a ", "`", "[a](", "_a ", "<", "<!--", "~~a", "[a][b]", "a_b", "http://", "\\*", "# ", " ", "|-", "- "],
)
def test_hostile_repetition_is_read_to_its_end(unit: str) -> None:
    # anything worse than linear would take hours here
    blocks = read(unit * (400_000 // len(unit)) + "x\n\n# End").blocks

    assert not blocks or blocks[-1].text.endswith("End")


def test_a_binary_file_is_no_document() -> None:
    with pytest.raises(Malformed, match="binary"):
        parse_md(b"%PDF-1.7", "memo.md", None)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.text("#*_`~|-=[]()<>!\\ \n\tab1.:", max_size=200).map(str.encode)))
def test_any_bytes_give_a_document_or_a_reason(data: bytes) -> None:
    try:
        parse_md(data, "memo.md", None)
    except Malformed as error:
        assert str(error)
