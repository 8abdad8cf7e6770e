"""A bundle in memory: one environment with chosen parameters, compiled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from cowork_dsl.compiler.bundle import models
from cowork_dsl.compiler.bundle.canonical import canonical, digest_of, parse

_M = TypeVar("_M", bound=models.Model)


@dataclass(frozen=True)
class Bundle:
    """Everything that the runtime needs of one environment.

    Attributes:
        manifest: What it is, with its digest.
        goal: What the agent is told at the start (public).
        snapshot: The initial workspace (public).
        tools: What the agent may use (public).
        forms: The declared forms of inputs and outputs.
        services: Services with their first rows.
        policy: The users' machines.
        profile: What the users know.
        checks: The source map of the verifier.
        rubric: The judges.
        cases: The solution, mutants and variants.
        verifier: The text of verifier.py.
        blobs: The bytes that snapshot and changes name, by sha256.
    """

    manifest: models.Manifest
    goal: str
    snapshot: models.Snapshot
    tools: models.Tools
    forms: tuple[models.Form, ...]
    services: tuple[models.Service, ...]
    policy: models.Policy
    profile: models.Profile
    checks: models.Checks
    rubric: models.Rubric
    cases: models.Cases
    verifier: str
    blobs: Mapping[str, bytes] = field(repr=False)

    @property
    def digest(self) -> str:
        """The digest of everything in it."""
        return self.manifest.digest

    def files(self) -> dict[str, bytes]:
        """All files but the manifest, by path in the bundle's folder."""
        return {
            "public/goal.md": self.goal.encode("utf-8"),
            "public/workspace.json": dump(self.snapshot),
            "public/tools.json": dump(self.tools),
            "private/forms.json": dump(models.Forms(forms=self.forms)),
            "private/services.json": dump(models.Services(services=self.services)),
            "private/policy.json": dump(self.policy),
            "private/profile.json": dump(self.profile),
            "private/checks.json": dump(self.checks),
            "private/rubric.json": dump(self.rubric),
            "private/tests.json": dump(self.cases),
            "private/verifier.py": self.verifier.encode("utf-8"),
        }


def dump(model: models.Model) -> bytes:
    """A model as canonical JSON."""
    return canonical(model.model_dump(mode="python", by_alias=True))


def bundle_digest(manifest: models.Manifest, files: Mapping[str, bytes]) -> str:
    """The digest of a bundle: over its manifest without the digest, and the digests of all its files.

    Blobs are in it through the digests by which the files name them.
    """
    head = manifest.model_dump(mode="python", by_alias=True)
    del head["digest"]
    return digest_of(canonical({"manifest": head, "files": {path: digest_of(data) for path, data in files.items()}}))


def sealed(bundle: Bundle) -> Bundle:
    """The same bundle with the right digest, and as it is once it was written and read: maps in the order of their keys."""
    digest = bundle_digest(bundle.manifest, bundle.files())
    return replace(
        bundle,
        manifest=settled(bundle.manifest.model_copy(update={"digest": digest})),
        snapshot=settled(bundle.snapshot),
        tools=settled(bundle.tools),
        forms=tuple(map(settled, bundle.forms)),
        services=tuple(map(settled, bundle.services)),
        policy=settled(bundle.policy),
        profile=settled(bundle.profile),
        checks=settled(bundle.checks),
        rubric=settled(bundle.rubric),
        cases=settled(bundle.cases),
    )


def settled(model: _M) -> _M:
    """A model as it is once it was written and read."""
    return type(model).model_validate(parse(dump(model)))


def blobs_named(bundle: Bundle) -> tuple[str, ...]:
    """The digests of all blobs that a bundle names, sorted, each once."""
    found = {entry.blob for entry in bundle.snapshot.entries.values() if entry.kind == "file"}
    for put in _puts(bundle):
        found.update((*put.beside.values(), *([put.blob] if put.blob is not None else ())))
    return tuple(sorted(found))


def _puts(bundle: Bundle) -> Iterator[models.Put]:
    turns = [turn.acts for turn in bundle.cases.solution]
    for case in bundle.cases.cases:
        turns.append(case.acts)
        turns.extend(turn.acts for turn in case.turns)
    for acts in turns:
        yield from (act for act in acts if isinstance(act, models.Put))
    for user in bundle.policy.users:
        for state in user.states:
            for transition in state.transitions:
                yield from (act for act in transition.acts if isinstance(act, models.Put))
    for service in bundle.services:
        for tool in service.tools:
            yield from (change for change in tool.changes if isinstance(change, models.Put))
