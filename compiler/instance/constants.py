"""What names mean in one instance: params, lets and loop variables, evaluated lazily in dependency order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import CodeType

from cowork_dsl.compiler.analysis.environment import Code, Let, Value
from cowork_dsl.compiler.emit.python import emit_code, py_name
from cowork_dsl.compiler.instance.declared import Declared
from cowork_dsl.compiler.instance.problems import problem_at
from cowork_dsl.compiler.syntax.ast import Name
from cowork_dsl.compiler.values.admit import Inadmissible, admit, run
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.library import PLAIN

Program = Callable[[Mapping[str, object]], object]


class Constants:
    """The constant names of an instance; a let is evaluated when it is first asked for, and once.

    Args:
        values: Names that are known: params, loop variables.
        lets: Lets and values in force of the block.
        outer: The constants of the block around.
    """

    def __init__(
        self, values: Mapping[str, object], lets: Iterable[Let | Value] = (), outer: Constants | None = None
    ) -> None:
        self._values = dict(values)
        self._lets: Declared[Let | Value] = Declared(lets)
        self._outer = outer
        self._done: dict[int, object] = {}
        self._open: set[int] = set()

    def inside(self, values: Mapping[str, object], lets: Iterable[Let | Value] = ()) -> Constants:
        """The constants of a block inside this one."""
        return Constants(values, lets, self)

    def value(self, name: str, asked_by: Code) -> object:
        """The value of a constant name that an expression uses."""
        if name in self._values:
            return self._values[name]
        let = self._lets.find(name, asked_by)
        if let is None:
            if self._outer is None:
                raise problem_at("CW481", f"`{name}` is not known before a rollout", asked_by)
            return self._outer.value(name, asked_by)
        key = id(let)
        if key not in self._done:
            if key in self._open:
                raise problem_at("CW481", f"`{name}` depends on itself", let.code)
            self._open.add(key)
            try:
                self._done[key] = self.evaluate(let.code)
            finally:
                self._open.discard(key)
        return self._done[key]

    def evaluate(self, code: Code) -> object:
        """The value of an expression."""
        return self.program(code)({})

    def program(self, code: Code, bound: Mapping[str, object] | None = None) -> Program:
        """An expression that is to be evaluated often.

        Args:
            code: The expression.
            bound: Python names that the caller binds at each evaluation, with any value.

        Returns:
            A function from the values of ``bound`` to the value of the expression.
        """
        names: dict[str, object] = {**PLAIN, **(bound or {})}

        def spelled(name: Name) -> str:
            binding = code.scope.lookup(name.name)
            python = py_name(name.name)
            if binding is not None and binding.kind in _CONSTANT:
                names[python] = self.value(name.name, code)
            return python

        text = emit_code(code, spelled)
        try:
            compiled = admit(text, names)
        except Inadmissible as error:
            raise problem_at("CW481", f"this can't be known before a rollout: {error}", code) from error

        looked_up = _names_in(compiled)
        used = {name: value for name, value in names.items() if name in looked_up}

        def evaluate(given: Mapping[str, object]) -> object:
            try:
                return run(compiled, {**used, **given})
            except Fail as error:
                raise problem_at("CW481", f"this has no value: {error.reason}", code) from error

        return evaluate

    def apply(self, function: str, value: object, args: list[object], at: Code) -> object:
        """A library function of values that are known."""
        try:
            return PLAIN[function](value, *args)
        except Fail as error:
            raise problem_at("CW481", f"this has no value: {error.reason}", at) from error


def _names_in(code: CodeType) -> frozenset[str]:
    """All names that a code and the lambdas in it look up."""
    inner = (_names_in(part) for part in code.co_consts if isinstance(part, CodeType))
    return frozenset(code.co_names).union(*inner)


_CONSTANT = frozenset({"param", "let", "loop", "value"})
