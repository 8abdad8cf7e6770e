"""Words for a token that the grammar does not allow: what stands there, what was meant, how to mend it."""

from __future__ import annotations

import re

from cowork_dsl.compiler.diagnostics.model import Diagnostic, Edit, Fix
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax.tokens import WORDS, Tokens

FOREIGN_WORDS = {
    "True": "true", "False": "false", "None": "none", "null": "none", "nil": "none", "NULL": "none", "TRUE": "true",
    "FALSE": "false", "undefined": "none",
}  # fmt: skip
_OPERATORS = frozenset(("PLUS", "MINUS", "STAR", "SLASH", "CMP", "AND", "OR", "NOT", "IN"))
_WORDS = frozenset(WORDS.values())
_STARTS_VALUE = frozenset(
    (
        "NAME", "STRING", "TEXT", "INT", "DECIMAL", "PERCENT", "DURATION", "DATE", "TIME", "DATETIME", "TRUE", "FALSE",
        "NONE", "LPAR", "LSQB", "DOT",
    )
)  # fmt: skip
_QUOTED = re.compile(r"'([^'\n\"\\]*)'")
_MONEY = re.compile(r"[$€£¥]\s*(\d[\d,]*(?:\.\d+)?)")
_UNITS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}
_SMART = {"“": '"', "”": '"', "„": '"', "‘": '"', "’": '"', "«": '"', "»": '"'}
_CODES_OF_SYMBOLS = {
    ";": ("CW111", "a newline ends a statement; `;` is not used", "", "leave it out"),
    "&": ("CW113", "`&&` is written `and`", " and ", "write `and`"),
    "!": ("CW113", "`!` is written `not`", "not ", "write `not`"),
}


def bad_token(source: Source, tokens: Tokens, index: int) -> Diagnostic:
    """The message for a token that no terminal of the grammar matches."""
    text = source.text
    kind, start, end = tokens.kinds[index], tokens.starts[index], tokens.ends[index]
    raw = text[start:end]
    span = Span(start, end)
    if kind == "BAD_STRING":
        return Diagnostic(
            "CW102",
            "this string is not closed on its line",
            source,
            Span(start, start + 1),
            notes=('several lines of text stand between """ fences',),
            fix=Fix('close it with `"`', (Edit(Span(end, end), '"'),), "unsafe"),
        )
    if kind == "BAD_TEXT":
        if raw.count('"""') > 1:
            return Diagnostic(
                "CW104",
                'the fences of a """ text each stand at the end or alone on their line',
                source,
                Span(start, start + 3),
                notes=(
                    "the text starts on the line after the opening fence and ends on the line before the closing one",
                ),
            )
        return Diagnostic("CW103", 'this """ text is not closed', source, Span(start, start + 3))
    if kind == "BAD_INSTANT":
        return Diagnostic(
            "CW124",
            "an instant is written with minutes and a zone: `2026-04-15T09:30Z` or `+02:00`",
            source,
            span,
            fix=Fix("add `Z` for UTC", (Edit(Span(end, end), "Z"),), "unsafe") if raw[-3:-2] == ":" else None,
        )
    if kind == "BAD_WORD":
        return _bad_word(source, span, raw)
    return _bad_char(source, start, raw)


def _bad_word(source: Source, span: Span, raw: str) -> Diagnostic:
    if raw in FOREIGN_WORDS:
        right = FOREIGN_WORDS[raw]
        return Diagnostic("CW112", f"`{raw}` is written `{right}`", source, span, fix=_replace(span, right))
    if raw[0].isdigit():
        return Diagnostic(
            "CW116",
            f"`{raw}` is neither a number nor a name",
            source,
            span,
            notes=("numbers: 12, 1_000, 1.5, 7%; durations: 3d2h, 20m; money: 5_000 EUR; names begin with a letter",),
        )
    lower = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", raw).lower()
    return Diagnostic(
        "CW117", f"`{raw}` has capital letters; names are snake_case", source, span, fix=_replace(span, lower)
    )


