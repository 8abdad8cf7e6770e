"""What a TARGET on the command line stands for: `.cowork` files, bundles, or folders of either."""

import os
import re
from collections.abc import Iterator, Sequence
from typing import Literal

from cowork_dsl.face.errors import UsageProblem
from cowork_dsl.grammar.records import dataclass

SUFFIX = ".cowork"
_MOST_BYTES = 2_000_000
_SERVICE = re.compile(rb"^service\b", re.MULTILINE)
_ENV = re.compile(rb"^env\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Target:
    """One thing to work on.

    Attributes:
        path: where it is, as the user would name it.
        kind: a source file, or the folder of a bundle.
    """

    path: str
    kind: Literal["source", "bundle"]


def find_targets(paths: Sequence[str]) -> list[Target]:
    """The source files and bundles that the arguments stand for, in order, each once.

    A folder stands for all that it holds, at any depth, apart from hidden folders and files that hold only services.

    Raises:
        UsageProblem: an argument does not exist, is no target, or is a folder that holds none.
    """
    found: dict[str, Target] = {}
    for path in paths:
        for target in _targets_at(path):
            found.setdefault(os.path.realpath(target.path), target)
    return list(found.values())


def source_files(paths: Sequence[str]) -> list[str]:
    """The `.cowork` files that the arguments stand for; a file that is named outright may have any name.

    Raises:
        UsageProblem: an argument does not exist, is a bundle, or is a folder without such files.
    """
    found: dict[str, str] = {}
    for path in paths:
        if _is_bundle(path):
            raise UsageProblem(f"{path} is a bundle", mend=f"name the {SUFFIX} file that it was compiled from")
        if os.path.isdir(path):
            inside = [target.path for target in _inside(path) if target.kind == "source"]
            if not inside:
                raise UsageProblem(f"there is no {SUFFIX} file in {path}", mend="cowork new NAME writes one")
        else:
            _must_exist(path, f"name a {SUFFIX} file, or a folder that holds some")
            inside = [path]
        for source in inside:
            found.setdefault(os.path.realpath(source), source)
    return list(found.values())


def _targets_at(path: str) -> list[Target]:
    _must_exist(path)
    if not os.path.isdir(path):
        if not path.endswith(SUFFIX):
            raise UsageProblem(
                f"{path} is no {SUFFIX} file", mend=f"name a {SUFFIX} file, a bundle, or a folder of either"
            )
        return [Target(path, "source")]
    if _is_bundle(path):
        return [Target(path, "bundle")]
    inside = [target for target in _inside(path) if target.kind == "bundle" or not _only_services(target.path)]
    if not inside:
        raise UsageProblem(
            f"there is neither a {SUFFIX} file nor a bundle in {path}", mend="cowork new NAME writes one"
        )
    return inside


def _inside(folder: str) -> Iterator[Target]:
    for here, folders, files in os.walk(folder):
        if here != folder and _is_bundle(here):
            folders.clear()
            yield Target(here, "bundle")
            continue
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Target(os.path.join(here, name), "source") for name in sorted(files) if name.endswith(SUFFIX))


def _only_services(path: str) -> bool:
    """Whether a file holds services for others and no environment of its own; a folder may hold both kinds."""
    try:
        with open(path, "rb") as file:
            text = file.read(_MOST_BYTES)
    except OSError:
        return False
    return _SERVICE.search(text) is not None and _ENV.search(text) is None


def _must_exist(path: str, mend: str = f"name a {SUFFIX} file, a bundle, or a folder of either") -> None:
    if not os.path.exists(path):
        raise UsageProblem(f"there is no {path}", mend=mend)


def _is_bundle(folder: str) -> bool:
    # The same two marks as compiler/bundle/folder.py, without importing its models before something is compiled.
    return os.path.isfile(os.path.join(folder, "manifest.json")) and os.path.isdir(os.path.join(folder, "public"))
