"""A git repository as values: commits, branches, and the files of any commit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cowork_dsl.compiler.values.failures import Fail, is_none, missing
from cowork_dsl.compiler.values.inside import Inside
from cowork_dsl.compiler.values.show import brief
from cowork_dsl.compiler.values.tables import Table


@dataclass(frozen=True, slots=True, eq=False)
class Repository:
    """What a repository holds.

    Attributes:
        name: Its folder.
        head: The commit that is checked out; empty where there is none yet.
        branch: The branch that is checked out; empty where none is.
        branches: Commits by branch.
        tags: Commits by tag.
        log: The commits that can be reached from the head, the newest first.
        files: Gives the files of a commit.
        find: Gives the commit that a branch, a tag or the beginning of a digest names.
    """

    name: str
    head: str
    branch: str
    branches: Mapping[str, str]
    tags: Mapping[str, str]
    log: Table
    files: Callable[[str], Mapping[str, bytes]]
    find: Callable[[str], str]


def repository_at(value: object, ref: str) -> Inside:
    """The files of the commit that a branch, a tag, `HEAD` or a digest names."""
    repo = _repository(value)
    return Inside(repo.files(repo.find(str(ref))), f"{repo.name} at {ref}")


def repository_changed(value: object, ref: str, since: str | None = None) -> list[str]:
    """The paths in which a commit differs from another one, from its first parent where none is named."""
    repo = _repository(value)
    commit = repo.find(str(ref))
    new = repo.files(commit)
    row = next((row for row in repo.log.rows if row["id"] == commit), None)
    before = repo.find(str(since)) if since is not None else row["parent"] if row is not None else ""
    old = repo.files(before) if before else {}
    return sorted(path for path in {*new, *old} if new.get(path) != old.get(path))


def _repository(value: object) -> Repository:
    if isinstance(value, Repository):
        return value
    raise missing(value, "read") if is_none(value) else Fail(f"{brief(value)} is no repository")
