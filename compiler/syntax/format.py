"""The one format: spaces, indentation and rows of a file, by its tokens.

It works on tokens rather than on the tree, so comments need no attachment and nothing of the text is
lost. A file that does not parse is left alone.
"""

from __future__ import annotations

from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax.parse import parse_file
from cowork_dsl.compiler.syntax.tokens import BEFORE_OBJECT, CONTINUES, Tokens, tokenize

INDENT = "  "
_TIGHT_AFTER = frozenset(("LPAR", "LSQB", "DOT"))
_TIGHT_BEFORE = frozenset(("RPAR", "RSQB", "COMMA", "COLON", "DOT"))
_VALUE_ENDS = frozenset(
    (
        "NAME", "STRING", "TEXT", "INT", "DECIMAL", "PERCENT", "DURATION", "DATE", "TIME", "DATETIME", "UNIT", "TRUE",
        "FALSE", "NONE", "RPAR", "RSQB", "RBRACE",
    )
)  # fmt: skip


def format_source(source: Source) -> str | None:
    """The formatted text, or None where the file does not parse."""
    if parse_file(source).diagnostics:
        return None
    lines = _Lines(source)
    lines.run()
    return lines.text()


class _Line:
    """One line to write: depth, pieces, and what follows it."""

    __slots__ = ("assign", "cells", "depth", "shape", "text")

    def __init__(self, depth: int, text: str) -> None:
        self.depth = depth
        self.text = text
        self.cells: list[str] | None = None
        self.assign = -1  # where `= value` or the value after `key:` stands, for aligned runs
        self.shape = 0  # only neighbours of one shape are aligned: tokens before `=`, or -1 for `key:`

    @property
    def key(self) -> tuple[int, str]:
        """What neighbours share to be aligned: the shape, and the kind where there are labels."""
        return self.shape, self.text.split(" ", 1)[0] if self.shape > 1 else ""


