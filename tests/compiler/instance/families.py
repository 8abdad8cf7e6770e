"""Small families for the tests of instances."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.analysis.environment import Environment
from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.pipeline import compile_env
from cowork_dsl.compiler.source import Source
from cowork_dsl.grammar.diagnostics.validation_examples import WORLD, environment


def family(params: str = "", entries: str = "", **more: str) -> Environment:
    """A checked environment with these params and further workspace entries."""
    world = WORLD.replace("workspace {\n", f"workspace {{\n{entries}\n", 1)
    head = f"params {{\n{params}\n}}\n" if params else ""
    checked = check_source(Source("family.cowork", environment(world=head + world, **more)), Files())
    assert checked.environment is not None, [(found.code, found.message) for found in checked.diagnostics]
    return checked.environment


def built(env: Environment, params: dict[str, str] | None = None, seed: int = 1) -> Bundle:
    """The bundle of an instance."""
    made = compile_env(env, params, seed)
    assert made.bundle is not None, [(found.code, found.message) for found in made.diagnostics]
    return made.bundle


def text_of(bundle: Bundle, path: str) -> str:
    """A file of the initial workspace."""
    return bundle.blobs[bundle.snapshot.entries[path].blob].decode()


def columns_of(bundle: Bundle, path: str) -> dict[str, list[str]]:
    """The cells of a csv file without quotes, by header."""
    head, *rows = [line.split(",") for line in text_of(bundle, path).splitlines()]
    return {name: [row[place] for row in rows] for place, name in enumerate(head)}
