"""The parser: drives the LALR(1) tables over a token stream and builds nodes as it reduces."""

from __future__ import annotations

from typing import Any

from cowork_dsl.compiler.syntax.build import Builder
from cowork_dsl.compiler.syntax.tokens import Tokens
from cowork_dsl.grammar.tables import ACTIONS, END, END_EXPRESSION, RULES, START, START_EXPRESSION

# The generator's helper rules for `*` and `+` all append.
_BUILDERS = tuple("repeat" if name.startswith("__") else name for _, _, name, _ in RULES)
_LEFT = tuple(left for left, _, _, _ in RULES)
_SIZE = tuple(size for _, size, _, _ in RULES)
_PASSES = tuple(passes for _, _, _, passes in RULES)

# Where a chain of rules that only pass a node on ends: (state below, left side, lookahead) to state.
# Filled as it is met; the tables are fixed, so it is bounded by their size.
_CHAINS: dict[tuple[int, str, str], int] = {}


def _chain(below: int, left: str, lookahead: str) -> int:
    state = ACTIONS[below][left]
    while True:
        action = ACTIONS[state].get(lookahead)
        if action is None or action >= 0 or not _PASSES[~action]:
            break
        state = ACTIONS[below][_LEFT[~action]]
    _CHAINS[below, left, lookahead] = state
    return state


class Machine:
    """The stacks of one parse, fed token by token.

    Attributes:
        states: The state stack.
        values: The value stack; one shorter than ``states``.
    """

    __slots__ = ("builders", "states", "values")

    def __init__(self, builder: Builder, start: int) -> None:
        by_rule = builder.by_rule
        self.builders = [by_rule[name] for name in _BUILDERS_USED]
        self.states = [start]
        self.values: list[Any] = []

    def feed(self, kind: str, value: Any) -> bool:
        """Reduces and shifts one token; False where the grammar allows no such token here.

        On ``$END`` it only reduces.
        """
        states, values = self.states, self.values
        while True:
            action = ACTIONS[states[-1]].get(kind)
            if action is None:
                return kind == "$END" and states[-1] in (END, END_EXPRESSION)
            if action >= 0:
                states.append(action)
                values.append(value)
                return True
            self.reduce(~action, kind)

    def reduce(self, rule: int, lookahead: str) -> None:
        """Reduces by one rule and goes on over rules that only pass the node on."""
        states, values = self.states, self.values
        size = _SIZE[rule]
        if size:
            node = values[-1] if _PASSES[rule] else self.builders[rule](values[-size:])
            del values[-size:]
            del states[-size:]
        else:
            node = self.builders[rule]([])
        values.append(node)
        key = (states[-1], _LEFT[rule], lookahead)
        state = _CHAINS.get(key)
        states.append(_chain(*key) if state is None else state)

    def settle(self, kind: str) -> None:
        """Makes the reductions that one terminal would make, if it can come next."""
        if self.would_accept(kind):
            while (action := ACTIONS[self.states[-1]][kind]) < 0:
                self.reduce(~action, kind)

    def accepts(self) -> set[str]:
        """The terminals that could really come next (reductions are tried, nothing is built)."""
        return {
            kind for kind in ACTIONS[self.states[-1]] if (kind.isupper() or kind == "$END") and self.would_accept(kind)
        }

    def would_accept(self, kind: str) -> bool:
        """Whether one terminal could come next."""
        states = list(self.states)
        while True:
            action = ACTIONS[states[-1]].get(kind)
            if action is None:
                return kind == "$END" and states[-1] in (END, END_EXPRESSION)
            if action >= 0:
                return True
            size = _SIZE[~action]
            if size:
                del states[-size:]
            states.append(ACTIONS[states[-1]][_LEFT[~action]])


_BUILDERS_USED = tuple("word" if _PASSES[i] else name for i, name in enumerate(_BUILDERS))


def run(builder: Builder, tokens: Tokens, *, expression: bool = False) -> tuple[Any, int]:
    """Parses a whole stream.

    Returns:
        The tree and -1, or None and the index of the token that the grammar does not allow.
    """
    machine = Machine(builder, START_EXPRESSION if expression else START)
    states, values, builders = machine.states, machine.values, machine.builders
    actions, chains, left, size, passes = ACTIONS, _CHAINS, _LEFT, _SIZE, _PASSES
    index = 0
    end = END_EXPRESSION if expression else END
    # The same as Machine.feed and Machine.reduce, unrolled: this loop is half the time of `cowork check`.
    for kind in tokens.kinds:
        while True:
            action = actions[states[-1]].get(kind)
            if action is None:
                if kind == "$END" and states[-1] == end:
                    return values[-1], -1
                return None, index
            if action >= 0:
                states.append(action)
                values.append(index)
                break
            rule = ~action
            count = size[rule]
            if count:
                if not passes[rule]:
                    node = builders[rule](values[-count:])
                    del values[-count:]
                    values.append(node)
                del states[-count:]
            else:
                values.append(builders[rule]([]))
            key = (states[-1], left[rule], kind)
            state = chains.get(key)
            states.append(_chain(*key) if state is None else state)
        index += 1
    return None, index
