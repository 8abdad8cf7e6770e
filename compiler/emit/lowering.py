"""Expressions and texts of the checked environment as the codes and templates of a bundle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from cowork_dsl.compiler.analysis.environment import Code, Environment, Fact, Hole, Let, Text
from cowork_dsl.compiler.analysis.lower.knowhow import skill_path
from cowork_dsl.compiler.analysis.scan import scan
from cowork_dsl.compiler.bundle import models
from cowork_dsl.compiler.emit.python import emit_code, py_name
from cowork_dsl.compiler.instance.columns import columns_in
from cowork_dsl.compiler.instance.constants import Constants
from cowork_dsl.compiler.instance.declared import Declared
from cowork_dsl.compiler.instance.problems import problem_at
from cowork_dsl.compiler.instance.texts import filled, filter_code
from cowork_dsl.compiler.syntax.ast import Name
from cowork_dsl.compiler.values.show import spell

LetStyle = Literal["name", "inline"]
"""How a let that is not constant is named: by its name in cases and tools, by its own code elsewhere."""

_MOST_CODE = 100_000
_TOOL = "service"
"""The section of the lets of a service's tool, which are named wherever they stand."""
_OPEN = frozenset({"value", "fact", "arg", "table", "root", "event"})
_SPELLED = frozenset({"state", "word"})


