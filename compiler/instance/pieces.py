"""What stands between the braces of an entry, with its values: what the writers of mails, databases … are given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cowork_dsl.compiler.analysis.environment import Each, Entry, Part, Text
from cowork_dsl.compiler.artifacts.registry import Piece, Stored, TableContent
from cowork_dsl.compiler.instance.constants import Constants
from cowork_dsl.compiler.instance.rows import Seeded, rows_of
from cowork_dsl.compiler.instance.texts import filled

Store = Callable[[Sequence[Entry | Each], Constants, Seeded, str], Mapping[str, Stored]]


class Pieces:
    """Makes the pieces of one entry.

    Args:
        seeded: What its draws are keyed by.
        path: Of the entry.
        store: Makes the entries inside of it.
    """

    def __init__(self, seeded: Seeded, path: str, store: Store) -> None:
        self._seeded = seeded
        self._path = path
        self._store = store

    def piece(self, part: Part, place: str, constants: Constants) -> Piece:
        """A part with its values; `place` tells it apart from its neighbours in the keys of draws."""
        label = place if part.label is None else filled(part.label, constants)
        seeded = Seeded(self._seeded.seed, place, self._seeded.reference)
        fields: dict[str, tuple[object, ...]] = {}
        for name, value in part.fields:
            found = filled(value, constants) if isinstance(value, Text) else constants.evaluate(value)
            fields[name] = (*fields.get(name, ()), found)
        return Piece(
            part.kind,
            label,
            fields,
            None if part.table is None else TableContent(part.table.columns, rows_of(part.table, constants, seeded)),
            self._store(part.entries, constants, seeded, place),
            tuple(self._parts(part.parts, place, constants)),
        )

    def _parts(self, parts: Sequence[Part], place: str, constants: Constants) -> list[Piece]:
        made: list[Piece] = []
        for number, part in enumerate(parts):
            if part.when is None or constants.evaluate(part.when) is True:
                name = filled(part.label, constants) if part.label is not None else str(number)
                made.append(self.piece(part, f"{place} {name}", constants))
        return made
