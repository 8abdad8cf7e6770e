from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.values.doc import Block, Doc
from cowork_dsl.runtime.readers.html import parse_html
from cowork_dsl.runtime.readers.malformed import Malformed


def page(text: str) -> Doc:
    return parse_html(text.encode(), "a.html", None)


def shown(text: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in page(text).blocks]


def test_blocks() -> None:
    text = (
        "<!doctype html><html><head><title>T</title><style>p{}</style></head><body><h1>Plan  <em>A</em></h1>"
        "<p>One<br>two &amp; <a href='x.html'>three</a></p><ul><li>a<li><p>b</p></ul>"
        "<div>loose<p>par</p>tail</div><pre>x\n  y</pre><script>z</script></body></html>"
    )

    assert shown(text) == [
        ("heading", "Plan A"),
        ("paragraph", "One two & three"),
        ("item", "a"),
        ("item", "b"),
        ("paragraph", "loose"),
        ("paragraph", "par"),
        ("paragraph", "tail"),
        ("code", "x\n  y"),
    ]
    assert page(text).blocks[1].links == ("x.html",)
    assert page(text).blocks[0].level == 1


def test_tables() -> None:
    (block,) = page(
        "<table><thead><tr><th>Region</th><th>Total</th></tr></thead><tbody><tr><td>EMEA</td><td> 5 <b>EUR</b></td></tr>"
        "<tr><td colspan=2>none</td></tr><tr><td>a<table><tr><td>in</td></tr></table>b</td></tr></tbody></table>"
    ).blocks

    assert block.table.columns == ("Region", "Total")
    assert [list(row.values()) for row in block.table.rows] == [["EMEA", "5 EUR"], ["none", "none"], ["a in b", ""]]


@pytest.mark.parametrize(
    "text", ["<p hidden>x</p>", "<p style='display: none'>x</p>", "<template>x</template>", "<!-- x -->"]
)
def test_what_nobody_sees_is_not_there(text: str) -> None:
    assert page(f"<p>a</p>{text}<p>b</p>").text == "a\n\nb"


@pytest.mark.parametrize(
    "text", ["", "   ", "plain words", "<b>bold", "<p>a<p>b", "</p></div>", "<table><td>a", "a < b & c"]
)
def test_broken_pages_are_read_as_browsers_do(text: str) -> None:
    assert isinstance(page(text), Doc)


@pytest.mark.parametrize(
    "text",
    [
        "<div>" * 200_000,
        "<a href='x'>" * 50_000,
        "<table><tr><td>" * 30_000,
        "<!--" * 100_000,
        "<" * 500_000,
        "&" * 500_000,
        "<p " + "a=b " * 200_000 + ">",
    ],
)
def test_odd_pages_end_at_once(text: str) -> None:
    began = monotonic()
    try:
        page(text)
    except Malformed as error:
        assert str(error)

    assert monotonic() - began < 4


def test_a_page_that_is_too_large_says_so() -> None:
    with pytest.raises(Malformed, match="larger"):
        page("a" * 5_000_000)


def test_a_mark_of_a_page_parts_pages() -> None:
    assert Block("page", "") in page('<p>a</p><hr class="page" style="break-after: page"><p>b</p>').blocks


@settings(max_examples=150, deadline=None)
@given(st.text("<>/abtdrhp1\"'=&;! -\0", max_size=80))
def test_any_text_ends(text: str) -> None:
    try:
        page(text)
    except Malformed as error:
        assert str(error)
