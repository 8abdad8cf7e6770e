"""CW250–CW266: names inside expressions, and types as they are written."""

from __future__ import annotations

from cowork_dsl.grammar.diagnostics.entry import Entry
from cowork_dsl.grammar.diagnostics.frame_expr import check, entry, header, process

SUMS = 'after.table("out/total.csv")'
ENTRIES = (
    Entry(
        "CW250",
        "unknown name",
        "A bare name is a param, a `let`, a value in force, a loop variable, an argument or a root such as `after`. "
        "Nothing of this name is declared where it stands.",
        check(f"{SUMS}.count() == mani", "many = int(2, 2)"),
        check(f"{SUMS}.count() == many", "many = int(2, 2)"),
    ),
    Entry(
        "CW251",
        "unknown column",
        "The table has no column of this name. Its columns are those of its header; a header that is no name is "
        'written `.["Order ID"]`.',
        check(f"{SUMS}.sum(.totl) > 0 EUR"),
        check(f"{SUMS}.sum(.total) > 0 EUR"),
    ),
    Entry(
        "CW252",
        "unknown function",
        "There is no function of this name, or what has this name is a method or a reader: methods stand after their value, "
        "readers after the state that they read.",
        check(f"rond({SUMS}.sum(.total), 0) > 0 EUR"),
        check(f"round({SUMS}.sum(.total), 0) > 0 EUR"),
    ),
    Entry(
        "CW253",
        "unknown method",
        "Values of this type have no method of this name. Methods take `()`; the language reference lists them by type.",
        check(f"{SUMS}.cont() == 2"),
        check(f"{SUMS}.count() == 2"),
    ),
    Entry(
        "CW254",
        "unknown argument",
        "The function has no argument of this name.",
        check(f"round({SUMS}.sum(.total), 0, rounding: half_up) > 0 EUR"),
        check(f"round({SUMS}.sum(.total), 0, mode: half_up) > 0 EUR"),
    ),
    Entry(
        "CW255",
        "unknown type",
        "The types are text int decimal money(EUR) percent date time datetime duration bool list(T) map(T) optional(T) "
        "one_of(a, b) ref(table).",
        header("note: txet", '"x"'),
        header("note: text", '"x"'),
    ),
    Entry(
        "CW256",
        "unknown field",
        "The value has no field of this name. Fields take no `()`, methods always do.",
        check(f"{SUMS}.count == 2"),
        check(f"{SUMS}.count() == 2"),
    ),
    Entry(
        "CW257",
        "column without its dot",
        "A bare name is never a column: the column of the current row is written with a dot.",
        check(f"{SUMS}.sum(total) > 0 EUR"),
        check(f"{SUMS}.sum(.total) > 0 EUR"),
    ),
    Entry(
        "CW258",
        "column outside a row",
        "`.name` is a column of the current row, and there is no row here: it stands in an argument that is evaluated for "
        "every row, such as those of `where`, `sum` and `all`. Where the argument names its element, use that name.",
        check(f"{SUMS}.count() == .total"),
        check(f"{SUMS}.count() == 2"),
    ),
    Entry(
        "CW259",
        "function in the wrong place",
        "Some functions can only stand where what they read exists: those of the record in a `process` check, domains in "
        "`params`, generators in `fill`.",
        check('read("inbox/orders.csv").any()'),
        process('read("inbox/orders.csv").any()'),
    ),
    Entry(
        "CW260",
        "unknown table or value in force",
        "After a root stands a service with its table, or a value in force. Nothing of this name is declared.",
        check(f"{SUMS}.count() <= truth.lines", "", "value line = 5\n", "set line = 6\n    "),
        check(f"{SUMS}.count() <= truth.line", "", "value line = 5\n", "set line = 6\n    "),
    ),
    Entry(
        "CW261",
        "element with the name of something else",
        "An argument may name its row or element, and that name must be new: shadowing is an error.",
        check(f"{SUMS}.all(many: many.total > 0 EUR)", "many = int(2, 2)", use="many"),
        check(f"{SUMS}.all(one: one.total > 0 EUR)", "many = int(2, 2)", use="many"),
    ),
    Entry(
        "CW262",
        "unknown filter",
        "A text inserts `{{value | filter}}`, and there is no filter of this name.",
        entry('file "inbox/note.txt" = "The year is {{2026-04-02 | dat}}."'),
        entry('file "inbox/note.txt" = "The day is {{2026-04-02 | date}}."'),
    ),
    Entry(
        "CW263",
        "unknown moment",
        "A moment is a state (its first entry), `turn(n)`, `first(PATH)` or a call.",
        process('read("inbox/orders.csv").after(chekcing).any()'),
        process('read("inbox/orders.csv").after(checking).any()'),
    ),
    Entry(
        "CW264",
        "unknown tool",
        "The agent has no tool of this name.",
        process("calls(raed_file).any()"),
        process("calls(read_file).any()"),
    ),
    Entry(
        "CW265",
        "unknown fact",
        "The record says which fact was asked for; no user has a fact of this name.",
        process("asked(curency).any()", fact=True),
        process("asked(currency).any()", fact=True),
    ),
    Entry(
        "CW266",
        "incomplete type",
        "Some types are of something: money(EUR), list(text), one_of(open, closed).",
        header("note: list(text, int)", "[]"),
        header("note: list(text)", "[]"),
    ),
)
