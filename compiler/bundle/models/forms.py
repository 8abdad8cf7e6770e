"""private/forms.json: the declared form of a path or glob."""

from __future__ import annotations

from pydantic import Field

from cowork_dsl.compiler.bundle.models.base import Model, Place


class ColumnForm(Model):
    """A column: its name in expressions, its header in the file, its type as written (``money(EUR)``)."""

    name: str
    header: str
    type: str
    key: bool = False


class Form(Model):
    """The declared form of a path or glob: what readers and writers must know.

    ``kind`` is a reader's name (``table`` for csv, tsv and jsonl, ``json``, ``md``, ``text`` …); ``tables`` are those
    inside of a database.
    """

    pattern: str
    kind: str
    columns: tuple[ColumnForm, ...] = ()
    keys: dict[str, str] = Field(default_factory=dict)
    tables: dict[str, tuple[ColumnForm, ...]] = Field(default_factory=dict)
    sections: dict[str, str] = Field(default_factory=dict)
    limits: dict[str, int] = Field(default_factory=dict)
    output: bool = False
    in_place: bool = False
    place: Place | None = None


class Forms(Model):
    """private/forms.json."""

    forms: tuple[Form, ...] = ()
