"""The second pass over a file that does not parse: panic mode with layout hints.

One mistake gives one message, on the line where it was made, and the statements around it still
come out as nodes.
"""

from __future__ import annotations

from cowork_dsl.compiler.diagnostics.model import Diagnostic, ordered
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax import ast
from cowork_dsl.compiler.syntax.build import Builder
from cowork_dsl.compiler.syntax.lalr import Machine
from cowork_dsl.compiler.syntax.layout import Layout
from cowork_dsl.compiler.syntax.messages import bad_token, unexpected
from cowork_dsl.compiler.syntax.parsed import Parsed
from cowork_dsl.compiler.syntax.tokens import Tokens, tokenize
from cowork_dsl.grammar.tables import ACTIONS, START

_OPENERS = ("LBRACE", "LPAR", "LSQB")
_CLOSERS = ("RBRACE", "RPAR", "RSQB")
MOST = 200  # messages a file; more help nobody


class _Found:
    """Collects messages, one a line: what follows on a line is mostly an echo."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.messages: list[Diagnostic] = []
        self.lines: set[int] = set()

    def add(self, diagnostic: Diagnostic) -> None:
        line = diagnostic.line
        if line not in self.lines and len(self.messages) < MOST:
            self.lines.add(line)
            self.messages.append(diagnostic)


def recover(source: Source) -> Parsed:
    """Parses as much as there is sense in, and says what is wrong with the rest."""
    found = _Found(source)
    tokens = _without_bad(source, tokenize(source.text), found)
    if not _balanced(tokens):
        # Hints by indentation only where brackets really are astray: a file without any would get many.
        raw = _without_bad(source, tokenize(source.text, every_newline=True), found)
        tokens = Layout(source, raw, found.add).run()
    builder = Builder(source, tokens, found.add)
    machine = Machine(builder, START)
    index = 0
    last = len(tokens.kinds) - 1
    while index <= last:
        kind = tokens.kinds[index]
        if machine.feed(kind, index):
            index += 1
            continue
        found.add(unexpected(source, tokens, index, frozenset(machine.accepts())))
        index = _panic(machine, tokens, index)
    tree = machine.values[-1] if machine.values and isinstance(machine.values[-1], ast.File) else None
    if tree is None:
        tree = ast.File(0, len(source.text), tuple(_statements(machine.values)))
    return Parsed(tree, ordered(found.messages))


def _without_bad(source: Source, raw: Tokens, found: _Found) -> Tokens:
    """The tokens with each bad one reported and replaced by what it most likely was, or dropped."""
    kept = Tokens([], [], [], {}, False)
    for index, kind in enumerate(raw.kinds):
        if index in raw.docs:
            kept.docs[len(kept.kinds)] = raw.docs[index]
        if kind.startswith("BAD_"):
            found.add(bad_token(source, raw, index))
            if kind == "BAD_CHAR":
                continue
            kind = "NAME" if kind == "BAD_WORD" else "NONE"
        kept.kinds.append(kind)
        kept.starts.append(raw.starts[index])
        kept.ends.append(raw.ends[index])
    return kept


def _balanced(tokens: Tokens) -> bool:
    """Whether every bracket and brace meets its partner."""
    stack: list[str] = []
    for kind in tokens.kinds:
        if kind in _OPENERS:
            stack.append(kind[1:])
        elif kind in _CLOSERS and (not stack or stack.pop() != kind[1:]):
            return False
    return not stack


def _statements(values: list[object]) -> list[ast.Item]:
    found: list[ast.Item] = []
    for value in values:
        if isinstance(value, ast.Statement | ast.Row):
            found.append(value)
        elif isinstance(value, list):
            found.extend(x for x in value if isinstance(x, ast.Statement | ast.Row))
    return found


def _panic(machine: Machine, tokens: Tokens, index: int) -> int:
    """Gives up the statement in which token `index` stands; returns where to go on (always further)."""
    kinds = tokens.kinds
    if kinds[index] == "$END":
        return index + 1
    line = index
    while line > 0 and kinds[line - 1] != "_NL":
        line -= 1
    if line == index:
        machine.settle("NAME")  # the statement above is whole; nothing of it is to be given up
    depth = 0
    while len(machine.states) > 1 and "statement" not in ACTIONS[machine.states[-1]]:
        machine.states.pop()
        given_up = machine.values.pop()
        # Of an object or a call that is given up with its statement, the closer is no closer of a block.
        if isinstance(given_up, int):
            depth += (kinds[given_up] in _OPENERS) - (kinds[given_up] in _CLOSERS)
    depth = max(0, depth)  # a block's closer is given up without its opener
    at = index
    while kinds[at] != "$END":
        kind = kinds[at]
        opens = kind == "LBRACE" and kinds[at + 1] == "_NL" and depth == 0 and kinds[line] == "NAME"
        # A broken head that still opens a block: keep the block, so that its body is parsed in its place.
        if opens and machine.feed("NAME", line) and machine.feed("LBRACE", at):
            return at + 1
        if kind in _OPENERS:
            depth += 1
        elif kind in _CLOSERS:
            if depth == 0 and kind == "RBRACE":
                return at if at > index or machine.would_accept("RBRACE") else at + 1
            depth -= 1
        elif kind == "_NL" and depth <= 0:
            return at + 1
        at += 1
    return max(at, index + 1)
