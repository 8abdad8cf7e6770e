"""Path patterns in the manner of gitignore, matched without regular expressions.

The matcher is a small set-of-positions automaton, so its cost is bounded by pattern length times path length
whatever the pattern looks like.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

_ANY_DEPTH = "**"


@lru_cache(maxsize=4096)
def _parts(pattern: str) -> tuple[str, ...]:
    """Split a pattern into segments, every ``**`` of which may stand for nothing."""
    folder = pattern.endswith("/")
    body = pattern.rstrip("/")
    parts = [part for part in body.split("/") if part]
    if parts and "/" not in body and parts != [_ANY_DEPTH]:
        parts.insert(0, _ANY_DEPTH)
    if folder:
        parts.append(_ANY_DEPTH)
    if parts and parts[-1] == _ANY_DEPTH:
        # what lies below a folder has at least one more segment
        parts[-1:] = ["*", _ANY_DEPTH]
    return tuple(parts)


def _class_end(pattern: str, start: int) -> int:
    """Index of the ``]`` that closes the class opened at ``start``, or -1 where none does."""
    index = start + 1
    if index < len(pattern) and pattern[index] in "!^":
        index += 1
    return pattern.find("]", index + 1)


def _in_class(body: str, char: str) -> bool:
    negated = body[0] in "!^"
    members = body[1:] if negated else body
    index, found = 0, False
    while index < len(members):
        if index + 2 < len(members) and members[index + 1] == "-":
            found = found or members[index] <= char <= members[index + 2]
            index += 3
        else:
            found = found or members[index] == char
            index += 1
    return found != negated


@lru_cache(maxsize=4096)
def _atoms(segment: str) -> tuple[tuple[str, str], ...]:
    """Compile one segment to (kind, argument) atoms: star, any, class, char."""
    atoms: list[tuple[str, str]] = []
    index = 0
    while index < len(segment):
        char = segment[index]
        end = _class_end(segment, index) if char == "[" else -1
        if char == "*":
            if not atoms or atoms[-1][0] != "star":
                atoms.append(("star", ""))
        elif char == "?":
            atoms.append(("any", ""))
        elif end > 0:
            atoms.append(("class", segment[index + 1 : end]))
            index = end
        elif char == "\\" and index + 1 < len(segment):
            index += 1
            atoms.append(("char", segment[index]))
        else:
            atoms.append(("char", char))
        index += 1
    return tuple(atoms)


def _fits(atom: tuple[str, str], char: str) -> bool:
    kind, argument = atom
    return kind == "any" or (kind == "char" and argument == char) or (kind == "class" and _in_class(argument, char))


@lru_cache(maxsize=16384)
def _segment(pattern: str, name: str) -> bool:
    if not any(char in pattern for char in "*?[\\"):
        return pattern == name
    atoms = _atoms(pattern)
    position, mark, star, resume = 0, 0, -1, 0
    while mark < len(name):
        if position < len(atoms) and atoms[position][0] == "star":
            star, resume, position = position, mark, position + 1
        elif position < len(atoms) and _fits(atoms[position], name[mark]):
            position, mark = position + 1, mark + 1
        elif star >= 0:
            resume += 1
            position, mark = star + 1, resume
        else:
            return False
    return all(kind == "star" for kind, _ in atoms[position:])


def match(pattern: str, path: str) -> bool:
    """Tell whether ``path`` (relative, with ``/``) is named by ``pattern``.

    Rules of gitignore: ``*`` and ``?`` stay within one segment, ``**`` spans any number of them, a pattern without
    an inner slash matches at any depth, one with a slash is anchored at the workspace, ``dir/`` and ``dir/**`` name
    everything below the folder. Naming a folder does not by itself name what lies below.
    """
    parts = _parts(pattern)
    states = _open({0}, parts)
    for name in path.split("/"):
        states = _open(
            {
                state if parts[state] == _ANY_DEPTH else state + 1
                for state in states
                if state < len(parts) and (parts[state] == _ANY_DEPTH or _segment(parts[state], name))
            },
            parts,
        )
        if not states:
            return False
    return len(parts) in states


def _open(states: set[int], parts: tuple[str, ...]) -> set[int]:
    """Add the states that are reached by letting ``**`` stand for nothing."""
    for state in tuple(states):
        while state < len(parts) and parts[state] == _ANY_DEPTH:
            state += 1
            states.add(state)
    return states


def match_any(patterns: Iterable[str], path: str) -> bool:
    """Tell whether any of the patterns names the path."""
    return any(match(pattern, path) for pattern in patterns)