def _bad_char(source: Source, start: int, raw: str) -> Diagnostic:
    text = source.text
    if raw == "'":
        found = _QUOTED.match(text, start)
        span = Span(start, found.end() if found else start + 1)
        mend = _replace(span, f'"{found.group(1)}"') if found else Fix('write "..."', applicability="display")
        return Diagnostic("CW110", 'strings stand in double quotes: "..."', source, span, fix=mend)
    if raw in _SMART:
        span = Span(start, start + 1)
        return Diagnostic("CW110", f"`{raw}` is no quote of the language", source, span, fix=_replace(span, '"'))
    if raw in _UNITS:
        found = _MONEY.match(text, start)
        span = Span(start, found.end() if found else start + 1)
        fix: Fix | None = None
        if found:
            fix = _replace(span, found.group(1).replace(",", "_") + " " + _UNITS[raw])
        return Diagnostic("CW119", "money is a number and a currency: `5_000 EUR`", source, span, fix=fix)
    if raw in _CODES_OF_SYMBOLS:
        code, message, right, advice = _CODES_OF_SYMBOLS[raw]
        end = start + 2 if text.startswith("&&", start) else start + 1
        span = Span(start, end)
        return Diagnostic(code, message, source, span, fix=Fix(advice, (Edit(span, right),)))
    shown = raw if raw.isprintable() else f"U+{ord(raw):04X}"
    return Diagnostic("CW118", f"`{shown}` has no meaning here", source, Span(start, start + 1))


def _replace(span: Span, text: str) -> Fix:
    return Fix(f"write `{text}`", (Edit(span, text),))


def unexpected(source: Source, tokens: Tokens, index: int, accepts: frozenset[str]) -> Diagnostic:
    """The message for a sound token in the wrong place.

    Args:
        source: The file.
        tokens: Its tokens.
        index: The token that the grammar does not allow.
        accepts: The terminals that it would allow there.
    """
    kinds, text = tokens.kinds, source.text
    if kinds[index].startswith("BAD_"):
        return bad_token(source, tokens, index)
    got = kinds[index]
    start, end = tokens.starts[index], tokens.ends[index]
    span = Span(start, end)
    before = kinds[index - 1] if index else "_NL"
    last = Span(tokens.starts[index - 1], tokens.ends[index - 1]) if index else span
    shown = text[start:end].split("\n")[0] or "the end"
    if got in ("_NL", "$END"):
        return _at_line_end(source, tokens, index, before, last)
    if got in _WORDS and "LBRACE" in accepts and "EQUAL" in accepts:
        return Diagnostic("CW147", f"`{shown}` is a word of the language and cannot be a name", source, span)
    if got == "EQUAL" and before == "EQUAL":
        return Diagnostic("CW109", "one `=` is enough", source, span, fix=Fix("leave it out", (Edit(span, ""),)))
    if got == "COLON" and kinds[index + 1] == "LBRACE":
        return Diagnostic(
            "CW139", "a block opens with `{` alone", source, span, fix=Fix("leave it out", (Edit(span, ""),))
        )
    if got == "COLON" and "EQUAL" in accepts:
        return Diagnostic("CW109", "an attribute is set with `=`", source, span, fix=_replace(span, "="))
    if got == "CMP" and shown == "==" and "EQUAL" in accepts:
        return Diagnostic("CW109", "an attribute is set with `=`; `==` compares", source, span, fix=_replace(span, "="))
    if got == "EQUAL" and "CMP" in accepts and _inside_value(tokens, index):
        return Diagnostic("CW129", "`=` sets, `==` compares", source, span, fix=_replace(span, "=="))
    if got == "EQUAL" and "COLON" in accepts:
        return Diagnostic("CW129", "arguments and keys are given with `:`", source, span, fix=_replace(span, ":"))
    if got == "CMP" and _chained(tokens, index):
        return Diagnostic(
            "CW114",
            "comparisons do not chain",
            source,
            span,
            notes=("a < b < c is written a < b and b < c",),
        )
    if got == "COMMA" and before == "COMMA":
        return Diagnostic("CW111", "one `,` is enough", source, span, fix=Fix("leave it out", (Edit(span, ""),)))
    if got == "COMMA" and "_NL" in accepts:
        return Diagnostic(
            "CW111",
            "a newline ends a statement; `,` is not used",
            source,
            span,
            fix=Fix("leave it out", (Edit(span, ""),)),
        )
    if (got == "SLASH" and before in ("_NL", "SLASH", "STAR")) or (got == "STAR" and before == "SLASH"):
        return Diagnostic(
            "CW130", "a comment begins with `#`", source, span, fix=Fix("write `#`", applicability="display")
        )
    if got == "ROW":
        if shown.startswith("||"):
            return Diagnostic(
                "CW113",
                "`||` is written `or`",
                source,
                Span(start, start + 2),
                fix=_replace(Span(start, start + 2), " or "),
            )
        return Diagnostic("CW131", "a row stands on a line of its own", source, span)
    if got == "RBRACE" and "_NL" in accepts:
        at = Span(start, start)
        return Diagnostic(
            "CW146",
            "the `}` of a block of several lines stands on a line of its own",
            source,
            span,
            fix=Fix("put it on the next line", (Edit(at, "\n"),)),
        )
    if got in ("RBRACE", "RPAR", "RSQB") and before in ("EQUAL", *_OPERATORS):
        return _missing_value(source, last, text)
    if before == "DOT" or got == "DOT":
        return Diagnostic("CW132", "a name is missing beside this `.`", source, span if got != "DOT" else last)
    if got in ("THEN", "ELSE", "IF") or before in ("THEN", "ELSE"):
        return Diagnostic(
            "CW133", "a condition is written `if a then b else c`", source, span, notes=("it always has its else",)
        )
    if got in _STARTS_VALUE and "COMMA" in accepts and ("RPAR" in accepts or "RSQB" in accepts or "RBRACE" in accepts):
        at = Span(last.end, last.end)
        return Diagnostic(
            "CW134", f"a `,` is missing before `{shown}`", source, span, fix=Fix("put a `,`", (Edit(at, ","),))
        )
    if got in _STARTS_VALUE and "_NL" in accepts and ("EQUAL" in accepts or _inside_value(tokens, index)):
        if got == "NAME" and text[last.start : last.end] == "else":
            return Diagnostic("CW133", "a condition is written `if a then b else c`", source, span)
        return Diagnostic(
            "CW135",
            f"`{shown}` cannot follow here: a statement is missing its newline, or a value its operator",
            source,
            span,
        )
    if got in _OPERATORS and before in (*_OPERATORS, "EQUAL", "LPAR", "COMMA"):
        return _missing_value(source, last, text)
    return Diagnostic("CW101", f"`{shown}` is not expected here", source, span, notes=_expected(accepts))


