"""Generated rows: what is drawn for a cell depends on its own place only."""

import time

from cowork_dsl.compiler.pipeline import compile_env
from tests.compiler.instance.families import built, columns_of, family, text_of

PATH = "inbox/drawn.csv"
COLUMNS = {
    "id": ("int", "serial(1)"),
    "name": ("text", "fake.name()"),
    "pay": ("money(EUR)", "uniform(10 EUR, 90 EUR)"),
}


def table(columns: dict[str, tuple[str, str]], count: int = 5, path: str = PATH) -> str:
    head = " | ".join(f"{name}: {type_}" for name, (type_, _) in columns.items())
    fill = ", ".join(f"{name}: {maker}" for name, (_, maker) in columns.items())
    return f'table "{path}" {{\n| {head} |\nfill = rows({count}, {fill})\n}}\n'


def drawn(columns: dict[str, tuple[str, str]], count: int = 5, more: str = "", seed: int = 1) -> dict[str, list[str]]:
    return columns_of(built(family(entries=table(columns, count) + more), seed=seed), PATH)


def test_a_column_more_moves_no_other_value() -> None:
    wider = {"day": ("date", "date(2026-01-01, 2026-12-31)"), **COLUMNS}
    found = drawn(wider)

    assert {name: found[name] for name in COLUMNS} == drawn(COLUMNS)


def test_rows_more_move_no_row() -> None:
    assert {name: cells[:5] for name, cells in drawn(COLUMNS, 9).items()} == drawn(COLUMNS)


def test_a_file_more_moves_no_value() -> None:
    assert drawn(COLUMNS, more=table(COLUMNS, path="inbox/a.csv")) == drawn(COLUMNS)


def test_another_seed_draws_other_values() -> None:
    one, other = drawn(COLUMNS), drawn(COLUMNS, seed=2)

    assert (one["id"] == other["id"], one["pay"] == other["pay"], one["name"] == other["name"]) == (True, False, False)


def test_columns_may_read_each_other_in_any_order() -> None:
    found = drawn({"double": ("int", ".n * 2"), "n": ("int", "int(1, 50)")})

    assert [int(double) for double in found["double"]] == [2 * int(n) for n in found["n"]]


def test_unique_values_are_different() -> None:
    found = drawn({"n": ("int", "unique(int(1, 20))")}, 20)

    assert sorted(map(int, found["n"])) == list(range(1, 21))


def test_ref_takes_values_of_another_table() -> None:
    people = table({"name": ("text", "unique(fake.first_name())")}, 4, "inbox/people.csv")
    env = family(entries=people + table({"owner": ("text", 'ref("inbox/people.csv", "name")')}, 30))
    names = columns_of(built(env), "inbox/people.csv")["name"]

    assert set(columns_of(built(env), PATH)["owner"]) == set(names)


def test_all_generators() -> None:
    found = drawn(
        {
            "code": ("text", 'serial("B-", width: 3)'),
            "share": ("decimal", "decimal(0, 1, places: 3)"),
            "size": ("decimal", "normal(50, 5, min: 48, max: 52)"),
            "ok": ("bool", "bool(30%)"),
            "state": ("one_of(open, closed)", 'pick("open", "closed")'),
            "at": ("time", "time(09:00, 09:02)"),
            "when": ("datetime", "datetime(2026-01-01T00:00Z, 2026-01-01T00:01Z)"),
            "key": ("text", 'text.code("@@-##")'),
            "word": ("text", "text.words(2)"),
        },
        40,
    )

    assert found["code"][:2] == ["B-001", "B-002"]
    assert {len(cell.partition(".")[2]) for cell in found["share"]} == {3}
    assert all(48 <= float(cell) <= 52 for cell in found["size"])
    assert set(found["ok"]) == {"true", "false"}
    assert set(found["state"]) == {"open", "closed"}
    assert set(found["at"]) == {"09:00", "09:01", "09:02"}
    assert set(found["when"]) == {"2026-01-01T00:00Z", "2026-01-01T00:01Z"}
    assert all(len(cell) == 5 and cell[2] == "-" for cell in found["key"])
    assert all(len(cell.split()) == 2 for cell in found["word"])


def test_literal_rows_come_first() -> None:
    entry = f'table "{PATH}" {{\n| id: int | name: text |\n| 7 | {{{{who}}}} |\n| 8 | |\nfill = rows(1, id: serial(1), name: "x")\n}}\n'
    env = family('who = pick("Ada")', entry)

    assert text_of(built(env), PATH) == "id,name\n7,Ada\n8,\n1,x\n"


def test_a_billion_rows_fail_at_once() -> None:
    env = family(entries=table(COLUMNS, 1_000_000_000))
    begun = time.monotonic()
    made = compile_env(env)

    assert [found.code for found in made.diagnostics] == ["CW486"]
    assert time.monotonic() - begun < 1
