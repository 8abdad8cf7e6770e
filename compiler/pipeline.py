"""The whole compiler: a path to a checked environment, a checked environment to a bundle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cowork_dsl import __version__
from cowork_dsl.compiler.analysis.check import Checked, check_source
from cowork_dsl.compiler.analysis.environment import Environment
from cowork_dsl.compiler.bundle import models
from cowork_dsl.compiler.bundle.bundle import Bundle, sealed
from cowork_dsl.compiler.bundle.canonical import digest_of
from cowork_dsl.compiler.bundle.store import MemoryStore
from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.emit.cases import cases_of
from cowork_dsl.compiler.emit.changes import Changes
from cowork_dsl.compiler.emit.checks import checks_of, rubric_of
from cowork_dsl.compiler.emit.forms import forms_of, services_of
from cowork_dsl.compiler.emit.goal import goal_of
from cowork_dsl.compiler.emit.lowering import Lowering
from cowork_dsl.compiler.emit.places import shown
from cowork_dsl.compiler.emit.tools import tools_of
from cowork_dsl.compiler.emit.users import policy_of, profile_of
from cowork_dsl.compiler.emit.verifier import VerifierText
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.instance.constants import Constants
from cowork_dsl.compiler.instance.params import Params, spelled_params
from cowork_dsl.compiler.instance.paths import path_of
from cowork_dsl.compiler.instance.problems import InstanceProblem
from cowork_dsl.compiler.instance.world import StartWorld, start_world
from cowork_dsl.compiler.read import read_source
from cowork_dsl.compiler.source import Source


@dataclass(frozen=True, slots=True)
class Built:
    """What became of one instance: a bundle, or findings that say why there is none."""

    bundle: Bundle | None
    diagnostics: tuple[Diagnostic, ...] = ()


def check_path(path: str) -> Checked:
    """Reads and checks a file."""
    source, problems = read_source(path)
    if source is None:
        return Checked(None, (), problems)
    return check_source(source, Files())


def compile_env(env: Environment, params: Mapping[str, str] | None = None, seed: int = 1) -> Built:
    """Compiles one instance of an environment.

    Args:
        env: A checked environment.
        params: Params that are set, as the language spells them; the others are drawn.
        seed: What everything that is drawn depends on.

    Raises:
        ParamProblem: A param that is set can't be: unknown name, wrong type, outside its domain.
    """
    try:
        values = Params(env).choose(seed, params or {})
        return Built(_bundle(env, values, seed))
    except InstanceProblem as error:
        return Built(None, (error.diagnostic,))


def _bundle(env: Environment, values: Mapping[str, object], seed: int) -> Bundle:
    constants = Constants(values, (*env.lets, *env.values))
    lowering = Lowering(env, constants)
    blobs = MemoryStore()
    changes = Changes(lowering, blobs, seed)
    world = start_world(env, constants, seed)
    outputs = [(output, path_of(output.path, constants)) for output in env.outputs]
    tools = tools_of(env, world.readonly)
    bundle = Bundle(
        manifest=_manifest(env, values, seed),
        goal=goal_of(env, lowering.constant_text(env.goal), outputs, tools.clock.start),
        snapshot=_snapshot(world, blobs),
        tools=tools,
        forms=forms_of(env, lowering, world, outputs),
        services=services_of(env, lowering, changes, world),
        policy=policy_of(env, lowering, changes),
        profile=profile_of(env, lowering),
        checks=checks_of(env, lowering),
        rubric=rubric_of(env, lowering),
        cases=cases_of(env, lowering, changes),
        verifier=VerifierText(env, lowering).text(seed),
        blobs=blobs.blobs(),
    )
    return sealed(bundle)


def _manifest(env: Environment, values: Mapping[str, object], seed: int) -> models.Manifest:
    return models.Manifest(
        env=env.name,
        title=env.title,
        digest="",
        scenario=env.scenario,
        capability=env.capability,
        labels=dict(env.labels),
        params=spelled_params(values),
        seed=seed,
        sources=_sources((env.source, *env.used)),
        compiler=__version__,
    )


def _sources(sources: Iterable[Source]) -> dict[str, str]:
    """Digest of each source by its file name; a second one of that name is numbered."""
    found: dict[str, str] = {}
    for source in sources:
        name, count = shown(source), 1
        while name in found:
            count += 1
            name = f"{shown(source)}#{count}"
        found[name] = digest_of(source.text.encode("utf-8"))
    return found


def _snapshot(world: StartWorld, blobs: MemoryStore) -> models.Snapshot:
    entries: dict[str, models.FileEntry] = {}
    for path, made in world.paths.items():
        parts = path.split("/")
        for depth in range(1, len(parts)):
            entries.setdefault("/".join(parts[:depth]), models.FileEntry(mode=0o755, kind="dir"))
        if made.data is None:
            entries[path] = models.FileEntry(mode=made.mode, kind="dir")
        else:
            entries[path] = models.FileEntry(blob=blobs.put(made.data), size=len(made.data), mode=made.mode)
    return models.Snapshot(entries=dict(sorted(entries.items())))
