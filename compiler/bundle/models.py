"""The files of a bundle, as models; JSON Schemas are generated from these.

Expressions cross this border as ``Code``: the text of one Python expression of the emitted
subset (calls of library functions, names, literals, lambdas), which ``values.admit`` checks
before it is compiled. A ``Template`` is a list of literal strings and ``Code`` holes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT: Literal[1] = 1
Code = str


class Model(BaseModel):
    """Frozen, and strict about unknown keys: a typo in a bundle is an error, not silence."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Hole(Model):
    """A hole of a template: an expression whose value is printed as the language prints values."""

    code: Code


Template = tuple[str | Hole, ...]


class Place(Model):
    """A place in the source: path as shown, lines and columns from 1."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


# ------------------------------------------------------------------- manifest


class Manifest(Model):
    """manifest.json. ``digest`` is over canonical JSON of the manifest without ``digest`` and of all other files."""

    format: Literal[1] = FORMAT
    env: str
    title: str
    digest: str
    scenario: str
    capability: tuple[str, ...]
    labels: dict[str, tuple[str, ...]] = {}
    params: dict[str, str]
    seed: int
    sources: dict[str, str]
    compiler: str


# --------------------------------------------------------------------- public


class FileEntry(Model):
    """One path of the snapshot."""

    blob: str = ""
    size: int = 0
    mode: int = 0o644
    kind: Literal["file", "dir"] = "file"


class Snapshot(Model):
    """public/workspace.json: path to entry, sorted by path."""

    entries: dict[str, FileEntry]


class ToolDecl(Model):
    """One tool, as MCP shows it; ``source`` is ``files``, ``shell``, ``python`` or a service's name."""

    name: str
    description: str
    inputSchema: dict[str, object]
    annotations: dict[str, object] = {}
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


class Tools(Model):
    """public/tools.json."""

    tools: tuple[ToolDecl, ...]
    allow: tuple[Permission, ...] = ()
    deny: tuple[Permission, ...] = ()
    rules: tuple[Permission, ...] = ()
    ask: tuple[Permission, ...] = ()
    limits: Limits = Limits()
    clock: Clock
    readonly: tuple[str, ...] = ()


# ---------------------------------------------------------------------- forms


class ColumnForm(Model):
    """A column: its name in expressions, its header in the file, its type as written (``money(EUR)``)."""

    name: str
    header: str
    type: str
    key: bool = False


class Form(Model):
    """The declared form of a path or glob: what readers and writers must know.

    ``kind`` is a reader's name (``table`` for csv and tsv, ``json``, ``md``, ``text``).
    """

    pattern: str
    kind: str
    columns: tuple[ColumnForm, ...] = ()
    keys: dict[str, str] = {}
    sections: dict[str, str] = {}
    limits: dict[str, int] = {}
    output: bool = False
    in_place: bool = False
    place: Place | None = None


class Forms(Model):
    """private/forms.json."""

    forms: tuple[Form, ...] = ()


# ------------------------------------------------------------------- services


class ServiceTool(Model):
    """A service's tool. Codes see the arguments and the tables by name."""

    name: str
    args: dict[str, str]
    lets: tuple[tuple[str, Code], ...] = ()
    fails: tuple[tuple[str, Code], ...] = ()
    changes: tuple[Change, ...] = ()
    result: Code | None = None


class Service(Model):
    """A service: tables with their columns, first rows, and tools.

    Cells have the text form of their column's type (``values.cells.format_cell``), None where there is no value.
    """

    name: str
    tables: dict[str, tuple[ColumnForm, ...]]
    rows: dict[str, tuple[dict[str, str | None], ...]]
    tools: tuple[ServiceTool, ...]


class Services(Model):
    """private/services.json."""

    services: tuple[Service, ...] = ()


# -------------------------------------------------------------------- changes


class Target(Model):
    """A path, or a service's table, or a place inside a json file (``path`` and ``at``)."""

    path: Template | None = None
    table: str | None = None
    at: Template | None = None


class Put(Model):
    """Creates or replaces a file. Its content is a blob, a template (text) or a code (json)."""

    op: Literal["put"] = "put"
    path: Template
    blob: str | None = None
    text: Template | None = None
    json_: Code | None = Field(default=None, alias="json")
    mode: int = 0o644
    kind: Literal["file", "dir"] = "file"
    silent: bool = False

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Insert(Model):
    """Adds a row; values by column."""

    op: Literal["insert"] = "insert"
    target: Target
    values: dict[str, Code]
    silent: bool = False


class Update(Model):
    """``where`` and ``values`` are codes over ``row``."""

    op: Literal["update"] = "update"
    target: Target
    where: Code | None = None
    values: dict[str, Code]
    silent: bool = False


class Delete(Model):
    """Rows (``where`` over ``row``), or a whole path."""

    op: Literal["delete"] = "delete"
    target: Target
    where: Code | None = None
    silent: bool = False


class Relocate(Model):
    """``move`` or ``copy``."""

    op: Literal["move", "copy"]
    path: Template
    to: Template
    silent: bool = False


class Edit(Model):
    """An operator of validation on a target; arguments are codes."""

    op: Literal["edit"] = "edit"
    target: Target
    operator: str
    args: tuple[Code, ...] = ()
    silent: bool = False


