"""Chooses the params of an instance: those that are asked for, the others drawn."""

from __future__ import annotations

from collections.abc import Mapping

from cowork_dsl.compiler.analysis.environment import Code, Environment, Param
from cowork_dsl.compiler.diagnostics.near import nearest
from cowork_dsl.compiler.instance.constants import Constants
from cowork_dsl.compiler.instance.domains import Domain, domain_of
from cowork_dsl.compiler.instance.draws import Stream
from cowork_dsl.compiler.instance.problems import InstanceProblem, ParamProblem, problem_at
from cowork_dsl.compiler.instance.spelling import read_value, spelled
from cowork_dsl.compiler.values.show import show

_TRIES = 1000


class Params:
    """The params of an environment, in dependency order of their domains."""

    def __init__(self, env: Environment) -> None:
        self._env = env

    def choose(self, seed: int, asked: Mapping[str, str]) -> dict[str, object]:
        """The value of every param.

        Args:
            seed: What is not asked for is drawn with it, each param by its own key.
            asked: Values as the language spells them.

        Raises:
            ParamProblem: What is asked for can't be.
            InstanceProblem: A domain is empty, or ``where`` can't be met.
        """
        self._known(asked)
        for attempt in range(_TRIES):
            values = self._attempt(seed, asked, attempt)
            broken = self.broken(values)
            if broken is None:
                return values
            if len(asked) == len(self._env.params):
                line = broken.source.position(broken.expr.start)[0]
                raise ParamProblem(f"these params don't meet the `where` of line {line}")
        last = self._env.where[0]
        if asked:
            raise ParamProblem(f"with these params nothing was found in {_TRIES:,} tries that meets `where`")
        raise problem_at("CW483", f"none of {_TRIES:,} drawn instances meets `where`", last)

    def broken(self, values: Mapping[str, object]) -> Code | None:
        """The first ``where`` that some values don't meet."""
        constants = Constants(values, self._env.lets)
        return next((where for where in self._env.where if constants.evaluate(where) is not True), None)

    def domains(self, values: Mapping[str, object]) -> dict[str, Domain]:
        """The domain of every param, where the others have these values."""
        constants = Constants(values, self._env.lets)
        return {param.name: domain_of(param, constants) for param in self._env.params}

    def _known(self, asked: Mapping[str, str]) -> None:
        names = [param.name for param in self._env.params]
        for name in asked:
            if name not in names:
                near = nearest(name, names)
                mend = f"did you mean `{near}`?" if near else f"it has {', '.join(names)}" if names else "it has none"
                raise ParamProblem(f"{self._env.name} has no param `{name}`", mend)

    def _attempt(self, seed: int, asked: Mapping[str, str], attempt: int) -> dict[str, object]:
        values: dict[str, object] = {}
        pending = list(self._env.params)
        while pending:
            later: list[Param] = []
            stuck: InstanceProblem | None = None
            for param in pending:
                try:
                    domain = domain_of(param, Constants(values, self._env.lets))
                except InstanceProblem as error:
                    if error.diagnostic.code != "CW481":
                        raise
                    stuck = stuck or error
                    later.append(param)
                    continue
                values[param.name] = self._value(param, domain, seed, asked.get(param.name), attempt)
            if len(later) == len(pending) and stuck is not None:
                raise stuck
            pending = later
        return values

    def _value(self, param: Param, domain: Domain, seed: int, asked: str | None, attempt: int) -> object:
        if asked is None:
            return domain.draw(Stream(seed, "param", param.name, attempt))
        value = read_value(asked)
        if not domain.admits(value):
            raise ParamProblem(
                f"the param `{param.name}` can't be {show(value)}: it is {domain.words()}",
                f"--param {param.name}={spelled(domain.corners()[0])}",
            )
        return value


def spelled_params(values: Mapping[str, object]) -> dict[str, str]:
    """Params as the language spells them, as manifests hold them."""
    return {name: spelled(value) for name, value in sorted(values.items())}
