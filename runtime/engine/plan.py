"""What a run is: one file that fixes every rollout before the first one starts, and so the denominator."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

FILE = "run.json"
FORMAT: Literal[1] = 1


class BadRun(Exception):
    """A folder that holds no run, or one that this version can't read."""


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Environment(_Model):
    """A bundle that the run uses; it is kept in the run's folder under its digest."""

    env: str
    digest: str
    validated: bool


class Job(_Model):
    """One rollout: its id in the run, its environment's digest and its seed."""

    id: str
    digest: str
    seed: int


class RunPlan(_Model):
    """run.json."""

    format: Literal[1] = FORMAT
    harness: Literal["scripted"]
    sandbox: Literal["auto", "bwrap", "none"]
    trust: bool
    judge: str
    environments: tuple[Environment, ...]
    jobs: tuple[Job, ...]

    def environment(self, digest: str) -> Environment:
        """An environment by its digest."""
        return next(one for one in self.environments if one.digest == digest)


def jobs_of(environments: tuple[Environment, ...], count: int, seed: int) -> tuple[Job, ...]:
    """So many rollouts in each environment; the k-th has the seed ``seed + k``."""
    return tuple(
        Job(id=f"{one.env}-{one.digest[:8]}-{number:05d}", digest=one.digest, seed=seed + number)
        for one in environments
        for number in range(count)
    )


def write_plan(plan: RunPlan, folder: Path) -> None:
    """Write run.json, whole or not at all."""
    aside = folder / f".{FILE}-{os.getpid()}"
    with aside.open("w", encoding="utf-8") as file:
        file.write(plan.model_dump_json(indent=1) + "\n")
        file.flush()
        os.fsync(file.fileno())
    aside.replace(folder / FILE)


def read_plan(folder: Path) -> RunPlan:
    """Read run.json.

    Raises:
        BadRun: There is none, or it is none of ours.
    """
    try:
        text = (folder / FILE).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        raise BadRun(f"{folder} holds no run: there is no {FILE}") from None
    try:
        return RunPlan.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise BadRun(f"{folder / FILE} is not as it should be: {first['msg']}") from None