def _at_line_end(source: Source, tokens: Tokens, index: int, before: str, last: Span) -> Diagnostic:
    text = source.text
    if before == "EQUAL" or before in _OPERATORS:
        return _missing_value(source, last, text)
    if before == "DOT":
        return Diagnostic("CW132", "a name is missing beside this `.`", source, last)
    if before == "COMMA":
        return Diagnostic(
            "CW111",
            "a newline ends a statement; `,` is not used",
            source,
            last,
            fix=Fix("leave it out", (Edit(last, ""),)),
        )
    if before == "COLON":
        return Diagnostic("CW109", "an attribute is set with `=`, a block opens with `{`", source, last)
    if before in ("IF", "THEN", "ELSE"):
        return Diagnostic("CW133", "a condition is written `if a then b else c`", source, last)
    shown = text[last.start : last.end].split("\n")[0]
    line_has_if = any(kind == "IF" for kind in _line_kinds(tokens, index))
    if line_has_if:
        return Diagnostic(
            "CW133", "a condition is written `if a then b else c`", source, last, notes=("it always has its else",)
        )
    return Diagnostic("CW101", f"the statement breaks off after `{shown}`", source, last)


def _line_kinds(tokens: Tokens, index: int) -> list[str]:
    found: list[str] = []
    at = index - 1
    while at >= 0 and tokens.kinds[at] != "_NL":
        found.append(tokens.kinds[at])
        at -= 1
    return found[::-1]


def _inside_value(tokens: Tokens, index: int) -> bool:
    return "EQUAL" in _line_kinds(tokens, index)


def _chained(tokens: Tokens, index: int) -> bool:
    for kind in reversed(_line_kinds(tokens, index)):
        if kind == "CMP":
            return True
        if kind in ("AND", "OR", "EQUAL", "COMMA", "LPAR"):
            return False
    return False


def _missing_value(source: Source, last: Span, text: str) -> Diagnostic:
    shown = text[last.start : last.end]
    return Diagnostic("CW108", f"a value is missing after `{shown}`", source, last)


_SPELLED = {
    "EQUAL": "`=`", "LBRACE": "`{`", "RBRACE": "`}`", "_NL": "a newline", "NAME": "a name", "STRING": "a string",
    "COMMA": "`,`", "RPAR": "`)`", "RSQB": "`]`", "INT": "a number", "COLON": "`:`", "ROW": "a row", "$END": "the end",
    "DOT": "`.`",
}  # fmt: skip


def _expected(accepts: frozenset[str]) -> tuple[str, ...]:
    named = [_SPELLED[kind] for kind in sorted(accepts) if kind in _SPELLED]
    return (f"expected here: {', '.join(named)}",) if named else ()
