"""Conjuncts that only the agent decides."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.environment import Check
from cowork_dsl.compiler.analysis.scan import Read, Scan, scan
from cowork_dsl.compiler.analysis.scope import Scope
from cowork_dsl.compiler.analysis.text import holds_word
from cowork_dsl.compiler.analysis.visible import goal_texts, squeezed, workspace_texts
from cowork_dsl.compiler.diagnostics.model import Fix
from cowork_dsl.compiler.syntax.ast import Binary, Expr

_AGENTS = frozenset({"after", "made", "now", ""})
_TRUTHS = frozenset({"truth", "before", "at"})
# These compare with the truth replica by themselves, or name in a literal what must be there.
_TYING = frozenset({"unchanged", "only_changed", "created", "deleted", "exists", "run"})
_PLAIN_WORDS = frozenset({"true", "false", "none", "0", "1"})


def tied(draft: Draft, ctx: Context) -> None:
    """Each conjunct of an expectation is tied to something that the agent does not decide."""
    ties = _Ties(draft, ctx)
    conjuncts = [
        (check, part, ties.of(part, code.scope))
        for check in draft.checks
        if check.kind == "check"
        for code in check.expect
        for part in split(code.expr)
    ]
    anchored: dict[str, set[tuple[str, str]]] = {}
    for check, _, (reads, tie) in conjuncts:
        if tie:
            anchored.setdefault(check.covers, set()).update(reads)
    for check, part, (reads, tie) in conjuncts:
        if tie or ties.poisoned:
            continue
        if not reads:
            ctx.error(
                "CW608", f"this expectation of `{check.name}` reads nothing, so no agent can change it", part.span
            )
        elif not reads & anchored.get(check.covers, set()):
            _report(check, part, ctx)


def _report(check: Check, part: Expr, ctx: Context) -> None:
    mend = Fix("compare with `truth`, `before` or `at`, or with a figure that the goal states", applicability="display")
    ctx.error("CW607", "everything that this reads is the agent's own, so the agent decides it", part.span, fix=mend)


def split(expr: Expr) -> list[Expr]:
    """The conjuncts of an expression."""
    if isinstance(expr, Binary) and expr.op == "and":
        return [*split(expr.left), *split(expr.right)]
    return [expr]


class _Ties:
    """Follows `let`s, each once."""

    def __init__(self, draft: Draft, ctx: Context) -> None:
        self.draft = draft
        self.ctx = ctx
        self.known: dict[int, tuple[set[tuple[str, str]], bool]] = {}
        self.texts: str | None = None
        self.poisoned = False

    def of(self, expr: Expr, scope: Scope) -> tuple[set[tuple[str, str]], bool]:
        """The agent's own reads of an expression, and whether something else ties it."""
        return self._scan(scan(expr, self.ctx.source), scope)

    def _scan(self, found: Scan, scope: Scope) -> tuple[set[tuple[str, str]], bool]:
        reads = {(read.reader, read.target) for read in found.reads if read.root in _AGENTS}
        tie = any(_ties(read) for read in found.reads)
        for name in found.names:
            binding = scope.lookup(name)
            if binding is None:
                continue
            if binding.kind in ("param", "value", "loop"):
                tie = True
            elif binding.kind == "let":
                inner, inner_tie = self._let(id(binding))
                reads |= inner
                tie = tie or inner_tie
        return reads, tie or any(self._visible(literal.raw, literal.text) for literal in found.literals)

    def _let(self, key: int) -> tuple[set[tuple[str, str]], bool]:
        if key not in self.known:
            code = self.ctx.codes.get(key)
            if code is None:
                self.poisoned = True
                return set(), True
            self.known[key] = (set(), False)
            found = self.ctx.scans[id(code.expr)].found
            reads, tie = self._scan(found, code.scope)
            # A constant `let` is the author's own word: a list of regions, a bound.
            self.known[key] = (reads, tie or not (reads or found.reads))
        return self.known[key]

    def _visible(self, raw: str, text: str) -> bool:
        word = squeezed(text or raw.replace("_", ""))
        if not word or word in _PLAIN_WORDS:
            return False
        if self.texts is None:
            seen = [*goal_texts(self.draft), *workspace_texts(self.draft, self.ctx)]
            limits = " ".join(str(number) for output in self.draft.outputs for _, number in output.limits)
            wanted = " ".join(
                str(part) for item in self.draft.requirements for part in item.text.parts if isinstance(part, str)
            )
            self.texts = squeezed(" ".join([*(text.text for text in seen), limits, wanted]))
        return holds_word(self.texts, word)


def _ties(read: Read) -> bool:
    return read.root in _TRUTHS or read.root == "record" or read.reader in _TYING
