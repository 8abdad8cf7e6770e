"""What is validated: the sampled instances of one environment, and the text of its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cowork_dsl.compiler.bundle import models
from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.validation.report.model import Instance, Place


@dataclass(frozen=True)
class Subject:
    """One environment, or one family of them.

    Attributes:
        bundles: One a sampled instance; the first stands for what they have in common.
        texts: Source file, as places name it, to its text; files that are not at hand are absent.
        paths: The same to the path by which the user named it.
    """

    bundles: tuple[Bundle, ...]
    texts: Mapping[str, str] = field(default_factory=dict)
    paths: Mapping[str, str] = field(default_factory=dict)

    @property
    def first(self) -> Bundle:
        """The bundle that names, places and declarations are taken from."""
        return self.bundles[0]

    @property
    def instances(self) -> tuple[Instance, ...]:
        """The instances as the report lists them, numbered from 1."""
        return tuple(
            Instance(
                number=number, params=dict(bundle.manifest.params), seed=bundle.manifest.seed, digest=bundle.digest
            )
            for number, bundle in enumerate(self.bundles, 1)
        )

    def place(self, place: models.Place) -> Place:
        """A place with the text of its line."""
        return Place(file=self.path(place.file), line=place.line, text=self.line(place.file, place.line))

    def path(self, file: str) -> str:
        """A source file as the user knows it."""
        return self.paths.get(file, file)

    def line(self, file: str, number: int) -> str:
        """A line of the source, empty where the file is not at hand."""
        lines = self.texts.get(file, "").split("\n")
        return lines[number - 1].rstrip("\r") if 1 <= number <= len(lines) else ""


def instance_words(instance: Instance) -> str:
    """An instance as findings name it."""
    params = "".join(f", {name} = {value}" for name, value in sorted(instance.params.items()))
    return f"instance {instance.number} (seed {instance.seed}{params})"
