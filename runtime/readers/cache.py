"""Parsed files, kept for as long as they are likely to be asked for again.

Most mutants leave most files as they are, and a check reads the same file as the one before it.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import Reader

_Key = tuple[str, bytes, str, int]


@dataclass(slots=True)
class ParseCache:
    """The latest parsed files, bounded by the bytes that they were parsed from.

    Equal bytes hit also where they are another object: what is kept is told apart by content, path and form.
    """

    most_bytes: int = 16 * 1024 * 1024
    most_files: int = 4096
    _held: OrderedDict[_Key, tuple[object, Form | None]] = field(default_factory=OrderedDict)
    _bytes: int = 0
    _lock: Lock = field(default_factory=Lock)

    def parse(self, reader: Reader, data: bytes, path: str, form: Form | None) -> object:
        """The value of a file; a ``Malformed`` is given back, not raised."""
        # the entry holds the form, so its id can't be another's while the entry lives
        key = (reader.name, data, path, id(form))
        with self._lock:
            found = self._held.get(key)
            if found is not None:
                self._held.move_to_end(key)
                return found[0]
        value: object
        try:
            value = reader.parse(data, path, form)
        except Malformed as error:
            value = Malformed(str(error))  # without the frames that the caught one holds
        with self._lock:
            if key not in self._held:  # another thread may have been as fast
                self._bytes += len(data)
            self._held[key] = (value, form)
            while len(self._held) > self.most_files or (self._bytes > self.most_bytes and len(self._held) > 1):
                (_, old, _, _), _ = self._held.popitem(last=False)
                self._bytes -= len(old)
        return value


PARSED = ParseCache()
