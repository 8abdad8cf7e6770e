"""The one vocabulary of changes, and what else an agent does."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from cowork_dsl.compiler.bundle.models.base import Code, Mode, Model, Template


class Target(Model):
    """A path, or a service's table, or what is inside of a file.

    ``at`` is a place in a json, yaml or toml file, ``part`` a table of a database or a sheet of a workbook.
    """

    path: Template | None = None
    table: str | None = None
    at: Template | None = None
    part: Template | None = None


class Put(Model):
    """Creates or replaces a file. Its content is a blob, a template (text) or a code, written as json, yaml or toml.

    ``beside`` are further files that the same entry makes, blobs by path.
    """

    op: Literal["put"] = "put"
    path: Template
    blob: str | None = None
    text: Template | None = None
    json_: Code | None = Field(default=None, alias="json")
    written: Literal["json", "yaml", "toml"] = "json"
    beside: dict[str, str] = Field(default_factory=dict)
    mode: Mode = 0o644
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
