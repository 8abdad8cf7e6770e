"""Tables are read whatever their presentation; what can't be told is not guessed."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.bundle.models import ColumnForm, Form
from cowork_dsl.compiler.values.access import col
from cowork_dsl.compiler.values.failures import Fail, Unreadable
from cowork_dsl.compiler.values.scalars import Money
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.table import parse_table

FORM = Form(
    pattern="out/a.csv",
    kind="table",
    columns=(
        ColumnForm(name="region", header="Region", type="text", key=True),
        ColumnForm(name="revenue", header="Net revenue", type="money(EUR)"),
        ColumnForm(name="day", header="day", type="date"),
    ),
)
PLAIN = "Region,Net revenue,day\nEMEA,1234.50,2026-04-02\nAPAC,80.00,2026-04-03\n"
ROWS = (
    {"region": "EMEA", "revenue": Money(Decimal("1234.5"), "EUR"), "day": date(2026, 4, 2)},
    {"region": "APAC", "revenue": Money(Decimal("80"), "EUR"), "day": date(2026, 4, 3)},
)

RESPELLED = {
    "bom": b"\xef\xbb\xbf" + PLAIN.encode(),
    "crlf": PLAIN.replace("\n", "\r\n").encode(),
    "cr": PLAIN.replace("\n", "\r").encode(),
    "utf-16": PLAIN.encode("utf-16"),
    "no final newline": PLAIN.rstrip().encode(),
    "blank rows": PLAIN.replace("\nAPAC", "\n\n,,\nAPAC").encode() + b"\n\n,,\n  \n",
    "semicolons": PLAIN.replace(",", ";").encode(),
    "tabs": PLAIN.replace(",", "\t").encode(),
    "bars": PLAIN.replace(",", "|").encode(),
    "sep hint": b"sep=;\n" + PLAIN.replace(",", ";").encode(),
    "all quoted": "\n".join(",".join(f'"{cell}"' for cell in line.split(",")) for line in PLAIN.splitlines()).encode(),
    "header case": PLAIN.replace("Region,Net revenue", "REGION,net_Revenue").encode(),
    "header spacing": PLAIN.replace("Region,Net revenue", " Region , Net  revenue ").encode(),
    "names for headers": PLAIN.replace("Region,Net revenue", "region,revenue").encode(),
    "column order": b"day,Region,Net revenue\n2026-04-02,EMEA,1234.50\n2026-04-03,APAC,80.00\n",
    "thousands": PLAIN.replace("1234.50", '"1,234.50"').encode(),
    "thousands without cents": PLAIN.replace("1234.50", "1 234.5").encode(),
    "decimal comma": PLAIN.replace(",", ";").replace("1234.50", "1.234,50").encode(),
    "currency sign": PLAIN.replace("1234.50", "€1234.50").encode(),
    "currency code": PLAIN.replace("1234.50", "1234.50 EUR").encode(),
    "trailing zeros": PLAIN.replace("1234.50", "1234.5000").encode(),
    "no zeros": PLAIN.replace("80.00", "80").encode(),
    "white space": PLAIN.replace("EMEA", "  EMEA ").encode(),
    "date in words": PLAIN.replace("2026-04-02", "2 April 2026").encode(),
    "date with slashes": PLAIN.replace("2026-04-02", "2026/04/02").encode(),
    "extra delimiter at line ends": PLAIN.replace("\n", ",\n").encode(),
}


@pytest.mark.parametrize("data", RESPELLED.values(), ids=RESPELLED)
def test_presentation_changes_no_value(data: bytes) -> None:
    table = parse_table(data, "out/a.csv", FORM)

    assert tuple({name: row[name] for name in ROWS[0]} for row in table.rows) == ROWS


def test_the_key_is_the_declared_one() -> None:
    assert parse_table(PLAIN.encode(), "out/a.csv", FORM).key == "region"


def test_an_extra_column_keeps_its_header() -> None:
    table = parse_table(b"Region,note\nEMEA,x\n", "out/a.csv", FORM)

    assert table.columns == ("region", "note")


def test_without_a_form_cells_are_texts() -> None:
    table = parse_table(b"a;b\n1;2\n", "x.csv", None)

    assert table.rows == ({"a": "1", "b": "2"},)


def test_one_column_is_not_cut_at_its_commas() -> None:
    form = Form(pattern="x.csv", kind="table", columns=(ColumnForm(name="total", header="total", type="money(EUR)"),))

    assert parse_table(b'total\n"1,380.50"\n', "x.csv", form).rows == ({"total": Money(Decimal("1380.50"), "EUR")},)


@pytest.mark.parametrize(
    ("body", "column"),
    [
        (b"Region,Net revenue,day\nEMEA,1,234.50,2026-04-02\n", "revenue"),
        (b"Region,region,Net revenue\nEMEA,APAC,5\n", "region"),
        (b"Region,Net revenue\nEMEA,about 5\n", "revenue"),
        (b"Region,Net revenue\nEMEA,5 USD\n", "revenue"),
        (b"Region,Net revenue\nEMEA\n", "revenue"),
        (b"Region,day\nEMEA,04/05/2026\n", "day"),
        (b"Region,Net revenue\nEMEA,NaN\n", "revenue"),
        (b"Region,Net revenue\nEMEA,1e999999999\n", "revenue"),
    ],
)
def test_what_cannot_be_told_is_unreadable_and_fails_when_it_is_read(body: bytes, column: str) -> None:
    row = parse_table(body, "out/a.csv", FORM).rows[0]

    assert isinstance(row[column], Unreadable)
    with pytest.raises(Fail, match=column):
        col(row, column)


@pytest.mark.parametrize("data", [b"PK\x03\x04rubbish", b"a,b\n\x00\x01", b"," * 1_100_000, b"a\n" * 1_100_000])
def test_what_is_no_table_or_too_large_says_so(data: bytes) -> None:
    with pytest.raises(Malformed):
        parse_table(data, "out/a.csv", FORM)


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_a_table_without_rows(data: bytes) -> None:
    table = parse_table(data, "out/a.csv", FORM)

    assert (table.columns, table.rows) == ((), ())


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.binary(max_size=300), st.text('",;\t|\n\r =sepRegion1.5é', max_size=200).map(str.encode)))
def test_any_bytes_give_a_table_or_a_reason(data: bytes) -> None:
    try:
        table = parse_table(data, "out/a.csv", FORM)
    except Malformed as error:
        assert str(error)
    else:
        assert all(set(row) == set(table.columns) for row in table.rows)


def test_columns_of_one_header_are_told_apart() -> None:
    table = parse_table(b"a,a,b\n1,2,3\n", "x.csv", None)

    assert table.rows == ({"a": "1", "a 2": "2", "b": "3"},)


@st.composite
def respelled(draw: st.DrawFn) -> bytes:
    """The same two rows, in any presentation at once."""
    delimiter = draw(st.sampled_from(",;\t|"))
    order = draw(st.permutations(range(3)))
    header = draw(
        st.sampled_from(
            [("Region", "Net revenue", "day"), ("region", "revenue", "DAY"), (" REGION ", "net_revenue", "Day")]
        )
    )
    amounts = draw(
        st.sampled_from([("1234.50", "80.00"), ("1,234.5", "80"), ("1.234,50", "80,00"), ("EUR 1 234.50", "€80")])
    )
    days = draw(
        st.sampled_from([("2026-04-02", "2026-04-03"), ("2 April 2026", "03.04.2026"), ("2026/04/02", "Apr 3, 2026")])
    )
    table = [header, ("EMEA", amounts[0], days[0]), (" APAC", amounts[1], days[1])]
    always = draw(st.booleans())

    def field(text: str) -> str:
        return f'"{text}"' if always or delimiter in text else text

    end = draw(st.sampled_from(["\n", "\r\n"]))
    lines = [delimiter.join(field(row[place]) for place in order) for row in table]
    text = end.join(lines) + draw(st.sampled_from(["", end, end + end, end + delimiter * 2 + end]))
    return text.encode(draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16"])))


@settings(max_examples=150, deadline=None)
@given(respelled())
def test_presentations_may_come_together(data: bytes) -> None:
    table = parse_table(data, "out/a.csv", FORM)

    assert tuple({name: row[name] for name in ROWS[0]} for row in table.rows) == ROWS
