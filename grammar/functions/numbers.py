"""Functions of numbers."""

from __future__ import annotations

ENTRIES = (
    (
        "",
        "",
        "round(_value: number|money, _digits?: int, mode?: word(half_even half_up)) -> =round",
        "Rounded, half-even unless `mode: half_up`.",
    ),
    ("", "", "min(*_values: orderable) -> =widest", "The least."),
    ("", "", "max(*_values: orderable) -> =widest", "The greatest."),
    ("", "", "abs(_value: number|money|duration) -> $1", "Without its sign."),
    ("", "", "pow(_base: number, _exponent: int) -> =pow", "A power with a whole exponent."),
    ("", "", "mod(_value: int, _by: int) -> int", "The remainder, with the sign of `by`."),
    ("", "", "range(_start: int, _end: int) -> list(int)", "The whole numbers from start to end, both included."),
    (
        "",
        "",
        "npv(_rate: number, _flows: list(number|money)) -> =element(2)",
        "The net present value; the first flow is at time 0.",
    ),
    (
        "",
        "",
        "irr(_flows: list(number|money)) -> decimal",
        "The rate at which the net present value is 0, to 12 digits.",
    ),
    ("", "", "number=as_number(_value: number|money) -> decimal", "The bare number of an amount or percentage."),
    ("", "", "text=as_text(_value: any) -> text", "As the language prints it."),
)