Change = Annotated[Put | Insert | Update | Delete | Relocate | Edit, Field(discriminator="op")]


class CallTool(Model):
    """A tool call by the agent."""

    op: Literal["call"] = "call"
    tool: str
    args: dict[str, Code]


class RunCode(Model):
    """Code that acts in the box: ``body`` is a python program (``run``, ``python``) or a shell script."""

    op: Literal["run", "python", "shell"]
    name: str
    body: str


class Reply(Model):
    """What the agent says."""

    op: Literal["reply"] = "reply"
    text: Template


Act = Annotated[
    Put | Insert | Update | Delete | Relocate | Edit | CallTool | RunCode | Reply, Field(discriminator="op")
]

# --------------------------------------------------------------------- policy


class Event(Model):
    """What fires a transition."""

    type: str
    subject: str | None = None
    number: int | None = None
    at: Code | None = None


class Say(Model):
    """Words; ``tells`` are the facts that they tell."""

    op: Literal["say"] = "say"
    text: Template
    tells: tuple[str, ...] = ()


class SetValue(Model):
    """A value in force changes."""

    op: Literal["set"] = "set"
    name: str
    value: Code


class Advance(Model):
    """The in-universe clock moves by a duration."""

    op: Literal["advance"] = "advance"
    by: Code


UserAct = Annotated[
    Put | Insert | Update | Delete | Relocate | Edit | Say | SetValue | Advance, Field(discriminator="op")
]


class Transition(Model):
    """``id`` is ``USER.STATE#INDEX``."""

    id: str
    name: str | None = None
    kind: str | None = None
    event: Event
    when: Code | None = None
    limit: int | None = None
    acts: tuple[UserAct, ...] = ()
    goto: str | None = None
    place: Place


class State(Model):
    """A state; transitions in order, earlier ones win."""

    name: str
    final: bool = False
    transitions: tuple[Transition, ...] = ()
    place: Place


class UserPolicy(Model):
    """One user's machine; the first state is the initial one."""

    name: str
    principal: bool
    sees: tuple[str, ...] = ()
    authority: tuple[str, ...] = ()
    address: Code | None = None
    states: tuple[State, ...]


class Policy(Model):
    """private/policy.json. ``values`` are the values in force at the start."""

    users: tuple[UserPolicy, ...]
    values: dict[str, Code] = {}


class Fact(Model):
    """A fact with its release."""

    name: str
    text: Template
    ask: tuple[str, ...] = ()
    state: str | None = None
    after: Code | None = None
    volunteered: bool = False
    never: bool = False
    terms: tuple[str, ...] = ()
    actual: Template | None = None


class UserProfile(Model):
    """Who a user is and what they know."""

    name: str
    persona: str = ""
    wants: str = ""
    facts: tuple[Fact, ...] = ()
    unknown: tuple[str, ...] = ()


class Profile(Model):
    """private/profile.json."""

    users: tuple[UserProfile, ...]


# ------------------------------------------------------------------- verifier


class CheckInfo(Model):
    """The source map of one check, and what validation must know of it.

    ``reads`` are (root, reader, target) for each literal read in its expressions, lets followed.
    """

    name: str
    kind: Literal["check", "process"]
    covers: str
    gate: bool
    weight: int
    proves: tuple[str, ...] = ()
    premise: bool = False
    message: str
    place: Place
    expectations: tuple[Place, ...]
    reads: tuple[tuple[str, str, str], ...] = ()


class RequirementInfo(Model):
    """A requirement with its place."""

    name: str
    text: str
    place: Place


class Score(Model):
    """Exponents and the pass line, as decimal text."""

    code: str = "1"
    judge: str = "1"
    passing: str = "1"


class Checks(Model):
    """private/checks.json."""

    checks: tuple[CheckInfo, ...]
    requirements: tuple[RequirementInfo, ...]
    score: Score


class Criterion(Model):
    """A judge."""

    name: str
    covers: str
    weight: int
    sees: tuple[str, ...]
    ask: str
    place: Place


class Rubric(Model):
    """private/rubric.json."""

    judges: tuple[Criterion, ...] = ()


# ---------------------------------------------------------------------- tests


class Turn(Model):
    """A turn: ``turn { }`` (both None), ``turn STATE`` or ``turn n``."""

    state: str | None = None
    number: int | None = None
    acts: tuple[Act, ...] = ()
    place: Place | None = None


class Case(Model):
    """A mutant or a variant, as declared. ``lets`` (of verify and solution) may be used by its codes by name."""

    kind: Literal["mutant", "variant"]
    name: str
    doc: str = ""
    breaks: tuple[str, ...] = ()
    acts: tuple[Act, ...] = ()
    turns: tuple[Turn, ...] = ()
    from_turn: int | None = None
    ignores: str | None = None
    yields: str | None = None
    without: Code | None = None
    repeat: Code | None = None
    place: Place


class Cases(Model):
    """private/tests.json: the solution and the declared cases; ``lets`` in dependency order."""

    solution: tuple[Turn, ...]
    cases: tuple[Case, ...]
    lets: tuple[tuple[str, Code], ...] = ()
