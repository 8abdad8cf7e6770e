"""Generators of ``fill = rows(n, column: generator)``: one draw a cell, keyed by seed, entry, row and column."""

from __future__ import annotations

F = "fill"
ENTRIES = (
    (
        "",
        F,
        "serial(_start: int|text, width?: int) -> =serial",
        'Counts up from a number, or numbers a prefix: `serial("B-", width: 3)` gives B-001.',
    ),
    ("", F, "int(_low: int, _high: int) -> int", "A whole number, both ends included."),
    ("", F, "decimal(_low: number, _high: number, places?: int) -> decimal", "A decimal with so many places (2)."),
    (
        "",
        F,
        "uniform(_low: number|money, _high: number|money, places?: int) -> =uniform",
        "Evenly between two amounts or numbers, rounded to so many places (2).",
    ),
    (
        "",
        F,
        "normal(_mean: number|money, _deviation: number|money, min?: number|money, max?: number|money, places?: int) -> =uniform",
        "Normally spread, cut at min and max.",
    ),
    ("", F, "bool(_chance?: number) -> bool", "True with this chance (50%)."),
    ("", F, "pick(*_options: any) -> =pick", "One of the options, or of the elements of the one list given."),
    ("", F, "sample(_list: list, _count: int) -> $1", "So many different elements of the list."),
    ("", F, "date(_first: date, _last: date) -> date", "A day, both ends included."),
    ("", F, "time(_first: time, _last: time) -> time", "A time of day, to the minute."),
    ("", F, "datetime(_first: datetime, _last: datetime) -> datetime", "An instant, to the minute."),
    ("", F, "unique(_generator: any) -> $1", "Draws again until the value is new in this column."),
    ("", F, "ref(_target: target, _column: text) -> any", "A value of another entry's column."),
    ("fake.", F, "name=fake_name() -> text", "A person's name."),
    ("fake.", F, "first_name=fake_first_name() -> text", "A first name."),
    ("fake.", F, "last_name=fake_last_name() -> text", "A family name."),
    ("fake.", F, "company=fake_company() -> text", "A company's name."),
    ("fake.", F, "city=fake_city() -> text", "A city."),
    ("fake.", F, "country=fake_country() -> text", "A country."),
    ("fake.", F, "street=fake_street() -> text", "A street with a number."),
    ("fake.", F, "email=fake_email() -> text", "An address under example.com, .net or .org."),
    ("fake.", F, "phone=fake_phone() -> text", "A number that nobody has."),
    ("fake.", F, "job=fake_job() -> text", "A job title."),
    ("fake.", F, "product=fake_product() -> text", "A product's name."),
    ("text.", F, "word=text_word() -> text", "A word."),
    ("text.", F, "words=text_words(_count: int) -> text", "So many words."),
    ("text.", F, "sentence=text_sentence() -> text", "A sentence."),
    ("text.", F, "paragraph=text_paragraph(_sentences?: int) -> text", "A paragraph of so many sentences (4)."),
    (
        "text.",
        F,
        "code=text_code(_pattern: text) -> text",
        "A code: `#` is a digit, `@` a capital letter, all else stands for itself.",
    ),
)
