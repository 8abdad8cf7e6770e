"""Labels of a head against the schema."""

from __future__ import annotations

from collections.abc import Callable

from cowork_dsl.compiler.diagnostics.model import Diagnostic, Edit, Fix
from cowork_dsl.compiler.diagnostics.near import nearest
from cowork_dsl.compiler.source import Source, Span
from cowork_dsl.compiler.syntax.ast import Label, Statement
from cowork_dsl.grammar.schema_model import LABELS, Block
from cowork_dsl.grammar.schema_users import EVENTS

Report = Callable[[Diagnostic], None]

_PLAIN: dict[str, Callable[[Label], bool]] = {
    "name": lambda label: label.kind == "name" and "." not in label.value,
    "dotted": lambda label: label.kind == "name",
    "int": lambda label: label.kind == "int",
    "path": lambda label: label.kind == "string",
    "text": lambda label: label.kind == "string",
    "column": lambda label: label.kind == "string" or (label.kind == "name" and "." not in label.value),
    "table": lambda label: label.kind == "string" or (label.kind == "name" and "." in label.value),
    "target": lambda label: label.kind != "int",
    "turn": lambda label: label.kind == "int" or (label.kind == "name" and "." not in label.value),
}
_PARTS = {"table": '"a.sqlite" table "orders"', "sheet": '"book.xlsx" sheet "Q1"'}
"""What is inside of a file, after its path."""


def check_labels(item: Statement, block: Block, report: Report, source: Source) -> bool:
    """Whether the labels of a statement fit its block; reports what does not."""
    labels = item.labels
    at = 0
    for spec in block.labels:
        optional = spec.endswith("?")
        spec = spec.rstrip("?")
        if at >= len(labels):
            if optional:
                continue
            span = Span(item.kind_end, item.kind_end) if not labels else labels[-1].span
            report(
                Diagnostic("CW212", f"`{item.kind}` lacks a label: {LABELS[spec]}", source, Span(item.start, span.end))
            )
            return False
        label = labels[at]
        if spec == "event":
            return _event(item, report, source)
        if not _PLAIN[spec](label):
            report(Diagnostic("CW212", f"the label of `{item.kind}` is {LABELS[spec]}", source, label.span))
            return False
        at += 1
        if spec == "target" and at < len(labels):
            taken = _inside(item, at, report, source)
            if taken < 0:
                return False
            at += taken
    if at < len(labels):
        report(Diagnostic("CW213", f"`{item.kind}` takes no label here", source, labels[at].span))
        return False
    return True


def _inside(item: Statement, at: int, report: Report, source: Source) -> int:
    """`at "a.b"` or `sheet "Q1"` after a path; the number of labels taken, or -1."""
    word, rest = item.labels[at], item.labels[at + 1 : at + 2]
    example = _PARTS.get(word.value) if word.kind == "name" else None
    if example is not None:
        if rest and rest[0].kind == "string":
            return 2
        message = f"`{word.value}` lacks its name, as in `{item.kind} {example}`"
        report(Diagnostic("CW212", message, source, word.span))
        return -1
    if word.kind != "name" or word.value != "at":
        return 0
    if not rest or rest[0].kind != "string":
        report(
            Diagnostic(
                "CW212",
                f'`at` lacks its place inside the file, as in `{item.kind} "a.json" at "b.c"`',
                source,
                word.span,
            )
        )
        return -1
    return 2


def _event(item: Statement, report: Report, source: Source) -> bool:
    word, *rest = item.labels
    event = EVENTS.get(word.value) if word.kind == "name" else None
    if event is None:
        near = nearest(word.value, EVENTS)
        fix = Fix(f"did you mean `{near}`?", (Edit(word.span, near),)) if near else None
        notes = (f"events: {', '.join(EVENTS)}",)
        report(Diagnostic("CW222", f"`{word.value}` is no event", source, word.span, notes=notes, fix=fix))
        return False
    wanted = 1 if event.subject else 0
    if len(rest) > wanted:
        report(Diagnostic("CW213", f"`on {event.name}` takes no label here", source, rest[wanted].span))
        return False
    if wanted and not rest:
        report(Diagnostic("CW212", f"`on {event.name}` lacks a label: {LABELS[event.subject]}", source, item.head))
        return False
    if wanted and not _PLAIN[event.subject](rest[0]):
        report(Diagnostic("CW212", f"the label of `on {event.name}` is {LABELS[event.subject]}", source, rest[0].span))
        return False
    return True
