"""The shape pass: matches every statement with the block schema and reports all that does not fit."""

from __future__ import annotations

from collections.abc import Callable

from cowork_dsl.compiler.diagnostics.model import Diagnostic, Edit, Fix, Label
from cowork_dsl.compiler.diagnostics.near import nearest
from cowork_dsl.compiler.schema.labels import check_labels
from cowork_dsl.compiler.schema.shaped import Given, Shaped
from cowork_dsl.compiler.schema.sorts import READ, Unfit, Word
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax.ast import Expr, File, Item, Name, Row, Statement
from cowork_dsl.grammar.schema import BODIES, HOMES
from cowork_dsl.grammar.schema_model import SORTS, Attr, Block, Body

Report = Callable[[Diagnostic], None]

_TRUTHS = ("true", "false")

FILE = Block("file", "A whole file.", body="top")


class Shape:
    """One run over one file.

    Attributes:
        source: The file.
        report: Where findings go.
        broken: Offsets of syntax errors; nothing is called missing in a block that holds one.
    """

    def __init__(self, source: Source, report: Report, broken: tuple[int, ...] = ()) -> None:
        self.source = source
        self.report = report
        self.broken = broken
        self.refused: list[str] = []
        """The texts of statements of which nothing was made."""

    def file(self, file: File) -> Shaped:
        """Matches a whole file."""
        statement = Statement(file.start, file.end, "file", file.start, (), None, file.items, None)
        shaped = Shaped(FILE, statement)
        self._body(file.items, BODIES["top"], shaped)
        return shaped

    # ------------------------------------------------------------------ bodies

    def _body(self, items: tuple[Item, ...], body: Body, into: Shaped) -> None:
        attrs, known = body.attrs, body.blocks
        seen: dict[tuple[str, str], Statement] = {}
        for item in items:
            if isinstance(item, Row):
                self._row(item, body, into)
                continue
            kind = item.kind
            if kind in attrs:
                self._attribute(item, attrs[kind], into)
            elif kind in known:
                self._block(item, known[kind], into, seen)
            elif body.open and not item.labels:
                self._attribute(item, Attr(kind, body.open, "", repeat=False), into)
            else:
                self._unknown(item, body, into, seen)
        self._missing(body, into)

    def _row(self, row: Row, body: Body, into: Shaped) -> None:
        if not body.rows:
            where = f"in `{body.name}`" if body.name != "top" else "at the top of a file"
            self._error("CW215", f"a row `| … |` has no place {where}; rows stand in tables and outputs", row.span)
            into.whole, into.lost = False, True
        elif body.rows == "header" and into.rows:
            self._error("CW215", f"`{body.name}` takes one header row, and this is a second one", row.span)
            into.whole, into.lost = False, True
        else:
            into.rows.append(row)

    def _unknown(self, item: Statement, body: Body, into: Shaped, seen: dict[tuple[str, str], Statement]) -> None:
        kind = item.kind
        span = Span(item.start, item.kind_end)
        near = _near(item, body)
        homes = HOMES.get(kind)
        place = "the top of a file" if body.name == "top" else f"`{body.name}`"
        if homes and "later" not in homes:
            where = " or ".join("the top of a file" if home == "top" else f"`{home}`" for home in homes[:4])
            self._error("CW211", f"`{kind}` does not belong into {place}, but into {where}", span)
            self._drop(item)
            into.whole, into.lost = False, True
            return
        if near is None:
            names = ", ".join(f"`{name}`" for name in (*body.attrs, *body.blocks))
            note = f"{place} takes {names}" if names else f"{place} takes no attributes"
            self._error("CW210", f"`{kind}` is nothing that {place} takes", span, notes=(note,))
            self._drop(item)
            into.whole, into.lost = False, True
            return
        self._error(
            "CW210",
            f"`{kind}` is nothing that {place} takes",
            span,
            fix=Fix(f"did you mean `{near}`?", (Edit(span, near),)),
        )
        # What follows is read as if the nearest kind stood there, so that a slip in one word hides nothing.
        attr = body.attrs.get(near)
        if attr is None:
            self._block(item, body.blocks[near], into, seen)
        elif attr.repeat or near not in into.attrs:
            self._attribute(item, attr, into)

    def _missing(self, body: Body, into: Shaped) -> None:
        statement = into.statement
        if any(statement.start <= at <= statement.end for at in self.broken):
            into.whole, into.lost = False, True
        if into.lost:
            return
        for attr in body.attrs.values():
            if attr.required and attr.name not in into.attrs:
                head = self.source.text[statement.head.start : statement.head.end]
                self._error(
                    "CW218",
                    f"`{head}` has no `{attr.name}`",
                    statement.head,
                    fix=Fix(f"add `{attr.name} = …`: {attr.doc}", applicability="display"),
                )

    # -------------------------------------------------------------- attributes

    def _attribute(self, item: Statement, attr: Attr, into: Shaped) -> None:
        span = Span(item.start, item.kind_end)
        if attr.later:
            self._later(attr.name, span)
            self._refused(item, attr, into)
            return
        if item.labels:
            label = item.labels[0]
            self._error("CW213", f"`{item.kind}` takes no label; write `{item.kind} = …`", label.span)
            self._refused(item, attr, into)
            return
        if item.body is not None:
            self._error("CW214", f"`{item.kind}` takes a value, not braces; write `{item.kind} = …`", item.head)
            self._refused(item, attr, into)
            return
        if item.value is None:
            self._error("CW216", f"`{item.kind}` has no value; write `{item.kind} = …`: {SORTS[attr.sort]}", span)
            self._refused(item, attr, into)
            return
        given = self.given(attr, attr.name, item.value, item)
        before = into.attrs.get(attr.name)
        if before and not attr.repeat:
            self._error(
                "CW217",
                f"`{item.kind}` stands twice in this block",
                span,
                labels=(
                    Label(Span(before[0].statement.start, before[0].statement.kind_end), "it stands here already"),
                ),
            )
            return
        if not given.sound:
            self._drop(item)
            into.whole = False
        into.attrs.setdefault(attr.name, []).append(given)
        into.items.append(given)

    def _drop(self, item: Statement) -> None:
        self.refused.append(self.source.text[item.start : item.end])

    def _refused(self, item: Statement, attr: Attr, into: Shaped) -> None:
        """Notes that an attribute stands there, though nothing can be made of it."""
        self._drop(item)
        into.attrs.setdefault(attr.name, [])
        into.whole = False

    def given(self, attr: Attr, name: str, value: Expr, statement: Statement) -> Given:
        """Reads one value by the attribute's sort."""
        given = Given(attr, name, value, statement)
        given.data = self._read(attr.sort, name, value)
        given.sound = given.data is not None
        if attr.words and given.sound:
            words = given.data if isinstance(given.data, tuple) else (given.data,)
            for word in words:
                if isinstance(word, Word) and word.text not in attr.words:
                    self._word(word, name, attr.words)
                    given.sound = False
        return given

    def _word(self, word: Word, name: str, words: tuple[str, ...]) -> None:
        near = nearest(word.text, words)
        span = Span(word.start, word.end)
        fix = Fix(f"did you mean `{near}`?", (Edit(span, near),)) if near else None
        self._error(
            "CW351",
            f"`{word.text}` is no word that `{name}` takes",
            span,
            notes=(f"one of: {', '.join(words)}",),
            fix=fix,
        )

    def _read(self, sort: str, name: str, value: Expr) -> object:
        try:
            return READ[sort](value, self.source)
        except Unfit as unfit:
            span = unfit.expr.span
            near = nearest(unfit.expr.name, _TRUTHS) if sort == "bool" and isinstance(unfit.expr, Name) else None
            fix = Fix(f"did you mean `{near}`?", (Edit(span, near),)) if near else None
            self._error("CW350", f"`{name}` takes {SORTS[sort]}", span, fix=fix)
            return None

    # ------------------------------------------------------------------ blocks

    def _block(self, item: Statement, block: Block, into: Shaped, seen: dict[tuple[str, str], Statement]) -> None:
        if block.later:
            self._later(item.kind, Span(item.start, item.kind_end))
            self._drop(item)
            into.whole = False
            return
        fits = check_labels(item, block, self.report, self.source)
        if not fits:
            into.whole = False
        if not block.repeat or block.unique:
            key = (block.unique or block.name, item.labels[0].value if block.unique and item.labels else "")
            first = seen.setdefault(key, item)
            if first is not item:
                self._twice(item, block, first)
                self._drop(item)
                return
        if not fits and block.body is None:
            self._drop(item)
            return
        if block.needs_doc and not item.doc and not self._cut_off(item.start):
            self._error(
                "CW220",
                f"`{self.source.text[item.head.start : item.head.end]}` has no `##` comment above it",
                item.head,
                fix=Fix(
                    "say in one `##` line what it is for; readers of a failed check see it", applicability="display"
                ),
            )
        shaped = Shaped(block, item)
        sound = self._short(item, block, shaped) if block.body is None else self._braces(item, block, shaped)
        if sound and fits:
            into.items.append(shaped)
        else:
            self._drop(item)
            into.whole = False

    def _cut_off(self, start: int) -> bool:
        """Whether a syntax error stands on the lines just above."""
        return any(start - 200 <= at <= start for at in self.broken)

    def _short(self, item: Statement, block: Block, shaped: Shaped) -> bool:
        """`kind label = e` of a block that has no braces."""
        if item.body is not None:
            self._error(
                "CW214",
                f"`{block.name}` takes a value, not braces; write `{block.name} {_labels(block)}= …`",
                item.head,
            )
            return False
        if item.value is None:
            if block.bare:
                return True
            sort = SORTS[block.value or "expr"]
            self._error(
                "CW216", f"`{block.name}` has no value; write `{block.name} {_labels(block)}= …`: {sort}", item.head
            )
            return False
        if block.value is None:
            self._error("CW214", f"`{block.name}` takes no value; write its head alone", item.value.span)
            return False
        shaped.value = item.value
        shaped.data = self._read(block.value, block.name, item.value)
        return shaped.data is not None

    def _braces(self, item: Statement, block: Block, shaped: Shaped) -> bool:
        """A block with braces, or its short form."""
        assert block.body is not None
        body = BODIES[block.body]
        if item.value is not None:
            if block.main is None:
                self._error(
                    "CW214",
                    f"`{block.name}` takes braces, not a value; write `{block.name} {_labels(block)}{{ … }}`",
                    item.value.span,
                )
                return False
            given = self.given(body.attrs[block.main], block.main, item.value, item)
            shaped.attrs[block.main] = [given]
            shaped.items.append(given)
            self._missing(body, shaped)
            return True
        if item.body is None:
            if not block.bare:
                self._error(
                    "CW216", f"`{block.name}` has no braces; write `{block.name} {_labels(block)}{{ … }}`", item.head
                )
                return False
            return True
        self._body(item.body, body, shaped)
        return True

    def _twice(self, item: Statement, block: Block, first: Statement) -> None:
        label = Label(first.head, "it stands here already")
        if not block.unique:
            self._error("CW217", f"`{item.kind}` stands twice; a file has one", item.head, labels=(label,))
            return
        name = item.labels[0].value if item.labels else ""
        what = f"`{item.kind}`" if item.kind == first.kind else f"`{first.kind}` or `{item.kind}`"
        self._error("CW221", f"two {what} have the name `{name}`", item.head, labels=(label,))

    # ----------------------------------------------------------------- reports

    def _later(self, name: str, span: Span) -> None:
        self._error("CW219", f"`{name}` is not supported yet by this version", span)

    def _error(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        labels: tuple[Label, ...] = (),
        notes: tuple[str, ...] = (),
        fix: Fix | None = None,
    ) -> None:
        self.report(Diagnostic(code, message, self.source, span, labels=labels, notes=notes, fix=fix))


def _near(item: Statement, body: Body) -> str | None:
    """The nearest kind; among blocks first where the statement is written like one."""
    if item.labels or item.body is not None:
        near = nearest(item.kind, body.blocks)
        if near is not None:
            return near
    return nearest(item.kind, (*body.attrs, *body.blocks))


def _labels(block: Block) -> str:
    """The labels of a block as a pattern for messages."""
    shown = {"path": '"PATH"', "text": '"TEXT"', "target": "TARGET", "table": '"PATH"', "event": "EVENT", "int": "1"}
    return "".join(f"{shown.get(label.rstrip('?'), 'NAME')} " for label in block.labels if not label.endswith("?"))
