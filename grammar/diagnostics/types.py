"""CW301–CW325: types of expressions."""

from __future__ import annotations

from cowork_dsl.grammar.diagnostics.entry import Entry
from cowork_dsl.grammar.diagnostics.frame_expr import check

SUMS = 'after.table("out/total.csv")'
ENTRIES = (
    Entry(
        "CW301",
        "argument of the wrong type",
        "The function takes another type there.",
        check(f'{SUMS}.first("2").count() == 2'),
        check(f"{SUMS}.first(2).count() == 2"),
    ),
    Entry(
        "CW302",
        "comparison of what can't be equal",
        "Values of these types are never equal and have no common order: an amount is compared with an amount, a date with a "
        "date, a text with a text.",
        check(f"{SUMS}.sum(.total) == 150"),
        check(f"{SUMS}.sum(.total) == 150 EUR"),
    ),
    Entry(
        "CW303",
        "ordering of what has no order",
        "Numbers, amounts, dates, times, durations and texts have an order; lists, tables and true or false have none.",
        check(f"{SUMS}.list(.total) > [1 EUR]"),
        check(f"{SUMS}.sum(.total) > 1 EUR"),
    ),
    Entry(
        "CW304",
        "currencies mixed",
        "Amounts of different currencies can be neither compared nor added up; convert one of them with a stated rate first.",
        check(f"{SUMS}.sum(.total) > 10 USD"),
        check(f"{SUMS}.sum(.total) > 10 EUR"),
    ),
    Entry(
        "CW305",
        "calculation without meaning",
        "These types can't be combined so: dates move by durations, amounts are multiplied by numbers.",
        check(f"{SUMS}.sum(.total) + 1 > 10 EUR"),
        check(f"{SUMS}.sum(.total) + 1 EUR > 10 EUR"),
    ),
    Entry(
        "CW306",
        "calculation with a text",
        'Texts aren\'t added. They are put together by inserting: "{{a}} {{b}}".',
        check(f'{SUMS}.list(.region + "!").count() == 2'),
        check(f'{SUMS}.list("{{{{.region}}}}!").count() == 2'),
    ),
    Entry(
        "CW307",
        "condition that is not true or false",
        "A condition must be true or false; compare the value with something.",
        check(f"{SUMS}.where(.total).count() == 2"),
        check(f"{SUMS}.where(.total > 0 EUR).count() == 2"),
    ),
    Entry(
        "CW308",
        "name given twice",
        "An argument, a column or the key of a map stands once.",
        check(f"{SUMS}.select(a: .region, a: .total).count() == 2"),
        check(f"{SUMS}.select(a: .region, b: .total).count() == 2"),
    ),
    Entry(
        "CW309",
        "missing argument",
        "The function needs an argument that is not given.",
        check(f"near({SUMS}.sum(.total), 150 EUR)"),
        check(f"near({SUMS}.sum(.total), 150 EUR, 1 EUR)"),
    ),
    Entry(
        "CW310",
        "too many arguments",
        "The function takes fewer arguments.",
        check(f"{SUMS}.count(true, true) == 2".replace("true, true", ".total > 0 EUR, .total > 1 EUR")),
        check(f"{SUMS}.count(.total > 0 EUR) == 2"),
    ),
    Entry(
        "CW311",
        "word that is not one of those allowed",
        "The value is one of a few words, and this is none of them.",
        check(f"round({SUMS}.sum(.total), 0, mode: half_op) > 0 EUR"),
        check(f"round({SUMS}.sum(.total), 0, mode: half_up) > 0 EUR"),
    ),
    Entry(
        "CW312",
        "`near` on what has no distance",
        "`near` compares numbers, amounts, dates, instants and durations, and lists and maps of them.",
        check(f'near({SUMS}.list(.region), ["EMEA"], 1)'),
        check(f"near({SUMS}.list(.total), [1 EUR], 1 EUR)"),
    ),
    Entry(
        "CW313",
        "impossible date, time or duration",
        "The calendar has no such day, the clock no such time.",
        check(f"{SUMS}.count() == (if 2026-13-01 < 2026-12-31 then 2 else 3)"),
        check(f"{SUMS}.count() == (if 2026-12-01 < 2026-12-31 then 2 else 3)"),
    ),
    Entry(
        "CW315",
        "function that is not supported yet",
        "The function, or the argument, is part of the language, and this version does not implement it.",
        check('after.text("out/total.csv", strict: true) != truth.text("inbox/orders.csv")'),
        check('after.text("out/total.csv") != truth.text("inbox/orders.csv")'),
    ),
    Entry(
        "CW316",
        "value of the wrong type",
        "What stands here has a declared type, and the value has another.",
        check(f"{SUMS}.count() == 2", act="set line = 1 EUR\n    ", before="value line = 5\n").replace(
            "== 2", "<= truth.line"
        ),
        check(f"{SUMS}.count() == 2", act="set line = 6\n    ", before="value line = 5\n").replace(
            "== 2", "<= truth.line"
        ),
    ),
    Entry(
        "CW317",
        "list of different things",
        "The elements of a list are of one type.",
        check(f'{SUMS}.count() in [2, "3"]'),
        check(f"{SUMS}.count() in [2, 3]"),
    ),
    Entry(
        "CW318",
        "expectation that says nothing",
        "An expectation is true or false, a share from 0 to 1, or a list of booleans (whose mean counts).",
        check(f"{SUMS}.sum(.total)"),
        check(f"{SUMS}.sum(.total) > 0 EUR"),
    ),
    Entry(
        "CW319",
        "two ways with different types",
        "Both ways of `if … then … else …` give the same type.",
        check(f'(if {SUMS}.count() == 2 then 1 else "none") == 1'),
        check(f"(if {SUMS}.count() == 2 then 1 else 0) == 1"),
    ),
    Entry(
        "CW320",
        "pattern that can't be used",
        "Patterns are RE2's: searched in linear time, without back references and look-around.",
        check('after.text("out/total.csv").matches("(a)\\\\1") != truth.text("inbox/orders.csv").has("x")'),
        check('after.text("out/total.csv").matches("aa") != truth.text("inbox/orders.csv").has("x")'),
    ),
    Entry(
        "CW321",
        "computed path",
        'Paths are written out, so that one can see what a check reads; names may be inserted: "out/{{name}}.csv".',
        check(f"exists({SUMS}.first().region)"),
        check('exists("out/total.csv")'),
    ),
    Entry(
        "CW324",
        "`in` where nothing can be",
        "`in` looks for an element in a list, a key in a map, or a part in a text.",
        check(f'"EMEA" in {SUMS}'),
        check(f'"EMEA" in {SUMS}.list(.region)'),
    ),
    Entry(
        "CW325",
        "value that can't be printed",
        "Only values can be inserted in a text, not states, services or users.",
        check(f'{SUMS}.list("{{{{truth}}}}").count() == 2'),
        check(f'{SUMS}.list("{{{{.region}}}}").count() == 2'),
    ),
)
