"""One record a rollout: everything that happened, in order, and what came of it.

What differs between two runs of the same rollout (wall times, process ids) stands apart in ``volatile``;
the rollout's identity is over all the rest.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT: Literal[1] = 1

Actor = Literal["agent", "tool", "user", "workspace", "system"]
Visibility = Literal["public", "private"]
Termination = Literal[
    "done",
    "limit_turns",
    "limit_steps",
    "limit_time",
    "limit_space",
    "stalled",
    "gave_up",
    "user_error",
    "infra_error",
]


class Model(BaseModel):
    """Frozen, and strict about unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# --------------------------------------------------------------------- events


class Start(Model):
    """What the agent was told at the start, and the workspace that it found."""

    kind: Literal["start"] = "start"
    goal: str
    snapshot: str


class Words(Model):
    """What the agent or a user said."""

    kind: Literal["message"] = "message"
    speaker: str
    text: str


class Understood(Model):
    """What a message told, or asked for: facts by name; ``message`` is the index of its event."""

    kind: Literal["understood"] = "understood"
    message: int
    tells: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()


class Call(Model):
    """The agent called a tool."""

    kind: Literal["call"] = "call"
    call: int
    tool: str
    args: dict[str, Any]


class Result(Model):
    """What a tool answered, as the agent saw it; ``reads`` and ``writes`` are paths and tables."""

    kind: Literal["result"] = "result"
    call: int
    tool: str
    ok: bool
    text: str
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()


class FileChange(Model):
    """One path: its content before and after, by sha256; None where there was or is none."""

    path: str
    before: str | None = None
    after: str | None = None


class WorkspaceChange(Model):
    """What changed in the workspace and the services, and by whom (``agent`` or a user's name)."""

    kind: Literal["workspace"] = "workspace"
    by: str
    files: tuple[FileChange, ...] = ()
    tables: tuple[str, ...] = ()
    lost: bool = False


class ValueSet(Model):
    """A value in force changed; ``value`` is spelled as code."""

    kind: Literal["value"] = "value"
    user: str
    name: str
    value: str


class Moved(Model):
    """A transition fired; ``entered`` is the state it led to, None where it stayed."""

    kind: Literal["transition"] = "transition"
    user: str
    transition: str
    name: str | None = None
    change: str | None = None
    entered: str | None = None


class Withheld(Model):
    """The leak guard kept words back, because they would have told these facts."""

    kind: Literal["withheld"] = "withheld"
    user: str
    facts: tuple[str, ...]


class Approval(Model):
    """A call was held until somebody decided about it; ``by`` is None where nobody did."""

    kind: Literal["approval"] = "approval"
    call: int
    tool: str
    approved: bool
    by: str | None = None


class Permission(Model):
    """What the agent may do changed."""

    kind: Literal["permission"] = "permission"
    user: str
    change: Literal["grant", "revoke"]
    subject: str
    values: tuple[str, ...] = ()


class Fault(Model):
    """A declared fault of a tool came."""

    kind: Literal["fault"] = "fault"
    call: int
    tool: str
    trouble: str


class Session(Model):
    """A new session of the agent begins: its messages start anew with these words."""

    kind: Literal["session"] = "session"
    goal: str


class HandBack(Model):
    """A work segment ended; ``snapshot`` is the workspace at that moment, before users act."""

    kind: Literal["hand_back"] = "hand_back"
    snapshot: str


class End(Model):
    """The rollout ended."""

    kind: Literal["end"] = "end"
    reason: Termination
    detail: str = ""


Body = Annotated[
    Start
    | Words
    | Understood
    | Call
    | Result
    | WorkspaceChange
    | ValueSet
    | Moved
    | Withheld
    | Approval
    | Permission
    | Fault
    | Session
    | HandBack
    | End,
    Field(discriminator="kind"),
]


class Event(Model):
    """One event: its place in the record, the segment (0 before the first), tool calls so far, in-universe time."""

    index: int
    segment: int
    step: int
    time: str
    actor: Actor
    visibility: Visibility
    body: Body


# -------------------------------------------------------------------- verdict


class CheckRecord(Model):
    """One check's result; decimals as text."""

    name: str
    result: Literal["pass", "partial", "fail", "not_proven", "error"]
    credit: str
    weight: int
    gate: bool
    reason: str = ""
    operands: tuple[str, ...] = ()


class VerdictRecord(Model):
    """V check by check, V_code, V_LLM and the reward; None is not measured, never zero."""

    reward: str | None
    code: str | None
    judge: str | None
    passed: bool
    error: bool
    checks: tuple[CheckRecord, ...]


# ----------------------------------------------------------------- trajectory


class Harness(Model):
    """Who drove the agent."""

    name: str
    version: str
    settings: dict[str, str] = {}


class Worlds(Model):
    """The states that a verdict rests on, each by the digest of its manifest."""

    before: str
    after: str
    truth: str
    at: dict[str, str] = {}
    truth_at: dict[str, str] = {}


class Volatile(Model):
    """What may differ between two runs of the same rollout."""

    started: str = ""
    seconds: float = 0.0
    attempts: int = 1
    pid: int = 0


class Trajectory(Model):
    """One rollout.

    Attributes:
        id: The rollout's id in its run.
        env: The environment's name.
        digest: The bundle's digest.
        validated: Whether the bundle had passed validation.
        judge: ``none`` where judges were left out.
        events: What happened, in order.
        moments: Moment name to the index of its event.
        worlds: The states to grade on; None where the rollout broke before it could end.
        verdict: None where the rollout broke.
        termination: How it ended.
    """

    format: Literal[1] = FORMAT
    id: str
    env: str
    digest: str
    params: dict[str, str] = {}
    validated: bool
    harness: Harness
    model: str | None = None
    sampling: dict[str, str] = {}
    seed: int
    sandbox: str
    judge: str = "none"
    events: tuple[Event, ...]
    moments: dict[str, int] = {}
    worlds: Worlds | None = None
    verdict: VerdictRecord | None = None
    termination: Termination
    volatile: Volatile = Volatile()

    @property
    def void(self) -> str | None:
        """Who is to blame where the rollout counts neither as passed nor as failed: infra, user or verifier."""
        if self.termination == "infra_error":
            return "infra"
        if self.termination == "user_error":
            return "user"
        if self.verdict is None or self.verdict.error:
            return "verifier"
        return None

    @property
    def identity(self) -> str:
        """The digest of everything that does not vary between two runs of the same rollout."""
        plain = self.model_dump(mode="json", exclude={"volatile"})
        return sha256(json.dumps(plain, sort_keys=True, separators=(",", ":")).encode("ascii")).hexdigest()
