"""What all models share: strictness, codes, templates, places."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT: Literal[1] = 1
Code = str
Mode = Annotated[int, Field(ge=0, le=0o777)]
"""Permission bits; nothing in a workspace runs as somebody else."""


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