class Lowering:
    """Lowers the codes of one instance.

    Attributes:
        constants: What is known before a rollout.
    """

    def __init__(self, env: Environment, constants: Constants) -> None:
        self.constants = constants
        self._lets: Declared[Let] = Declared(env.lets)
        self._facts: Declared[Fact] = Declared(fact for user in env.users for fact in user.facts)
        self._known: dict[int, bool] = {}
        self._inlined: dict[tuple[int, str], models.Code] = {}
        self._named: dict[int, tuple[str, Let]] = {}

    # ------------------------------------------------------------------- codes

    def code(self, code: Code, lets: LetStyle = "inline", world: str = "now") -> models.Code:
        """The Python of an expression; params and constant lets are written out.

        Args:
            code: The expression.
            lets: How other lets are named.
            world: The root that a bare value in force is read from.
        """

        def spelled(name: Name) -> str:
            let = self.open_let(name, code)
            if let is not None:
                return self._name(let) if lets == "name" else self._inline(let, code, world)
            return self.spelled(name, code, world, lambda constant: spell(self.constants.value(constant, code)))

        return emit_code(code, spelled)

    def spelled(self, name: Name, code: Code, world: str, constant: Callable[[str], str]) -> str:
        """How a bare name is written that is no let of the rollout."""
        binding = code.scope.lookup(name.name)
        kind = binding.kind if binding is not None else "element"
        if binding is not None and binding.section == _TOOL:
            return py_name(name.name)
        if kind in ("param", "loop", "let"):
            return constant(name.name)
        if kind == "value":
            return f"value({world}, {spell(name.name)})"
        if kind == "skill":
            return spell(skill_path(name.name))
        if kind == "fact" and (fact := self._facts.find(name.name, code)) is not None:
            return self.value_code(fact.text, "inline", world)
        return spell(name.name) if kind in _SPELLED else py_name(name.name)

    def open_let(self, name: Name, code: Code) -> Let | None:
        """The let that a name means, where its value is not known before the rollout (a tool's own lets apart)."""
        binding = code.scope.lookup(name.name)
        if binding is None or binding.kind != "let" or binding.section == _TOOL:
            return None
        let = self._lets.find(name.name, code)
        return None if let is None or self.is_known(let.code) else let

    def is_known(self, code: Code) -> bool:
        """Whether an expression has the same value in every rollout of the instance, and for every row."""
        row = code.scope.current_row() is not None and bool(columns_in(code.expr))
        return not row and self.is_settled(code)

    def is_settled(self, code: Code) -> bool:
        """Whether an expression needs nothing that only a rollout has; it may need a row."""
        key = id(code)
        if key not in self._known:
            self._known[key] = False  # an expression that needs itself is never known
            self._known[key] = self._look(code)
        return self._known[key]

    def named_lets(self) -> tuple[tuple[str, models.Code], ...]:
        """The lets that codes named so far, each after those that it needs."""
        done: dict[str, models.Code] = {}
        needs: dict[str, set[str]] = {}
        while missing := [(name, let) for name, let in self._named.values() if name not in done]:
            for name, let in missing:
                done[name] = self.code(let.code, "name", "truth")
                used = (self.open_let(other, let.code) for other in scan(let.code.expr, let.code.source).names.values())
                needs[name] = {self._named[id(other)][0] for other in used if other is not None}
        ordered: list[str] = []
        while len(ordered) < len(done):
            ordered += sorted(name for name in done if name not in ordered and needs[name] <= set(ordered))
        return tuple((name, done[name]) for name in ordered)

    # ------------------------------------------------------------------- texts

    def template(self, text: Text, lets: LetStyle = "inline", world: str = "now") -> models.Template:
        """A text: what is known is filled in, facts are spliced in, other holes stay codes."""
        parts: list[str | models.Hole] = []
        for part in text.parts:
            if isinstance(part, str):
                parts.append(part)
            else:
                parts.extend(self._hole(part, text, lets, world))
        return merged(parts)

    def constant_text(self, text: Text) -> str:
        """A text all of whose holes are known."""
        return filled(text, self.constants)

    def value_code(self, value: Code | Text, lets: LetStyle = "inline", world: str = "now") -> models.Code:
        """The value of a column or an argument."""
        if not isinstance(value, Text):
            return self.code(value, lets, world)
        parts = self.template(value, lets, world)
        if all(isinstance(part, str) for part in parts):
            return spell("".join(part for part in parts if isinstance(part, str)))
        pieces = [spell(part) if isinstance(part, str) else part.code for part in parts]
        return f"concat([{', '.join(pieces)}])"

    def is_told(self, text: Text) -> bool:
        """Whether all holes of a text are known."""
        return all(isinstance(part, str) or self._is_filled(part) for part in text.parts)

    # ---------------------------------------------------------------- internals

    def _is_filled(self, hole: Hole) -> bool:
        return all(self.is_known(code) for code in (hole.code, *(arg for _, args in hole.filters for arg in args)))

    def _look(self, code: Code) -> bool:
        found = scan(code.expr, code.source)
        if found.reads:
            return False
        for name in found.names:
            binding = code.scope.lookup(name)
            kind = binding.kind if binding is not None else "element"
            if kind in _OPEN or (binding is not None and binding.section == _TOOL):
                return False
            let = self._lets.find(name, code) if kind == "let" else None
            if let is not None and not self.is_known(let.code):
                return False
        return True

    def _name(self, let: Let) -> str:
        found = self._named.get(id(let))
        if found is None:
            taken = {name for name, _ in self._named.values()}
            name, count = py_name(let.name), 1
            while name in taken:
                count += 1
                name = f"{py_name(let.name)}_{count}"
            found = self._named[id(let)] = (name, let)
        return found[0]

    def _inline(self, let: Let, code: Code, world: str) -> models.Code:
        key = (id(let), world)
        if key not in self._inlined:
            text = self.code(let.code, "inline", world)
            if len(text) > _MOST_CODE:
                raise problem_at("CW486", f"`{let.name}` grows too large where it is used", code)
            self._inlined[key] = text
        return self._inlined[key]

    def _hole(self, hole: Hole, text: Text, lets: LetStyle, world: str) -> models.Template:
        expr = hole.code.expr
        binding = hole.code.scope.lookup(expr.name) if isinstance(expr, Name) else None
        kind = binding.kind if binding is not None else ""
        if isinstance(expr, Name) and kind == "fact" and not hole.filters:
            fact = self._facts.find(expr.name, hole.code)
            if fact is not None:
                return self.template(fact.text, lets, world)
        if self._is_filled(hole):
            return (filled(Text((hole,), text.span, text.source), self.constants),)
        code = self.code(hole.code, lets, world)
        for name, args in hole.filters:
            code = filter_code(code, name, [self.code(arg, lets, world) for arg in args])
        return (models.Hole(code=code),)


def merged(parts: list[str | models.Hole]) -> models.Template:
    """Neighbouring literal pieces as one."""
    found: list[str | models.Hole] = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] += part
        elif part != "":
            found.append(part)
    return tuple(found)
