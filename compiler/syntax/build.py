"""Reductions: one function a grammar rule, from what the rule holds to a node.

A token stands on the value stack as its index; nodes and helper lists as themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from cowork_dsl.compiler.diagnostics.model import Diagnostic, Edit, Fix
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.compiler.syntax.cells import split_cells
from cowork_dsl.compiler.syntax.literals import Report, string_value, text_value
from cowork_dsl.compiler.syntax.tokens import Tokens
from cowork_dsl.grammar.records import replace

_KINDS = {
    "STRING": "string", "TEXT": "text", "PERCENT": "percent", "DURATION": "duration", "DATETIME": "datetime",
    "DATE": "date", "TIME": "time", "TRUE": "bool", "FALSE": "bool", "NONE": "none", "INT": "int",
    "DECIMAL": "decimal",
}  # fmt: skip

Values = list[Any]


class Builder:
    """Builds the nodes of one parse.

    Attributes:
        nodes: Statements and rows in the order in which they were finished.
    """

    def __init__(self, source: Source, tokens: Tokens, report: Report) -> None:
        self.source = source
        self.text = source.text
        self.tokens = tokens
        self.starts = tokens.starts
        self.ends = tokens.ends
        self.docs = tokens.docs
        self.report = report
        self.by_rule: dict[str, Callable[[Values], Any]] = {name: getattr(self, "r_" + name) for name in _RULES}

    # ------------------------------------------------------------ statements

    def r_start(self, v: Values) -> ast.File:
        items = next((x for x in v if isinstance(x, list)), [])
        return ast.File(0, len(self.text), tuple(items))

    def r_head(self, v: Values) -> tuple[int, tuple[ast.Label, ...]]:
        return v[0], tuple(v[1]) if len(v) > 1 else ()

    def _statement(self, head: Values, value: ast.Expr | None, body: tuple[Any, ...] | None, end: int) -> ast.Statement:
        first, labels = head
        start = self.starts[first]
        kind_end = self.ends[first]
        docs = self.docs
        doc = docs.get(first) if docs else None
        return ast.Statement(start, end, self.text[start:kind_end], kind_end, labels, value, body, doc)

    def _head_end(self, head: Values) -> int:
        first, labels = head
        return labels[-1].end if labels else self.ends[first]

    def r_command(self, v: Values) -> ast.Statement:
        return self._statement(v[0], None, None, self._head_end(v[0]))

    def r_value(self, v: Values) -> ast.Statement:
        return self._statement(v[0], v[2], None, v[2].end)

    def r_block(self, v: Values) -> ast.Statement:
        close = next(
            i for i in range(len(v) - 1, 0, -1) if isinstance(v[i], int) and self.tokens.kinds[v[i]] == "RBRACE"
        )
        body = v[close - 1] if isinstance(v[close - 1], list) else []
        return self._statement(v[0], None, tuple(body), self.ends[v[close]])

    def r_block_inline(self, v: Values) -> ast.Statement:
        return self._statement(v[0], None, (v[2],), self.ends[v[3]])

    def r_command_inline(self, v: Values) -> ast.Statement:
        return self.r_command(v)

    def r_value_inline(self, v: Values) -> ast.Statement:
        return self.r_value(v)

    def r_nested_inline(self, v: Values) -> ast.Statement:
        return self.r_block_inline(v)

    def r_row(self, v: Values) -> ast.Row:
        start, end = self.starts[v[0]], self.ends[v[0]]
        return ast.Row(start, end, split_cells(self.source, start, end, self.report))

    # ---------------------------------------------------------------- labels

    def r_label_name(self, v: Values) -> ast.Label:
        start, end = self.starts[v[0]], self.ends[v[0]]
        return ast.Label(start, end, "name", self.text[start:end])

    def r_label_dotted(self, v: Values) -> ast.Label:
        start, end = self.starts[v[0]], self.ends[v[1][-1]]
        words = [v[0], *v[1][1::2]]
        return ast.Label(start, end, "name", ".".join(self._word(i) for i in words))

    def r_label_string(self, v: Values) -> ast.Label:
        start, end = self.starts[v[0]], self.ends[v[0]]
        return ast.Label(start, end, "string", string_value(self.source, start, end, self.report), start + 1)

    def r_label_int(self, v: Values) -> ast.Label:
        start, end = self.starts[v[0]], self.ends[v[0]]
        return ast.Label(start, end, "int", self._digits(start, end))

    # ----------------------------------------------------------- expressions

    def _word(self, token: int) -> str:
        return self.text[self.starts[token] : self.ends[token]]

    def r_expression(self, v: Values) -> ast.Expr:
        return cast(ast.Expr, v[0])

    def r_if_(self, v: Values) -> ast.If:
        return ast.If(self.starts[v[0]], v[5].end, v[1], v[3], v[5])

    def r_binary(self, v: Values) -> ast.Binary:
        return ast.Binary(v[0].start, v[2].end, self._word(v[1]), v[0], v[2], self.starts[v[1]])  # type: ignore[arg-type]

    def r_binary_not_in(self, v: Values) -> ast.Binary:
        return ast.Binary(v[0].start, v[3].end, "not in", v[0], v[3], self.starts[v[1]])

    def r_unary(self, v: Values) -> ast.Unary:
        return ast.Unary(self.starts[v[0]], v[1].end, self._word(v[0]), v[1])  # type: ignore[arg-type]

    def r_word(self, v: Values) -> int:
        return cast(int, v[0])

    def r_field(self, v: Values) -> ast.Field:
        return ast.Field(v[0].start, self.ends[v[2]], v[0], self._word(v[2]), self.starts[v[2]])

    def r_method(self, v: Values) -> ast.Call:
        args = v[4] if len(v) == 6 else ()
        return ast.Call(v[0].start, self.ends[v[-1]], v[0], self._word(v[2]), self.starts[v[2]], args)

    def r_index(self, v: Values) -> ast.Index:
        return ast.Index(v[0].start, self.ends[v[3]], v[0], v[2])

    def r_name(self, v: Values) -> ast.Name:
        start, end = self.starts[v[0]], self.ends[v[0]]
        return ast.Name(start, end, self.text[start:end])

    def r_call(self, v: Values) -> ast.Call:
        args = v[2] if len(v) == 4 else ()
        start = self.starts[v[0]]
        return ast.Call(start, self.ends[v[-1]], None, self._word(v[0]), start, args)

    def r_parens(self, v: Values) -> ast.Expr:
        # The parentheses are no node of their own, but what they hold ends where they close.
        return replace(cast(ast.Expr, v[1]), start=self.starts[v[0]], end=self.ends[v[2]])

    def r_list(self, v: Values) -> ast.List_:
        return ast.List_(self.starts[v[0]], self.ends[v[-1]], v[1] if len(v) == 3 else ())

    def r_object(self, v: Values) -> ast.Map_:
        entries = v[1] if len(v) == 3 else ()
        for entry in entries:
            if entry.name is None:
                self.report(
                    Diagnostic(
                        "CW123",
                        "an entry of an object needs a key: `key: value`",
                        self.source,
                        entry.span,
                        notes=("a list of values is written [a, b]",),
                    )
                )
        return ast.Map_(self.starts[v[0]], self.ends[v[-1]], tuple(e for e in entries if e.name is not None))

    def r_money(self, v: Values) -> ast.Money_:
        return ast.Money_(v[0].start, self.ends[v[1]], v[0], self._word(v[1]))

    def r_number(self, v: Values) -> ast.Literal_:
        if not isinstance(v[0], int):
            return cast(ast.Literal_, v[0])
        token = v[0]
        start, end = self.starts[token], self.ends[token]
        raw = self._digits(start, end)
        return ast.Literal_(start, end, cast(ast.LiteralKind, _KINDS[self.tokens.kinds[token]]), raw, raw)

    def _digits(self, start: int, end: int) -> str:
        raw = self.text[start:end]
        if raw[0] == "0" and len(raw) > 1 and raw[1] != ".":
            if self.text[start - 1 : start] == "-" and self.text[max(0, start - 5) : start - 1].isdecimal():
                self.report(
                    Diagnostic(
                        "CW137",
                        f"`{self.text[start - 5 : end]}` is no date: the day is missing",
                        self.source,
                        Span(start - 5, end),
                        notes=('dates are written 2026-04-15; a month is text: "2026-04"',),
                    )
                )
                return raw
            bare = raw.lstrip("0_")
            shown = bare if bare and bare[0] != "." else "0" + bare
            self.report(
                Diagnostic(
                    "CW115",
                    f"`{raw}` has leading zeros",
                    self.source,
                    Span(start, end),
                    notes=("an identifier that keeps its zeros is text: put it in quotes",),
                    fix=Fix(f"write `{shown}`", (Edit(Span(start, end), shown),)),
                )
            )
        return raw

    def r_column(self, v: Values) -> ast.Column:
        return ast.Column(self.starts[v[0]], self.ends[v[1]], self._word(v[1]))

    def r_column_named(self, v: Values) -> ast.Column:
        start, end = self.starts[v[2]], self.ends[v[2]]
        return ast.Column(self.starts[v[0]], self.ends[v[3]], string_value(self.source, start, end, self.report))

    def r_literal(self, v: Values) -> ast.Literal_:
        if not isinstance(v[0], int):
            return cast(ast.Literal_, v[0])
        token = v[0]
        kind = self.tokens.kinds[token]
        start, end = self.starts[token], self.ends[token]
        raw = self.text[start:end]
        if kind == "STRING":
            return ast.Literal_(
                start, end, "string", raw, string_value(self.source, start, end, self.report), start + 1
            )
        if kind == "TEXT":
            value, body = text_value(self.source, start, end, self.report)
            return ast.Literal_(start, end, "text", raw, value, body)
        return ast.Literal_(start, end, cast(ast.LiteralKind, _KINDS[kind]), raw, raw)

    # ------------------------------------------------------------- arguments

    def r_list_one(self, v: Values) -> list[Any]:
        return [v[0]]

    def r_list_more(self, v: Values) -> list[Any]:
        v[0].append(v[2])
        return cast(list[Any], v[0])

    def r_items(self, v: Values) -> tuple[Any, ...]:
        return tuple(v[0])

    def r_args(self, v: Values) -> tuple[Any, ...]:
        return tuple(v[0])

    def r_arg_plain(self, v: Values) -> ast.Argument:
        return ast.Argument(v[0].start, v[0].end, None, v[0])

    def r_arg_named(self, v: Values) -> ast.Argument:
        return ast.Argument(self.starts[v[0]], v[2].end, self._word(v[0]), v[2])

    def r_arg_quoted(self, v: Values) -> ast.Argument:
        start, end = self.starts[v[0]], self.ends[v[0]]
        return ast.Argument(start, v[2].end, string_value(self.source, start, end, self.report), v[2], True)

    # ------------------------------------------------- the generator's helpers

    def r_repeat(self, v: Values) -> list[Any]:
        if isinstance(v[0], list):
            v[0].extend(v[1:])
            return v[0]
        return list(v)


_RULES = tuple(name[2:] for name in vars(Builder) if name.startswith("r_"))
