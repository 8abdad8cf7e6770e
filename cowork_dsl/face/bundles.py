"""From a target on the command line to its bundle: a source is compiled into a cache, a bundle is read and verified.

The cache is the folder ``.cowork`` of the project (in the user's cache where that can't be written). A bundle stands there under its digest, so what is found out about it
(its validation) stays with it until the source changes.
"""

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cowork_dsl.face import console
from cowork_dsl.face.errors import NOT_GOOD, Problem, UsageProblem
from cowork_dsl.face.targets import Target
from cowork_dsl.grammar.records import dataclass

if TYPE_CHECKING:
    from cowork_dsl.compiler.analysis.environment import Environment
    from cowork_dsl.compiler.bundle.bundle import Bundle
    from cowork_dsl.compiler.diagnostics.model import Diagnostic

CACHE = ".cowork"


class Unsound(Problem):
    """A source has errors; they were shown (exit 1)."""

    status = NOT_GOOD

    def __init__(self, path: str, diagnostics: "Sequence[Diagnostic]") -> None:
        errors = sum(found.severity == "error" for found in diagnostics)
        super().__init__(f"{path} has {errors} error{'' if errors == 1 else 's'}", f"cowork check {path}")
        self.diagnostics = tuple(diagnostics)


@dataclass(frozen=True, slots=True)
class Opened:
    """A bundle that is ready to be used.

    Attributes:
        bundle: The bundle.
        folder: Where it stands on disk.
        store: Where its blobs are.
        env: The checked environment where the target was a source.
    """

    bundle: "Bundle"
    folder: Path
    store: Path
    env: "Environment | None"


def open_target(
    target: Target, params: Mapping[str, str] | None = None, seed: int = 1, store: Path | None = None
) -> Opened:
    """The bundle of a target.

    Args:
        target: A source or a bundle.
        params: Params that are set; only a source takes them.
        seed: The seed of a source's instance.
        store: Where blobs are, and go; ``store`` beside the bundle where None.

    Raises:
        Unsound: The source has errors; they were shown on stderr.
        UsageProblem: The bundle is damaged, or a param can't be.
    """
    if target.kind == "bundle":
        return open_bundle(Path(target.path), params, store)
    env = checked_environment(target.path)
    bundle = compiled(env, target.path, params, seed)
    folder = cache_of(target.path) / f"{bundle.manifest.env}-{bundle.digest[:16]}"
    return kept(bundle, folder, store, env)


def cache_of(path: str) -> Path:
    """The cache of a source: in its project, or in the user's cache where nothing can be written there."""
    from cowork_dsl.compiler.files import project_of

    project = Path(project_of(path))
    if os.access(project, os.W_OK):
        return project / CACHE
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(home) / "cowork" / hashlib.sha256(os.fsencode(project)).hexdigest()[:16]


def open_bundle(folder: Path, params: Mapping[str, str] | None = None, store: Path | None = None) -> Opened:
    """Reads a bundle and verifies it."""
    from cowork_dsl.compiler.bundle.folder import BadBundle, load, store_of
    from cowork_dsl.compiler.bundle.store import Store

    if params:
        raise UsageProblem(f"{folder} is compiled: its params are chosen", "name the .cowork file to choose params")
    place = store or store_of(folder).path
    try:
        return Opened(load(folder, Store(place)), folder, place, None)
    except BadBundle as error:
        raise UsageProblem(str(error), error.mend) from error


def kept(bundle: "Bundle", folder: Path, store: Path | None = None, env: "Environment | None" = None) -> Opened:
    """Writes a bundle to a folder; one that stands there already is left as it is."""
    from cowork_dsl.compiler.bundle.folder import BadBundle, store_beside, write
    from cowork_dsl.compiler.bundle.store import Store

    place = store or store_beside(folder).path
    try:
        write(bundle, folder, Store(place))
    except BadBundle as error:
        raise UsageProblem(str(error), error.mend) from error
    return Opened(bundle, folder, place, env)


def checked_environment(path: str) -> "Environment":
    """The checked environment of a source; its warnings are shown."""
    from cowork_dsl.compiler.pipeline import check_path

    checked = check_path(path)
    show(checked.diagnostics)
    if any(found.severity == "error" for found in checked.diagnostics):
        raise Unsound(path, checked.diagnostics)
    if checked.environment is None:
        raise UsageProblem(f"{path} declares no environment, only services", "name a file with an `env`")
    return checked.environment


def compiled(env: "Environment", path: str, params: Mapping[str, str] | None, seed: int) -> "Bundle":
    """Compiles one instance."""
    from cowork_dsl.compiler.instance.problems import ParamProblem
    from cowork_dsl.compiler.pipeline import compile_env

    try:
        built = compile_env(env, params, seed)
    except ParamProblem as error:
        raise UsageProblem(str(error), error.mend) from error
    show(built.diagnostics)
    if built.bundle is None:
        raise Unsound(path, built.diagnostics)
    return built.bundle


def show(diagnostics: "Sequence[Diagnostic]") -> None:
    """Shows findings on stderr."""
    import sys

    from cowork_dsl.compiler.diagnostics.render_text import render

    if diagnostics:
        console.say(render(list(diagnostics), color=sys.stderr.isatty()))


def params_of(given: Sequence[str]) -> dict[str, str]:
    """The params that `--param k=v` set."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip().isidentifier() or not value.strip():
            raise UsageProblem(f"--param {text} sets nothing", "--param name=value, such as --param region_count=3")
        if name.strip() in found:
            raise UsageProblem(f"--param {name.strip()} is given twice", "give each param once")
        found[name.strip()] = value.strip()
    return found
