"""manifest.json, and the files of public/: what an agent may see."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cowork_dsl.compiler.bundle.models.base import FORMAT, Mode, Model


class Manifest(Model):
    """manifest.json. ``digest`` is over canonical JSON of the manifest without ``digest`` and of all other files."""

    format: Literal[1] = FORMAT
    env: str
    title: str
    digest: str
    scenario: str
    capability: tuple[str, ...]
    labels: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    params: dict[str, str]
    seed: int
    sources: dict[str, str]
    compiler: str


class FileEntry(Model):
    """One path of the snapshot."""

    blob: str = ""
    size: int = 0
    mode: Mode = 0o644
    kind: Literal["file", "dir"] = "file"


class Snapshot(Model):
    """public/workspace.json: path to entry, sorted by path."""

    entries: dict[str, FileEntry]


class ToolDecl(Model):
    """One tool, as MCP shows it; ``source`` is ``files``, ``shell``, ``python`` or a service's name."""

    name: str
    description: str
    inputSchema: dict[str, object]
    annotations: dict[str, object] = Field(default_factory=dict)
    source: str


class Permission(Model):
    """``allow`` or ``deny`` of a subject (``read``, ``write``, ``network``, a service, a tool set)."""

    subject: str
    values: tuple[str, ...] = ()


class Limits(Model):
    """Bounds of a rollout; time in seconds. Defaults stand in the language reference."""

    turns: int = 12
    steps: int = 100
    time: int = 1200


class Clock(Model):
    """The in-universe clock: ISO start with zone, and what a tool call and a turn take, in seconds."""

    start: str
    step: int = 60
    turn: int = 3600


class Skill(Model):
    """Know-how that the agent is shown by its line, and reads at its path."""

    name: str
    about: str
    path: str


class Tools(Model):
    """public/tools.json; ``python`` are the packages that the box must have."""

    tools: tuple[ToolDecl, ...]
    allow: tuple[Permission, ...] = ()
    deny: tuple[Permission, ...] = ()
    rules: tuple[Permission, ...] = ()
    ask: tuple[Permission, ...] = ()
    limits: Limits = Limits()
    clock: Clock
    readonly: tuple[str, ...] = ()
    python: tuple[str, ...] = ()
    skills: tuple[Skill, ...] = ()
    memory: tuple[str, ...] = ()
