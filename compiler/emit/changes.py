"""The one vocabulary of changes, lowered to models; contents of new files become blobs where they are known."""

from __future__ import annotations

from typing import Literal, assert_never

from cowork_dsl.compiler.analysis import environment as e
from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.bundle.store import MemoryStore
from cowork_dsl.compiler.emit.lowering import LetStyle, Lowering, merged
from cowork_dsl.compiler.instance.problems import problem, problem_at
from cowork_dsl.compiler.instance.rows import Seeded
from cowork_dsl.compiler.instance.world import empty_reference, entry_files, mode_of

_INSERT_INSTEAD = "put the table without it, and set the column with `insert` or `update`"

_WRITTEN: dict[str, Literal["json", "yaml", "toml"]] = {"json": "json", "yaml": "yaml", "toml": "toml"}
_FILE_INSTEAD = "leave it out; a `file`, `json`, `yaml` or `toml` can insert what only a rollout has"


class Changes:
    """Lowers changes and acts.

    Args:
        lowering: The codes of the instance.
        blobs: Where contents go.
        seed: The seed, for generated rows.
    """

    def __init__(self, lowering: Lowering, blobs: MemoryStore, seed: int) -> None:
        self._lowering = lowering
        self._blobs = blobs
        self._seed = seed

    def change(self, change: e.Change, lets: LetStyle = "inline", world: str = "now", owner: str = "") -> m.Change:
        """One change.

        Args:
            change: What is declared.
            lets: How lets are named in its codes.
            world: The root of a bare value in force.
            owner: Where it stands (``mutant stale``), which is part of the key of its draws.
        """
        low = self._lowering
        match change:
            case e.Put():
                return self._put(change, lets, world, owner)
            case e.Insert():
                values = {name: low.value_code(value, lets, world) for name, value in change.values}
                return m.Insert(target=self.target(change.target, lets, world), values=values, silent=change.silent)
            case e.Update():
                return m.Update(
                    target=self.target(change.target, lets, world),
                    where=low.code(change.where, lets, world) if change.where else None,
                    values={name: low.value_code(value, lets, world) for name, value in change.values},
                    silent=change.silent,
                )
            case e.Delete():
                where = low.code(change.where, lets, world) if change.where else None
                return m.Delete(target=self.target(change.target, lets, world), where=where, silent=change.silent)
            case e.Relocate():
                return m.Relocate(
                    op=change.op,
                    path=low.template(change.source, lets, world),
                    to=low.template(change.to, lets, world),
                    silent=change.silent,
                )
            case e.EditWith():
                return m.Edit(
                    target=self.target(change.target, lets, world),
                    operator=change.operator,
                    args=tuple(low.code(arg, lets, world) for arg in change.args),
                    silent=change.silent,
                )
            case _:
                assert_never(change)

    def act(self, act: e.Act, lets: LetStyle = "name", world: str = "after", owner: str = "") -> m.Act:
        """One act of the solution or of a case."""
        match act:
            case e.CallTool():
                args = {name: self._lowering.value_code(value, lets, world) for name, value in act.args}
                return m.CallTool(tool=act.tool.rpartition(".")[2], args=args)
            case e.RunCode():
                return m.RunCode(op=act.op, name=act.name, body=act.body)
            case e.Reply():
                return m.Reply(text=self._lowering.template(act.text, lets, world))
            case _:
                return self.change(act, lets, world, owner)

    def target(self, target: e.Target, lets: LetStyle, world: str) -> m.Target:
        """What a change touches."""
        low = self._lowering
        return m.Target(
            path=low.template(target.path, lets, world) if target.path else None,
            table=target.table,
            at=low.template(target.at, lets, world) if target.at else None,
            part=low.template(target.part, lets, world) if target.part else None,
        )

    def _put(self, put: e.Put, lets: LetStyle, world: str, owner: str) -> m.Put:
        low, entry = self._lowering, put.entry
        path = low.template(entry.path, lets, world)
        mode = mode_of(entry)
        if entry.kind == "folder":
            return m.Put(path=path, mode=mode, kind="dir", silent=put.silent)
        if entry.resource is None and entry.kind == "file" and entry.text is not None:
            text = low.template(entry.text, lets, world)
            if any(isinstance(part, m.Hole) for part in text):
                return m.Put(path=path, text=_closed(text), mode=mode, silent=put.silent)
        if entry.resource is None and entry.data is not None and not low.is_known(entry.data):
            code = low.code(entry.data, lets, world)
            written = _WRITTEN[entry.kind]
            return m.Put(path=path, json=code, written=written, mode=mode, silent=put.silent)
        self._must_be_known(entry)
        shown = "".join(part for part in path if isinstance(part, str))
        files = entry_files(entry, shown, low.constants, Seeded(self._seed, f"{owner} {shown}", empty_reference))
        blobs = {name: self._blobs.put(one.data) for name, one in files.items() if one.data is not None}
        blob = blobs.pop(shown, None)
        kind: Literal["file", "dir"] = "dir" if blob is None else "file"
        return m.Put(path=path, blob=blob, beside=blobs, mode=mode, kind=kind, silent=put.silent)

    def _must_be_known(self, entry: e.Entry) -> None:
        """What is written when the instance is made can insert only what is known then."""
        if entry.resource is not None:
            return
        if entry.table is not None:
            self._rows_must_be_known(entry.table)
        if entry.kind == "document" and entry.text is not None and not self._lowering.is_told(entry.text):
            message = "a `document` inserts what only a rollout has"
            raise problem("CW491", message, entry.text.source, entry.text.span, mend=_FILE_INSTEAD)
        if entry.part is not None:
            self._part_must_be_known(entry.part)

    def _rows_must_be_known(self, table: e.TableData) -> None:
        for cell in (cell for row in table.rows for cell in row if cell is not None):
            if not self._lowering.is_told(cell):
                raise problem(
                    "CW491", "the table inserts what only a rollout has", cell.source, cell.span, mend=_INSERT_INSTEAD
                )
        for code in (code for fill in table.fills for code in (fill.count, *(code for _, code in fill.columns))):
            if not self._lowering.is_settled(code):
                raise problem_at("CW491", "the table needs what only a rollout has", code, mend=_INSERT_INSTEAD)

    def _part_must_be_known(self, part: e.Part) -> None:
        for _, value in part.fields:
            if isinstance(value, e.Text):
                if not self._lowering.is_told(value):
                    message = f"a `{part.kind}` inserts what only a rollout has"
                    raise problem("CW491", message, value.source, value.span, mend=_FILE_INSTEAD)
            elif not self._lowering.is_settled(value):
                message = f"a `{part.kind}` needs what only a rollout has"
                raise problem_at("CW491", message, value, mend=_FILE_INSTEAD)
        if part.table is not None:
            self._rows_must_be_known(part.table)
        for inner in part.parts:
            self._part_must_be_known(inner)


def _closed(text: m.Template) -> m.Template:
    """A text file ends with a line end, also where its holes are filled later."""
    last = text[-1]
    return text if isinstance(last, str) and last.endswith("\n") else merged([*text, "\n"])
