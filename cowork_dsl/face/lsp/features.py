"""What a feature of the server is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cowork_dsl.face.lsp.desk import Desk
from cowork_dsl.grammar.records import dataclass


@dataclass(frozen=True, slots=True)
class Feature:
    """One request of the protocol.

    Attributes:
        method: Its name.
        answer: Makes the answer from the open documents and the request.
        options: What the server says about it at the start.
    """

    method: str
    answer: Callable[[Desk, Any], Any]
    options: object = None
