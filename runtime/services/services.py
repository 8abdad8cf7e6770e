"""The services of one rollout: their tools, their state and the log of every call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cowork_dsl.compiler.bundle.models import Change, Delete, Form, Insert, Service, ServiceTool, Update
from cowork_dsl.compiler.emit.python import py_name
from cowork_dsl.compiler.values.admit import evaluate
from cowork_dsl.compiler.values.cells import type_from_text
from cowork_dsl.compiler.values.failures import Fail, NotProven
from cowork_dsl.compiler.values.library import PLAIN
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.changes.apply import ChangeFailed, apply
from cowork_dsl.runtime.changes.codes import of_row
from cowork_dsl.runtime.services.answers import answer_text
from cowork_dsl.runtime.services.arguments import BadArgument, typed
from cowork_dsl.runtime.services.keys import with_key
from cowork_dsl.runtime.services.lets import with_lets
from cowork_dsl.runtime.services.store import ServiceStore
from cowork_dsl.runtime.verdict.evidence import Rows
from cowork_dsl.runtime.verdict.view import Schema

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class ServiceCall:
    """One line of the audit log: who called what, with which arguments, what came of it, and when in-universe."""

    actor: str
    service: str
    tool: str
    args: Mapping[str, Any]
    ok: bool
    text: str
    changed: tuple[str, ...]
    time: datetime


class _NoFiles(Exception):
    """A tool of a service tried to work on files."""


class ServiceWorld:
    """The tables of the services as a world that changes are carried out on; there are no files in it."""

    def __init__(self, store: ServiceStore) -> None:
        self._store = store

    def read(self, path: str) -> bytes | None:
        """No file is here."""
        return None

    def write(self, path: str, data: bytes, mode: int | None = None) -> None:
        """A tool of a service changes rows only."""
        raise _NoFiles(f"a service can't write {path}")

    def make_folder(self, path: str) -> None:
        """A tool of a service changes rows only."""
        raise _NoFiles(f"a service can't make {path}")

    def remove(self, path: str) -> None:
        """A tool of a service changes rows only."""
        raise _NoFiles(f"a service can't remove {path}")

    def paths(self) -> Iterable[str]:
        """No file is here."""
        return ()

    def rows(self, table: str) -> Rows | None:
        """The rows of a table."""
        return self._store.rows(table) if table in self._store else None

    def set_rows(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replace the rows of a table."""
        self._store.set_rows(table, rows)


class Services:
    """All services of a bundle, with state of their own.

    Args:
        declared: The services.
        clock: The in-universe time.
        forms: The bundle's forms.
    """

    def __init__(self, declared: Sequence[Service], clock: Clock, forms: tuple[Form, ...] = ()) -> None:
        self.store = ServiceStore(declared)
        self.audit: list[ServiceCall] = []
        self._clock = clock
        self._schema = Schema.of(forms, declared)
        self._tools = {tool.name: (service, tool) for service in declared for tool in service.tools}
        self._counts: dict[tuple[str, str], int] = {}

    def __contains__(self, tool: object) -> bool:
        return tool in self._tools

    @property
    def tools(self) -> tuple[str, ...]:
        """The names of all tools."""
        return tuple(self._tools)

    def typed(self, tool: str, args: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a call as values; as they were given where they are not what the tool takes."""
        _, declared = self._tools[tool]
        try:
            return typed(tool, {name: type_from_text(text) for name, text in declared.args.items()}, args)
        except BadArgument:
            return dict(args)

    def call(self, tool: str, args: Mapping[str, Any], actor: str = "agent") -> ServiceCall:
        """Carry out a call; what is wrong with it is an answer, too.

        Args:
            tool: A tool's name.
            args: Its arguments, as JSON has them.
            actor: Who calls; new rows get their keys from it.
        """
        service, declared = self._tools[tool]
        number = self._counts[actor, tool] = self._counts.get((actor, tool), 0) + 1
        before = {table: self.store.rows(table) for table in self._tables(service)}
        try:
            ok, text = self._run(service, declared, args, actor, f"{tool}#{number}")
        except BadArgument as problem:
            ok, text = False, f"error: {problem}"
        except (Fail, NotProven) as problem:
            ok, text = False, f"error: {problem.reason}"
        if not ok:
            self._restore(before)
        changed = tuple(table for table, rows in before.items() if self.store.rows(table) is not rows)
        done = ServiceCall(actor, service.name, tool, dict(args), ok, text, changed, self._clock())
        self.audit.append(done)
        return done

    def _tables(self, service: Service) -> list[str]:
        return [f"{service.name}.{name}" for name in service.tables]

    def _restore(self, before: Mapping[str, Rows]) -> None:
        """A call that fails half-way has done nothing."""
        for table, rows in before.items():
            if self.store.rows(table) is not rows:
                self.store.set_rows(table, rows)

    def _run(
        self, service: Service, tool: ServiceTool, args: Mapping[str, Any], actor: str, entry: str
    ) -> tuple[bool, str]:
        types = {name: type_from_text(text) for name, text in tool.args.items()}
        given = {py_name(name): value for name, value in typed(tool.name, types, args).items()}
        for message, condition in tool.fails:
            if self._value(service, tool, given, condition):
                return False, f"error: {message}"
        for at, change in enumerate(tool.changes):
            self._change(service, tool, given, change, actor, f"{entry}/{at}")
        if tool.result is None:
            return True, "ok"
        return True, answer_text(self._value(service, tool, given, tool.result))

    def _names(self, service: Service, given: Mapping[str, Any]) -> dict[str, Any]:
        tables = {py_name(name): self._table(service, name) for name in service.tables}
        return {**PLAIN, "clock": self._clock, **tables, **given}

    def _table(self, service: Service, name: str) -> Table:
        columns = service.tables[name]
        key = next((column.name for column in columns if column.key), None)
        rows = self.store.rows(f"{service.name}.{name}")
        return Table(tuple(column.name for column in columns), rows, key, name=name)

    def _value(self, service: Service, tool: ServiceTool, given: Mapping[str, Any], code: str) -> Any:
        return evaluate(code, with_lets(code, self._names(service, given), tool.lets))

    def _change(
        self, service: Service, tool: ServiceTool, given: Mapping[str, Any], change: Change, actor: str, entry: str
    ) -> None:
        if not isinstance(change, Insert | Update | Delete) or change.target.table is None:
            raise Fail("a service changes its own tables only")
        local = change.target.table.removeprefix(f"{service.name}.")
        full = f"{service.name}.{local}"
        change = change.model_copy(update={"target": change.target.model_copy(update={"table": full})})
        if isinstance(change, Insert):
            columns = service.tables[local]
            key = next((column.name for column in columns if column.key), None)
            taken = [row[key] for row in self.store.rows(full)] if key else []
            change = with_key(change, columns, actor, entry, taken)
        values = {} if isinstance(change, Delete) else change.values
        where = None if isinstance(change, Insert) else change.where
        codes = " ".join([*values.values(), where or ""])
        names = with_lets(codes, self._names(service, given), tool.lets)
        if where is not None:
            meant = of_row(where, names)
            if not any(meant(row) is True for row in self.store.rows(full)):
                return  # which rows must be there, the tool's `fail` conditions say
        outcome = apply(change, ServiceWorld(self.store), names, self._schema, {})
        if isinstance(outcome, ChangeFailed):
            raise Fail(outcome.reason)
