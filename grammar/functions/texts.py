"""Methods of texts."""

from __future__ import annotations

TEXTS = "text file doc"
ENTRIES = (
    (
        TEXTS,
        "",
        "norm() -> text",
        "Lower case, one space between words, plain quotes and dashes, no marks of emphasis.",
    ),
    (
        TEXTS,
        "",
        "has(_token: text|number|money|date) -> bool",
        "Whether these whole words are there, case and spacing aside; a number is found however it is written.",
    ),
    (
        TEXTS,
        "",
        "matches(_pattern: text) -> bool",
        "Whether the pattern (RE2 syntax, linear time) is found; inserted text is quoted.",
    ),
    (TEXTS, "", "similar(_other: text) -> decimal", "How alike the normalised texts are, from 0 to 1."),
    (TEXTS, "", "numbers() -> list(decimal)", "The numbers in it, in order."),
    (TEXTS, "", "dates() -> list(date)", "The dates in it, in order."),
    (TEXTS, "", "words() -> int", "How many words it has."),
    (TEXTS, "", "lines() -> list(text)", "Its lines."),
    (TEXTS, "", "length() -> int", "How many characters it has."),
    (TEXTS, "", "upper() -> text", "In upper case."),
    (TEXTS, "", "lower() -> text", "In lower case."),
    (TEXTS, "", "title() -> text", "Each word with a capital."),
    (TEXTS, "", "strip() -> text", "Without blanks at both ends."),
    (TEXTS, "", "split(_separator?: text) -> list(text)", "Its parts; at blanks where no separator is given."),
    (TEXTS, "", "replace(_old: text, _new: text) -> text", "With every `old` replaced."),
    (TEXTS, "", "starts(_prefix: text) -> bool", "Whether it begins so."),
    (TEXTS, "", "ends(_suffix: text) -> bool", "Whether it ends so."),
    (TEXTS, "", "number=to_number() -> decimal", "The number that it spells; fails where it spells none."),
    (TEXTS, "", "date=to_date() -> date", "The date that it spells; fails where it spells none."),
    (TEXTS, "", "amount=to_money(_currency: text) -> money", "The amount that it spells."),
)
