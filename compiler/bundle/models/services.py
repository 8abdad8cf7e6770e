"""private/services.json: tables and tools outside the sandbox."""

from __future__ import annotations

from cowork_dsl.compiler.bundle.models.base import Code, Model
from cowork_dsl.compiler.bundle.models.changes import Change
from cowork_dsl.compiler.bundle.models.forms import ColumnForm


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
