"""What validation found, beside the bundle it is about: ``private/validation.json``."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any, Literal

from pydantic import ValidationError

from cowork_dsl import __version__
from cowork_dsl.validation.options import Options
from cowork_dsl.validation.report.model import EnvReport, Instance

FILE = "private/validation.json"

Status = Literal["passed", "failed", "none"]


def write(folder: Path, digest: str, report: EnvReport) -> None:
    """Writes a complete report into a bundle's folder; a partial one says too little to be kept."""
    if not report.complete:
        return
    text = report.model_copy(update={"digest": digest}).model_dump_json(indent=1)
    place = folder / FILE
    descriptor, aside = tempfile.mkstemp(dir=place.parent, prefix=".validation-")
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(aside, place)


def read(folder: Path, digest: str) -> EnvReport | None:
    """The report on a bundle; None where there is none, or where it is about other contents or by another version."""
    try:
        report = EnvReport.model_validate_json((folder / FILE).read_bytes())
    except (OSError, ValidationError):
        return None
    return report if report.digest == digest and report.version == __version__ else None


def reusable(
    folder: Path, instances: Sequence[Instance], options: Options, paths: Mapping[str, str] | None = None
) -> EnvReport | None:
    """The stored report where it answers what is asked now: the same instances, and every part.

    Args:
        folder: The bundle of the first instance.
        instances: Those that are asked for.
        options: What is asked.
        paths: Source file, as places name it, to its path from where the user stands now.
    """
    report = read(folder, instances[0].digest)
    if report is None or report.instances != tuple(instances) or set(options.only) != set(report.only):
        return None
    return EnvReport.model_validate(_renamed(report.model_dump(), paths or {}))


def _renamed(value: Any, paths: Mapping[str, str]) -> Any:
    """The same with every ``file`` as it is called from here."""
    if isinstance(value, dict):
        found = {name: _renamed(item, paths) for name, item in value.items()}
        if isinstance(found.get("file"), str):
            found["file"] = paths.get(PurePath(found["file"]).name, found["file"])
        return found
    return [_renamed(item, paths) for item in value] if isinstance(value, list | tuple) else value


def status(folder: Path, digest: str) -> Status:
    """Whether a bundle may be rolled out on: it was validated as a whole, and passed."""
    report = read(folder, digest)
    if report is None or not report.complete:
        return "none"
    return "passed" if report.ok else "failed"
