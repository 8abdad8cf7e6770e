"""Filters of interpolation: ``{{name | filter(argument)}}``. The receiver comes first."""

from __future__ import annotations

ENTRIES = (
    ("", "", "upper(_value: any) -> text", "In upper case."),
    ("", "", "lower(_value: any) -> text", "In lower case."),
    ("", "", "title(_value: any) -> text", "Each word with a capital."),
    ("", "", "strip(_value: any) -> text", "Without blanks at both ends."),
    ("", "", "slug(_value: any) -> text", "Lower case letters and digits with hyphens between."),
    (
        "",
        "",
        "money(_value: money|number, _places?: int) -> text",
        "With thousands separators, two places and the currency: 5,000.00 EUR.",
    ),
    (
        "",
        "",
        "number(_value: number|money, _places?: int) -> text",
        "With thousands separators, without a currency: 5,000.00.",
    ),
    ("", "", "plain(_value: number|money, _places?: int) -> text", "Digits only, as in a csv file: 5000.00."),
    ("", "", "percent(_value: number, _places?: int) -> text", "As a percentage: 7%."),
    (
        "",
        "",
        "date(_value: date|datetime, _form?: text) -> text",
        "A date by a form of `YYYY YY MM M DD D Month Mon Weekday`; `D Month YYYY` by default.",
    ),
    ("", "", "time(_value: time|datetime) -> text", "Hours and minutes: 09:30."),
    ("", "", "join(_value: list, _separator?: text) -> text", "The elements, with a separator (`, `)."),
    ("", "", "bullets(_value: list) -> text", "A Markdown list, an element a line."),
    ("", "", "json(_value: any) -> text", "As JSON."),
    ("", "", "pad(_value: any, _width: int) -> text", "With zeros in front."),
)
