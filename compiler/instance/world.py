"""s0 of one instance: every file with its bytes, every service's first rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from cowork_dsl.compiler.analysis.environment import Each, Entry, Environment, Origin, Service
from cowork_dsl.compiler.artifacts.registry import Files, NoWriter, Stored, TableContent, writer_for
from cowork_dsl.compiler.instance.bounds import MAX_BYTES, MAX_FILES
from cowork_dsl.compiler.instance.constants import Constants
from cowork_dsl.compiler.instance.generators import Reference
from cowork_dsl.compiler.instance.paths import path_of
from cowork_dsl.compiler.instance.pieces import Pieces
from cowork_dsl.compiler.instance.problems import InstanceProblem, problem, problem_at
from cowork_dsl.compiler.instance.rows import Seeded, rows_of
from cowork_dsl.compiler.instance.texts import filled
from cowork_dsl.compiler.values.failures import Fail

_MAX_STEPS = 100_000


@dataclass(frozen=True, slots=True)
class Made:
    """One path: its bytes (None for a folder), its mode, and what declared it."""

    data: bytes | None
    mode: int
    entry: Entry


@dataclass(slots=True)
class StartWorld:
    """What stands at the start.

    Attributes:
        paths: Every declared path.
        tables: Columns and rows of every table, by path or ``service.table``.
        readonly: Paths that nobody may write.
    """

    paths: dict[str, Made] = field(default_factory=dict)
    tables: dict[str, TableContent] = field(default_factory=dict)
    readonly: list[str] = field(default_factory=list)


def start_world(env: Environment, constants: Constants, seed: int) -> StartWorld:
    """Makes all entries, in file order."""
    world = StartWorld()
    maker = _Maker(env.services, seed, world)
    maker.all(env.workspace, constants)
    return world


class _Maker:
    """Makes entries in a world.

    Args:
        services: Whose tables may have rows.
        seed: Keys the draws.
        world: Where the entries go.
        place: What the keys of draws begin with: of entries inside of another the path of that one.
        reference: Looks up columns of tables that the world doesn't have.
    """

    def __init__(
        self,
        services: Sequence[Service],
        seed: int,
        world: StartWorld,
        place: str = "",
        reference: Reference | None = None,
    ) -> None:
        self._seed = seed
        self._world = world
        self._place = place
        self._around = reference
        self._bytes = 0
        self._steps = 0
        self._service_columns = {
            f"{service.name}.{name}": columns for service in services for name, columns in service.tables
        }

    def all(self, entries: Sequence[Entry | Each], constants: Constants) -> None:
        for entry in entries:
            if isinstance(entry, Each):
                self._each(entry, constants)
            elif entry.when is None or constants.evaluate(entry.when) is True:
                self._entry(entry, constants)

    def _each(self, each: Each, constants: Constants) -> None:
        items = constants.evaluate(each.of)
        if not isinstance(items, list | tuple):
            raise problem_at("CW481", "`of` must be a list", each.of)
        if len(items) > MAX_FILES:
            raise problem_at("CW486", f"{len(items):,} elements are more than {MAX_FILES:,}", each.of)
        for item in items:
            self._steps += 1
            if self._steps > _MAX_STEPS:
                raise problem_at("CW486", f"all `each` together go round more than {_MAX_STEPS:,} times", each.of)
            inside = constants.inside({each.name: item}, each.lets)
            if each.when is None or inside.evaluate(each.when) is True:
                self.all(each.body, inside)

    def _entry(self, entry: Entry, constants: Constants) -> None:
        path = path_of(entry.path, constants)
        if entry.kind == "rows":
            self._service_rows(path, entry, constants)
            return
        self._clear(path, entry)
        made = make_entry(entry, path, constants, Seeded(self._seed, self._place + path, self._reference))
        if isinstance(made, TableContent):
            self._world.tables[path] = made
            made = {path: Stored(_written(entry, path, made), mode_of(entry))}
        for name, stored in made.items():
            if name != path:
                self._clear(name, entry)
            self._bytes += len(stored.data or b"")
            if self._bytes > MAX_BYTES:
                raise _at(entry, "CW486", f"with this entry the workspace is larger than {MAX_BYTES // 2**20} MB")
            self._world.paths[name] = Made(stored.data, stored.mode, entry)
            if len(self._world.paths) > MAX_FILES:
                message = f"with this entry the workspace has more than {MAX_FILES:,} files and folders"
                raise _at(entry, "CW486", message)
            if entry.readonly:
                self._world.readonly.append(name)

    def _service_rows(self, table: str, entry: Entry, constants: Constants) -> None:
        assert entry.table is not None
        columns = self._service_columns[table]
        known = {column.name: column for column in columns}
        # a header here may leave types out: those of the service count
        data = replace(entry.table, columns=tuple(known[column.name] for column in entry.table.columns))
        found = self._world.tables.get(table)
        before = tuple(found.rows) if found else ()
        # two entries may feed one table, so the place among its rows is part of the key
        key = f"{table}#{len(before)}" if before else table
        made = rows_of(data, constants, Seeded(self._seed, key, self._reference))
        rows = tuple({column.name: row.get(column.name) for column in columns} for row in made)
        self._world.tables[table] = TableContent(columns, (*before, *rows))

    def _clear(self, path: str, entry: Entry) -> None:
        there = self._world.paths.get(path)
        if there is not None and not (there.data is None and entry.kind == "folder"):
            raise _at(entry, "CW489", f"two entries make {path!r}", _where(there.entry))
        parts = path.split("/")
        for depth in range(1, len(parts)):
            above = self._world.paths.get("/".join(parts[:depth]))
            if above is not None and above.data is not None:
                raise _at(entry, "CW489", f"{path!r} lies below {'/'.join(parts[:depth])!r}, which is a file")
        if entry.kind != "folder":
            below = next((other for other in self._world.paths if other.startswith(f"{path}/")), None)
            if below is not None:
                raise _at(entry, "CW489", f"{path!r} is a file, but {below!r} lies below it")

    def _reference(self, table: str, column: str) -> Sequence[object]:
        content = self._world.tables.get(table)
        if content is None and self._around is not None:
            return self._around(table, column)
        if content is None:
            raise Fail(f"`{table}` is no table that stands above this one")
        if all(known.name != column for known in content.columns):
            raise Fail(f"`{table}` has no column `{column}`")
        return [row[column] for row in content.rows]


def make_entry(entry: Entry, path: str, constants: Constants, seeded: Seeded) -> TableContent | Mapping[str, Stored]:
    """The content of an entry: a table that is still to be written, or its files by path."""
    mode = mode_of(entry)
    if entry.kind == "folder":
        return {path: Stored(None, mode)}
    if entry.resource is not None:
        return {path: Stored(entry.resource, mode)}
    if entry.kind == "table":
        assert entry.table is not None
        return TableContent(entry.table.columns, rows_of(entry.table, constants, seeded))
    if entry.data is not None:
        return {path: Stored(_written(entry, path, constants.evaluate(entry.data)), mode)}
    if entry.part is not None:
        return _several(entry, path, constants, seeded)
    assert entry.text is not None
    return {path: Stored(_written(entry, path, filled(entry.text, constants)), mode)}


def entry_files(entry: Entry, path: str, constants: Constants, seeded: Seeded) -> Mapping[str, Stored]:
    """The files of an entry by path."""
    made = make_entry(entry, path, constants, seeded)
    return {path: Stored(_written(entry, path, made), mode_of(entry))} if isinstance(made, TableContent) else made


def mode_of(entry: Entry) -> int:
    """Permission bits of an entry."""
    if entry.kind == "folder":
        return 0o755
    mode = 0o755 if entry.executable else 0o644
    return mode & 0o555 if entry.readonly else mode


def _several(entry: Entry, path: str, constants: Constants, seeded: Seeded) -> Mapping[str, Stored]:
    """The files that the braces of an entry make; a file that is executable inside of them stays so."""
    assert entry.part is not None
    piece = Pieces(seeded, path, _stored).piece(entry.part, path, constants)
    made = _writing(entry, path, piece)
    mode = mode_of(entry)
    if isinstance(made, bytes):
        return {path: Stored(made, mode)}
    locked = 0o555 if entry.readonly else 0o777
    return {name or path: Stored(stored.data, (stored.mode | mode) & locked) for name, stored in made.items()}


def _stored(entries: Sequence[Entry | Each], constants: Constants, seeded: Seeded, place: str) -> dict[str, Stored]:
    """The files of entries that stand inside of another entry."""
    world = StartWorld()
    maker = _Maker((), seeded.seed, world, f"{place} ", seeded.reference)
    maker.all(entries, constants)
    return {path: Stored(made.data, made.mode) for path, made in world.paths.items()}


def empty_reference(table: str, column: str) -> Sequence[object]:
    """What ``ref`` finds where there is no workspace around."""
    raise Fail(f"`{table}` can't be referred to here")


def _written(entry: Entry, path: str, content: object) -> bytes:
    return _one(_writing(entry, path, content))


def _writing(entry: Entry, path: str, content: object) -> bytes | Files:
    try:
        made: bytes | Files = writer_for(entry.kind, path)(content)
        return made
    except NoWriter as error:
        raise _at(entry, "CW485", str(error)) from error
    except Fail as error:
        message = f"this can't be written as {entry.kind}: {error.reason}"
        if entry.data is not None:
            raise problem_at("CW481", message, entry.data) from error
        raise _at(entry, "CW481", message) from error


def _one(made: bytes | Files) -> bytes:
    assert isinstance(made, bytes)
    return made


def _at(entry: Entry, code: str, message: str, *notes: str) -> InstanceProblem:
    origin: Origin | None = entry.origin
    if origin is not None:
        return problem(code, message, origin.source, origin.span, *notes)
    return problem(code, message, entry.path.source, entry.path.span, *notes)


def _where(entry: Entry) -> str:
    line = entry.path.source.position(entry.path.span.start)[0]
    return f"the other one stands in line {line}"