class _Lines:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.text_in = source.text
        self.tokens: Tokens = tokenize(source.text, every_newline=True)
        self.out: list[_Line | None] = []  # None is an empty line
        self.pieces: list[str] = []
        self.depth = 0
        self.line_depth = 0
        self.stack: list[str] = []
        self.bases: list[tuple[int, int]] = []  # for each bracket: the depth around it, the depth of its line

    # ------------------------------------------------------------------ walk

    def run(self) -> None:
        tokens, text = self.tokens, self.text_in
        kinds = tokens.kinds
        previous = ""
        assign = -1
        shape = opened_at = 0
        for index, kind in enumerate(kinds):
            start, end = tokens.starts[index], tokens.ends[index]
            if kind == "$END":
                break
            if kind == "_NL":
                self._flush(assign, shape)
                assign, shape = -1, 0
                self._comments(text[start:end], first=index == 0)
                previous = "_NL"
                continue
            fresh = not self.pieces
            closes = kind in ("RBRACE", "RPAR", "RSQB")
            if closes:
                self.stack.pop()
                self.depth, opened_at = self.bases.pop()
            if fresh:
                continues = previous == "_NL" and not closes and self._continues(index)
                self.line_depth = opened_at if closes else self.depth + (2 if continues else 0)
                piece = ""
            else:
                piece = " " if self._spaced(index, previous) else ""
            word = text[start:end]
            if assign < 0 and shape >= 0:
                if kind == "EQUAL" and not self._inside():
                    assign = len("".join(self.pieces))
                elif kind == "LBRACE":
                    shape = -2  # what stands inside a block on one line is not aligned
                elif previous == "COLON" and shape == 2 and self._inside():
                    assign, shape = len("".join(self.pieces)), -1
                else:
                    shape += 1
            if kind == "TEXT":
                self.pieces.append(piece)
                self._fence(word)
            elif kind == "ROW":
                self._row(word)
            else:
                self.pieces.append(piece + word)
            if kind in ("LBRACE", "LPAR", "LSQB"):
                block = kind == "LBRACE" and previous not in BEFORE_OBJECT
                self.bases.append((self.depth, self.line_depth))
                self.stack.append("BLOCK" if block else kind)
                self.depth = self.line_depth + 1
            previous = kind
        self._flush(assign, shape)

    def _inside(self) -> bool:
        """Whether the walk is inside brackets or an object."""
        return bool(self.stack) and self.stack[-1] != "BLOCK"

    def _continues(self, index: int) -> bool:
        """Whether a line continues the statement before it (it begins with a dot or an operator)."""
        kind = self.tokens.kinds[index]
        if self._inside():
            return False
        return kind in CONTINUES

    def _spaced(self, index: int, previous: str) -> bool:
        kinds = self.tokens.kinds
        kind = kinds[index]
        if kind == "COLON" or kind == "COMMA":
            return False
        if previous == "COMMA" or previous == "COLON":
            return True
        top = self.stack[-1] if self.stack else ""
        if kind == "LBRACE":
            return previous not in _TIGHT_AFTER
        if previous == "LBRACE" or kind == "RBRACE":
            inside = top if previous == "LBRACE" else ("BLOCK" if self._closes_block(index) else "LBRACE")
            empty = previous == "LBRACE" and kind == "RBRACE"
            return inside == "BLOCK" and not empty
        if kind == "DOT":
            return previous not in _VALUE_ENDS and previous not in _TIGHT_AFTER and not self._unary(index - 1)
        if previous in _TIGHT_AFTER or kind in ("RPAR", "RSQB"):
            return False
        if kind == "LPAR":
            return not (previous == "NAME" or self._method(index))
        if kind == "LSQB":
            return previous not in _VALUE_ENDS
        return not self._unary(index - 1)

    def _method(self, index: int) -> bool:
        """Whether an opening parenthesis follows a word after a dot (`.not(`)."""
        return index > 1 and self.tokens.kinds[index - 2] == "DOT"

    def _closes_block(self, index: int) -> bool:
        """Whether the brace at `index` closes a block; its opener is already off the stack."""
        depth = 0
        for at in range(index, -1, -1):
            kind = self.tokens.kinds[at]
            if kind == "RBRACE":
                depth += 1
            elif kind == "LBRACE":
                depth -= 1
                if depth == 0:
                    return at == 0 or self.tokens.kinds[at - 1] not in BEFORE_OBJECT
        return False

    def _unary(self, index: int) -> bool:
        """Whether token `index` is a minus sign before its number."""
        kinds = self.tokens.kinds
        if index < 0 or kinds[index] != "MINUS":
            return False
        at = index - 1
        while at >= 0 and kinds[at] == "_NL":
            at -= 1
        return at < 0 or kinds[at] not in _VALUE_ENDS

    # ----------------------------------------------------------------- lines

    def _flush(self, assign: int, shape: int) -> None:
        if not self.pieces:
            return
        line = _Line(self.line_depth, "".join(self.pieces))
        line.assign = assign if "\n" not in line.text else -1
        line.shape = shape
        self.out.append(line)
        self.pieces = []

    def _comments(self, newline: str, *, first: bool) -> None:
        """Comments and at most one empty line out of a run of newlines."""
        parts = newline.split("\n")
        if parts[0].startswith("#") and self.out and not first:
            last = self.out[-1]
            if last is not None:
                last.text += "  " + parts[0].rstrip()
        elif parts[0].startswith("#"):
            self.out.append(_Line(self.depth, parts[0].rstrip()))
        for part in parts[1:-1] if not first or parts[0].startswith("#") else parts[:-1]:
            part = part.strip()
            if part:
                self.out.append(_Line(self.depth, part))
            elif self.out and self.out[-1] is not None:
                self.out.append(None)

    def _fence(self, word: str) -> None:
        """A fenced text, moved as a whole so that its margin is one step deeper than its statement."""
        fence = '""""' if word.startswith('""""') else '"""'
        body = word.split("\n")[1:]
        margin = len(body[-1]) - len(body[-1].lstrip())
        pad = INDENT * (self.line_depth + 1)
        moved = [pad + line[margin:].rstrip("\r") if line.strip() else "" for line in body[:-1]]
        self.pieces.append("\n".join([fence, *moved, pad + fence]))

    def _row(self, word: str) -> None:
        line = _Line(self.depth, word)
        line.cells = _split(self.source, word)
        self.out.append(line)

    # ---------------------------------------------------------------- output

    def text(self) -> str:
        """The whole text, with rows and runs of assignments aligned."""
        out = self.out
        while out and out[-1] is None:
            out.pop()
        self._drop_edges()
        self._align()
        return "".join("\n" if line is None else INDENT * line.depth + line.text + "\n" for line in self.out)

    def _drop_edges(self) -> None:
        """No empty line after an opening or before a closing brace."""
        kept: list[_Line | None] = []
        for at, line in enumerate(self.out):
            if line is None:
                after = self.out[at + 1] if at + 1 < len(self.out) else None
                before = kept[-1] if kept else None
                if before is None or before.text.endswith(("{", "(", "[")):
                    continue
                if after is not None and after.text[:1] in ("}", ")", "]"):
                    continue
            kept.append(line)
        self.out = kept

    def _align(self) -> None:
        at = 0
        out = self.out
        while at < len(out):
            line = out[at]
            if line is None or (line.cells is None and line.assign < 0):
                at += 1
                continue
            rows = line.cells is not None
            stop = at
            run: list[_Line] = []
            while stop < len(out):
                other = out[stop]
                if other is None or other.depth != line.depth or (other.cells is not None) != rows:
                    break
                if not rows and (other.assign < 0 or other.key != line.key):
                    break
                run.append(other)
                stop += 1
            if rows:
                _align_rows(run)
            else:
                _align_assignments(run)
            at = stop


def _align_assignments(run: list[_Line]) -> None:
    width = max(line.assign for line in run)
    for line in run:
        line.text = line.text[: line.assign] + " " * (width - line.assign) + line.text[line.assign :]


def _align_rows(run: list[_Line]) -> None:
    widths: list[int] = []
    for line in run:
        for column, cell in enumerate(line.cells or ()):
            if column == len(widths):
                widths.append(0)
            widths[column] = max(widths[column], len(cell))
    for line in run:
        cells = [cell.ljust(widths[column]) for column, cell in enumerate(line.cells or ())]
        comment = line.text[line.text.rindex("|") + 1 :] if "#" in line.text.rpartition("|")[2] else ""
        line.text = "| " + " | ".join(cells) + " |" + comment


def _split(source: Source, word: str) -> list[str]:
    """The raw cells of a row, trimmed."""
    from cowork_dsl.compiler.syntax.cells import split_cells

    row = Source(source.path, word)
    return [word[cell.start : cell.end] for cell in split_cells(row, 0, len(word), lambda _: None)]
