"""What an agent that makes no effort writes: contents for each declared output, one function a way of not working."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cowork_dsl.compiler.bundle.bundle import Bundle
from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.compiler.values.globs import match
from cowork_dsl.runtime.verdict.view import is_glob
from cowork_dsl.validation.candidates import MAX_VALUES, MAX_WORDS, texts_of, values_of, words_of


@dataclass(frozen=True, slots=True)
class Material:
    """What there is to write from.

    Attributes:
        outputs: Path to the form that was declared for it.
        inputs: The files of the start.
        words: What the agent was told.
    """

    outputs: Mapping[str, Form]
    inputs: Mapping[str, bytes]
    words: str


def material(bundle: Bundle, produced: Iterable[str]) -> Material:
    """The material of a bundle; `produced` are the paths of a finished workspace, which tell what a glob stands for."""
    inputs = {path: bundle.blobs[entry.blob] for path, entry in bundle.snapshot.entries.items() if entry.kind == "file"}
    paths = list(produced)
    outputs: dict[str, Form] = {}
    for form in bundle.forms:
        if not form.output:
            continue
        if is_glob(form.pattern):
            outputs.update((path, form) for path in paths if match(form.pattern, path))
        else:
            outputs[form.pattern] = form
    required = " ".join(requirement.text for requirement in bundle.checks.requirements)
    return Material(outputs, inputs, f"{bundle.goal}\n{required}")


def empty(given: Material) -> dict[str, str]:
    """Nothing in every output."""
    return dict.fromkeys(given.outputs, "")


def bare(given: Material) -> dict[str, str]:
    """The form alone: headers without rows, keys without values, headings without text."""
    return {path: _formed(path, form, [], "") for path, form in given.outputs.items()}


def copied(given: Material) -> dict[str, str]:
    """In every output an input, best one of the same kind."""
    texts = dict(texts_of(given.inputs))
    found = {}
    for path in given.outputs:
        suffix = path.rpartition(".")[2]
        ranked = sorted(
            texts, key=lambda name: (not name.endswith(f".{suffix}"), name == path, -len(texts[name]), name)
        )
        if ranked:
            found[path] = texts[ranked[0]]
    return found


def stuffed(given: Material) -> dict[str, str]:
    """Every word of goal, requirements and inputs, wherever text fits."""
    texts = [text for _, text in texts_of(given.inputs)]
    words = " ".join(words_of(given.words, *texts)[:MAX_WORDS])
    return {path: _formed(path, form, [words], words) for path, form in given.outputs.items()}


def listed(given: Material) -> dict[str, str]:
    """Every candidate that the inputs hold: a row for each, a line for each."""
    values = values_of(given.inputs)[:MAX_VALUES]
    lines = "\n".join(f"- {value}" for value in values)
    return {path: _formed(path, form, values, lines) for path, form in given.outputs.items()}


FILLINGS: Mapping[str, tuple[Callable[[Material], dict[str, str]], str]] = {
    "empty outputs": (empty, "writes nothing into every output"),
    "bare outputs": (bare, "writes headers, keys and headings, without content"),
    "copied inputs": (copied, "hands an input over as each output"),
    "keyword stuffing": (stuffed, "writes every word it was told or can read"),
    "lists all": (listed, "writes every candidate value"),
}
"""Name to what is written and to the words for people."""


def _formed(path: str, form: Form, values: Sequence[str], text: str) -> str:
    """An output in its declared form: `values` as rows, `text` wherever text is wanted."""
    if form.columns:
        lines = io.StringIO()
        writer = csv.writer(lines, delimiter="\t" if path.endswith(".tsv") else ",", lineterminator="\n")
        writer.writerow([column.header for column in form.columns])
        writer.writerows([[value] * len(form.columns) for value in values])
        return lines.getvalue()
    if form.keys:
        return json.dumps({name: _value(type_, text) for name, type_ in form.keys.items()}, ensure_ascii=False)
    if form.sections:
        return "\n\n".join(f"# {title}\n\n{text}" for title in form.sections) + "\n"
    if path.endswith(".json"):
        return json.dumps(list(values) or {}, ensure_ascii=False)
    return text or "…\n"


def _value(type_: str, text: str) -> object:
    """What a key holds where nothing was worked out."""
    if type_.startswith("list"):
        return text.split("\n") if text else []
    if type_.startswith("map"):
        return {}
    if type_ == "bool":
        return False
    if type_ in {"int", "decimal"}:
        return 0
    return text
