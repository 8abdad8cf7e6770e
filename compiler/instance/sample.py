"""Which instances of a family are looked at: drawn ones, and the corners of each domain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cowork_dsl.compiler.analysis.environment import Environment
from cowork_dsl.compiler.instance.params import Params, spelled_params
from cowork_dsl.compiler.instance.problems import ParamProblem
from cowork_dsl.compiler.instance.spelling import spelled


@dataclass(frozen=True, slots=True)
class Sampled:
    """One instance to look at.

    Attributes:
        params: All params, as the language spells them.
        seed: The seed.
        why: How it was chosen: ``seed 1``, ``lowest``, ``highest``, ``region_count = 4``.
    """

    params: Mapping[str, str]
    seed: int
    why: str


def sample_instances(env: Environment, count: int, seed: int) -> tuple[Sampled, ...]:
    """So many different instances: the drawn one first, then corners, then further seeds.

    Corners are all domains at their first end, all at their last, and each value of each domain's corners alone.
    Without params there are only seeds.
    """
    params = Params(env)
    chosen: list[Sampled] = []
    seen: set[object] = set()
    for asked, at, why in _wanted(params, seed):
        if len(chosen) == count:
            break
        try:
            values = spelled_params(params.choose(at, asked))
        except ParamProblem:
            continue  # a corner that `where` or another param excludes
        found = Sampled(values, at, why)
        key = (at, *values.items())
        if key not in seen:
            seen.add(key)
            chosen.append(found)
    return tuple(chosen)


def _wanted(params: Params, seed: int) -> Iterator[tuple[dict[str, str], int, str]]:
    yield {}, seed, f"seed {seed}"
    first = params.choose(seed, {})
    corners = {name: domain.corners() for name, domain in params.domains(first).items()}
    if corners:
        yield {name: spelled(values[0]) for name, values in corners.items()}, seed, "lowest"
        yield {name: spelled(values[-1]) for name, values in corners.items()}, seed, "highest"
    for name, values in corners.items():
        for value in values:
            others = {other: spelled(first[other]) for other in first if other != name}
            yield {**others, name: spelled(value)}, seed, f"{name} = {spelled(value)}"
    further = seed
    while True:
        further += 1
        yield {}, further, f"seed {further}"
