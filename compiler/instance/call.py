"""The call that a domain is written as, with its arguments evaluated."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cowork_dsl.compiler.analysis.environment import Code
from cowork_dsl.compiler.analysis.types import ANY
from cowork_dsl.compiler.instance.constants import Constants
from cowork_dsl.compiler.instance.problems import InstanceProblem, problem_at
from cowork_dsl.compiler.syntax.ast import Call


@dataclass(frozen=True, slots=True)
class Given:
    """A call by name with its arguments.

    Attributes:
        name: Which function.
        places: The positional arguments.
        named: The named ones.
        code: The call.
    """

    name: str
    places: tuple[object, ...]
    named: dict[str, object]
    code: Code

    def pair(self, first: str, second: str) -> tuple[object, object]:
        """Two arguments, by place or name."""
        left = list(self.places)
        found = [self.named[name] if name in self.named else left.pop(0) if left else None for name in (first, second)]
        if left or None in found:
            raise self.refused(f"it takes `{first}` and `{second}`")
        return found[0], found[1]

    def items(self) -> tuple[object, ...]:
        """All positional arguments, or the items of a single list."""
        if len(self.places) == 1 and isinstance(self.places[0], list | tuple):
            return tuple(self.places[0])
        return self.places

    def refused(self, reason: str) -> InstanceProblem:
        """The finding that the arguments don't fit."""
        return problem_at("CW484", f"`{self.name}` can't be used like this: {reason}", self.code)


def given_of(code: Code, constants: Constants) -> Given:
    """A checked call with its arguments evaluated."""
    call = code.expr
    if not isinstance(call, Call):
        raise problem_at("CW484", "a param needs a domain such as int(2, 9) or pick(a, b)", code)
    places: list[object] = []
    named: dict[str, object] = {}
    for argument in call.args:
        value = constants.evaluate(replace(code, expr=argument.value, type=ANY))
        if argument.name is None:
            places.append(value)
        else:
            named[argument.name] = value
    return Given(call.name, tuple(places), named, code)
