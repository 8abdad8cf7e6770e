"""The one vocabulary of changes, lowered to models; contents of new files become blobs where they are known."""

from __future__ import annotations

from typing import assert_never

from cowork_dsl.compiler.analysis import environment as e
from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.compiler.bundle.store import MemoryStore
from cowork_dsl.compiler.emit.lowering import LetStyle, Lowering, merged
from cowork_dsl.compiler.instance.problems import problem, problem_at
from cowork_dsl.compiler.instance.rows import Seeded
from cowork_dsl.compiler.instance.world import empty_reference, entry_bytes, mode_of

_INSERT_INSTEAD = "put the table without it, and set the column with `insert` or `update`"


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
                return m.CallTool(tool=act.tool, args=args)
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
        if entry.resource is None and entry.kind == "json" and entry.data is not None and not low.is_known(entry.data):
            return m.Put(path=path, json=low.code(entry.data, lets, world), mode=mode, silent=put.silent)
        self._must_be_known(entry)
        shown = "".join(part for part in path if isinstance(part, str))
        data = entry_bytes(entry, shown, low.constants, Seeded(self._seed, f"{owner} {shown}", empty_reference))
        return m.Put(path=path, blob=self._blobs.put(data or b""), mode=mode, silent=put.silent)

    def _must_be_known(self, entry: e.Entry) -> None:
        """A table is written when the instance is made, so what it inserts must be known then."""
        if entry.table is None or entry.resource is not None:
            return
        for cell in (cell for row in entry.table.rows for cell in row if cell is not None):
            if not self._lowering.is_told(cell):
                raise problem(
                    "CW491", "the table inserts what only a rollout has", cell.source, cell.span, mend=_INSERT_INSTEAD
                )
        for code in (code for fill in entry.table.fills for code in (fill.count, *(code for _, code in fill.columns))):
            if not self._lowering.is_settled(code):
                raise problem_at("CW491", "the table needs what only a rollout has", code, mend=_INSERT_INSTEAD)


def _closed(text: m.Template) -> m.Template:
    """A text file ends with a line end, also where its holes are filled later."""
    last = text[-1]
    return text if isinstance(last, str) and last.endswith("\n") else merged([*text, "\n"])
