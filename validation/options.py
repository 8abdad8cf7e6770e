"""What a validation is asked to do."""

from __future__ import annotations

from dataclasses import dataclass

from cowork_dsl.runtime.sandbox.choose import Kind
from cowork_dsl.validation.report.model import PASSES, PassName

INSTANCES = 5
"""How many instances of a family are looked at where nobody says: the drawn one, the corners, further seeds."""

ZONES = ("UTC", "Asia/Tokyo", "UTC")
"""The time zones in which the solution's runs take place and are graded, one run each."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to validate.

    Attributes:
        only: The passes to run, in their order.
        instances: How many instances of a family to sample.
        seed: The seed of the first one.
        sandbox: The backend.
        workers: Processes; 0 is one a core.
    """

    only: tuple[PassName, ...] = PASSES
    instances: int = INSTANCES
    seed: int = 1
    sandbox: Kind = "auto"
    workers: int = 0
