"""Layout hints: mends brackets and braces of a broken file by its indentation.

Only for files that do not parse. What is inserted or dropped is reported at its cause: a missing ``}``
at its opener, an extra one where it stands.
"""

from __future__ import annotations

from cowork_dsl.compiler.diagnostics.model import Diagnostic, Edit, Fix
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax.literals import Report
from cowork_dsl.compiler.syntax.tokens import BEFORE_OBJECT, CONTINUES, Tokens
from cowork_dsl.grammar.records import dataclass

_CLOSERS = {"LPAR": "RPAR", "LSQB": "RSQB", "OBJECT": "RBRACE", "BLOCK": "RBRACE"}
_SHOWN = {"LPAR": "(", "LSQB": "[", "OBJECT": "{", "BLOCK": "{", "RPAR": ")", "RSQB": "]", "RBRACE": "}"}


@dataclass(slots=True)
class Opener:
    """An open bracket or brace: its token, the column and line of the statement it belongs to."""

    kind: str
    token: int
    column: int
    line: int
    inner: int = -1  # column of the first statement inside a block


class Layout:
    """One pass over raw tokens (every newline among them) that makes a balanced stream."""

    def __init__(self, source: Source, raw: Tokens, report: Report) -> None:
        self.source = source
        self.raw = raw
        self.report = report
        self.kinds: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.docs: dict[int, str] = {}
        self.stack: list[Opener] = []
        self.statement_column = 0

    def put(self, kind: str, start: int, end: int) -> None:
        """Appends one token."""
        self.kinds.append(kind)
        self.starts.append(start)
        self.ends.append(end)

    def newline(self, at: int) -> None:
        """Appends a newline where the last token is none."""
        if self.kinds and self.kinds[-1] != "_NL":
            self.put("_NL", at, at)

    def unclosed(self, opener: Opener, at: int) -> None:
        """Reports an opener that nothing closes, and closes it."""
        start = self.raw.starts[opener.token]
        shown = _SHOWN[opener.kind]
        closer = _SHOWN[_CLOSERS[opener.kind]]
        code = "CW105" if opener.kind == "BLOCK" else "CW106"
        self.report(
            Diagnostic(
                code,
                f"this `{shown}` is never closed",
                self.source,
                Span(start, start + 1),
                fix=Fix(f"close it with `{closer}`", applicability="display"),
            )
        )
        if opener.kind == "BLOCK":
            self.newline(at)
        self.put(_CLOSERS[opener.kind], at, at)
        if opener.kind == "BLOCK":
            self.newline(at)

    def run(self) -> Tokens:
        """The balanced stream."""
        kinds, starts, ends = self.raw.kinds, self.raw.starts, self.raw.ends
        first = True
        pending: tuple[int, int] | None = None
        for index, kind in enumerate(kinds):
            if kind == "_NL":
                pending = (starts[index], ends[index])
                first = True
                continue
            line, column = self.source.position(starts[index])
            if first and kind != "$END":
                self.line_start(index, kind, column, pending)
                pending = None
            self.token(index, kind, line, first)
            first = False
            if kind == "$END":
                break
            self.put_unless_dropped(index, kind, starts[index], ends[index])
        return Tokens(self.kinds, self.starts, self.ends, self.docs, False)

    # The token being handled is dropped where this is set.
    _drop = False

    def put_unless_dropped(self, index: int, kind: str, start: int, end: int) -> None:
        """Appends the raw token unless the layout dropped it; keeps its doc comment."""
        if self._drop:
            self._drop = False
            return
        if index in self.raw.docs:
            self.docs[len(self.kinds)] = self.raw.docs[index]
        self.put(kind, start, end)

    def line_start(self, index: int, kind: str, column: int, pending: tuple[int, int] | None) -> None:
        """Settles what a new line closes or opens by its column."""
        at = self.raw.starts[index]
        stack = self.stack
        statement = kind == "NAME" or kind == "ROW"
        if statement or kind == "RBRACE":
            while stack and stack[-1].kind in ("LPAR", "LSQB", "OBJECT") and column <= stack[-1].column:
                if kind == "RBRACE" and stack[-1].kind == "OBJECT":
                    break
                self.unclosed(stack.pop(), at)
        if statement:
            while stack and stack[-1].kind == "BLOCK" and column <= stack[-1].column:
                self.unclosed(stack.pop(), at)
        elif kind == "RBRACE":
            while stack and stack[-1].kind == "BLOCK" and column < stack[-1].column:
                self.unclosed(stack.pop(), at)
        if stack and stack[-1].kind != "BLOCK":
            return
        if pending is None:
            self.statement_column = column
            return
        if kind in CONTINUES and self.kinds and kind != "NOT":
            return
        if statement and self.kinds and self.kinds[-1] not in ("_NL", "LBRACE") and self._deeper(column):
            end = self.ends[-1]
            head = Span(end, end)
            self.report(
                Diagnostic(
                    "CW136",
                    "a `{` is missing at the end of this line: the next line stands deeper",
                    self.source,
                    Span(self.starts[-1], end),
                    fix=Fix("open the block", (Edit(head, " {"),)),
                )
            )
            self.put("LBRACE", end, end)
            stack.append(Opener("BLOCK", index, self.statement_column, 0, column))
        self.newline_at(pending)
        self.statement_column = column
        if stack and stack[-1].inner < 0:
            stack[-1].inner = column

    def newline_at(self, pending: tuple[int, int]) -> None:
        """Appends the newline token that stands between two statements."""
        if self.kinds and self.kinds[-1] == "_NL":
            return
        self.put("_NL", *pending)

    def _deeper(self, column: int) -> bool:
        """Whether a line stands deeper than its elder siblings, after a line that could be a block's head."""
        inner = self.stack[-1].inner if self.stack else 1
        if inner < 0 or column <= inner:
            return False
        at = len(self.kinds) - 1
        while at >= 0 and self.kinds[at] != "_NL":
            if self.kinds[at] not in ("NAME", "STRING", "INT", "DOT"):
                return False
            at -= 1
        return True

    def token(self, index: int, kind: str, line: int, first: bool) -> None:
        """Keeps the stack for one token; may insert closers before it or drop it."""
        stack = self.stack
        start = self.raw.starts[index]
        if kind == "LBRACE":
            opens_object = bool(self.kinds) and self.kinds[-1] in BEFORE_OBJECT
            stack.append(Opener("OBJECT" if opens_object else "BLOCK", index, self.statement_column, line))
        elif kind in ("LPAR", "LSQB"):
            stack.append(Opener(kind, index, self.statement_column, line))
        elif kind in ("RPAR", "RSQB"):
            self._close_bracket(index, kind, start)
        elif kind == "RBRACE":
            self._close_brace(index, line, first, start)
        elif kind == "$END":
            while stack:
                self.unclosed(stack.pop(), start)
            self.newline(start)
            self.put("$END", start, start)

    def _extra(self, index: int, kind: str, start: int) -> None:
        span = Span(start, start + 1)
        self.report(
            Diagnostic(
                "CW107",
                f"this `{_SHOWN[kind]}` closes nothing",
                self.source,
                span,
                fix=Fix("leave it out", (Edit(span, ""),), "unsafe"),
            )
        )
        self._drop = True

    def _close_bracket(self, index: int, kind: str, start: int) -> None:
        stack = self.stack
        if stack and _CLOSERS[stack[-1].kind] == kind:
            stack.pop()
        elif len(stack) > 1 and _CLOSERS[stack[-2].kind] == kind and stack[-1].kind in ("LPAR", "LSQB", "OBJECT"):
            self.unclosed(stack.pop(), start)
            stack.pop()
        else:
            self._extra(index, kind, start)

    def _close_brace(self, index: int, line: int, first: bool, start: int) -> None:
        stack = self.stack
        while stack and stack[-1].kind in ("LPAR", "LSQB") and any(o.kind in ("OBJECT", "BLOCK") for o in stack[:-1]):
            self.unclosed(stack.pop(), start)
        if not stack:
            self._extra(index, "RBRACE", start)
            return
        top = stack[-1]
        column = self.source.position(start)[1]
        late = first and column > top.column and top.line != line
        inline = not first and top.line != line and top.kind == "BLOCK"
        if top.kind == "BLOCK" and (late or inline):
            self._extra(index, "RBRACE", start)
            return
        stack.pop()
        if top.kind == "BLOCK" and first and self.kinds and self.kinds[-1] != "_NL":
            self.newline(start)
