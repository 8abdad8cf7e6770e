"""What an expression mentions: one walk, whose findings all rules share."""

from __future__ import annotations

from cowork_dsl.compiler.analysis.patterns import pattern_of
from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.source import Source
from cowork_dsl.compiler.syntax.ast import (
    Binary,
    Call,
    Expr,
    Field,
    If,
    Index,
    List_,
    Literal_,
    Map_,
    Money_,
    Name,
    Unary,
)
from cowork_dsl.compiler.syntax.holes import holes
from cowork_dsl.grammar.records import dataclass, field

ROOTS = frozenset({"after", "before", "truth", "made", "now"})
_STATE_READERS = frozenset({"exists", "unchanged", "only_changed", "created", "deleted"})
_RECORD_READERS = frozenset({"calls", "read", "entered", "asked"})
_REPLIES = frozenset({"reply", "replies"})


@dataclass(frozen=True, slots=True)
class Read:
    """One read.

    Attributes:
        root: ``after before truth made now at``, ``record`` for the record, empty for none (in guards: now).
        reader: ``table``, ``json``, ``exists`` …; ``rows`` for a service's table, ``value`` for a value in force.
        target: The literal path (``*`` for each hole), glob, table or name; empty where it is computed.
        start: Where the target stands.
        end: Where it ends.
    """

    root: str
    reader: str
    target: str
    start: int
    end: int


@dataclass(slots=True)
class Scan:
    """What one expression mentions.

    Attributes:
        names: Bare names and where they first stand.
        reads: Reads of states and of the record.
        literals: Literals that are no argument of a reader, as spelled.
    """

    names: dict[str, Name] = field(default_factory=dict)
    reads: list[Read] = field(default_factory=list)
    literals: list[Literal_] = field(default_factory=list)


def _ignore(diagnostic: Diagnostic) -> None:
    """What is wrong in a hole is the inference's to report."""


def _inserted(node: Literal_, source: Source, stack: list[Expr]) -> None:
    """Adds what the holes of a text mention."""
    for part in holes(node, source, _ignore):
        if not isinstance(part, str):
            stack.append(part.expr)
            for one in part.filters:
                if isinstance(one, Call):
                    stack.extend(argument.value for argument in one.args)


def scan(expr: Expr, source: Source) -> Scan:
    """Walks an expression once, into the holes of its texts, too."""
    found = Scan()
    stack: list[Expr] = [expr]
    push = stack.append
    while stack:
        node = stack.pop()
        if isinstance(node, Call):
            _call(node, found, source, stack)
        elif isinstance(node, Name):
            found.names.setdefault(node.name, node)
            if node.name in _REPLIES:
                found.reads.append(Read("made", node.name, "", node.start, node.end))
        elif isinstance(node, Literal_):
            found.literals.append(node)
            if node.kind in ("string", "text") and "{{" in node.text:
                _inserted(node, source, stack)
        elif isinstance(node, Field):
            if not _rooted_field(node, found):
                push(node.object)
        elif isinstance(node, Binary):
            push(node.right)
            push(node.left)
        elif isinstance(node, List_):
            stack.extend(node.items)
        elif isinstance(node, Map_):
            stack.extend(entry.value for entry in node.entries)
        elif isinstance(node, Unary):
            push(node.operand)
        elif isinstance(node, Money_):
            push(node.number)
        elif isinstance(node, If):
            stack.extend((node.condition, node.then, node.other))
        elif isinstance(node, Index):
            push(node.object)
            push(node.key)
    return found


def root_of(expr: Expr) -> str:
    """The root that an expression is (`after`, `at(…)`, `truth.at(…)`), or an empty text."""
    if isinstance(expr, Name):
        return expr.name if expr.name in ROOTS else ""
    if isinstance(expr, Call) and expr.name == "at":
        if expr.object is None:
            return "at"
        if isinstance(expr.object, Name) and expr.object.name == "truth":
            return "truth"
    return ""


def _call(node: Call, found: Scan, source: Source, stack: list[Expr]) -> None:
    arguments = [argument.value for argument in node.args]
    if node.object is None:
        if node.name in _STATE_READERS or node.name in _RECORD_READERS:
            root = "record" if node.name in _RECORD_READERS else ""
            taken = arguments[:1] if root else arguments
            for argument in taken:
                _read(root, node.name, argument, found, source, stack)
            arguments = arguments[len(taken) :]
        stack.extend(reversed(arguments))
        return
    root = root_of(node.object)
    if root:
        if root == "at":
            stack.extend(argument.value for argument in node.object.args)  # type: ignore[union-attr]
        found.names.setdefault(root, Name(node.object.start, node.object.end, root))
        if arguments:
            _read(root, node.name, arguments[0], found, source, stack)
            arguments = arguments[1:]
        else:
            found.reads.append(Read(root, node.name, "", node.start, node.end))
    elif not _rooted_field(node.object, found):
        stack.append(node.object)
    stack.extend(reversed(arguments))


def _read(root: str, reader: str, argument: Expr, found: Scan, source: Source, stack: list[Expr]) -> None:
    if isinstance(argument, Literal_) and argument.kind == "string":
        if "{{" in argument.text:
            _inserted(argument, source, stack)
        found.reads.append(Read(root, reader, pattern_of(argument.text), argument.start, argument.end))
    elif isinstance(argument, Name):
        found.reads.append(Read(root, reader, argument.name, argument.start, argument.end))
    elif isinstance(argument, Field) and isinstance(argument.object, Name):
        target = f"{argument.object.name}.{argument.name}"
        found.reads.append(Read(root, reader, target, argument.start, argument.end))
    else:
        found.reads.append(Read(root, reader, "", argument.start, argument.end))


def _rooted_field(node: Expr, found: Scan) -> bool:
    """`after.mail.message` and `truth.cap`; whether it was one."""
    path: list[str] = []
    at: Expr = node
    while isinstance(at, Field):
        path.append(at.name)
        at = at.object
    root = root_of(at) if path else ""
    if not root:
        return False
    found.names.setdefault(root, Name(at.start, at.end, root))
    path.reverse()
    if len(path) == 1:
        found.reads.append(Read(root, "value", path[0], node.start, node.end))
    else:
        found.reads.append(Read(root, "rows", ".".join(path[:2]), node.start, node.end))
    return True
