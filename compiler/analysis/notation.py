"""Types as text: ``money(EUR)``, ``optional(list(text))``; the catalogue's notation is a little wider."""

from __future__ import annotations

from functools import lru_cache

from cowork_dsl.compiler.analysis.types import Type, optional

WITH_TYPE = frozenset(("list", "map", "optional", "set", "bag", "domain", "groups"))
WITH_WORDS = frozenset(("one_of", "word"))
WITH_FIELDS = frozenset(("table", "row", "record", "doc"))


def _top(text: str, separator: str) -> list[str]:
    parts, depth, start, quoted = [], 0, 0, False
    for index, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        elif char == separator and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    parts.append(text[start:].strip())
    return parts


def _word(text: str) -> str:
    return text[1:-1] if text.startswith('"') else text


@lru_cache(maxsize=4096)
def type_from_text(text: str) -> Type:
    """The type that a text spells, as written by :func:`type_to_text`.

    Raises:
        ValueError: where the text spells no type.
    """
    parts = _top(text, "|")
    if len(parts) > 1:
        return Type("union", tuple(type_from_text(part) for part in parts))
    head, opened, rest = text.strip().partition("(")
    if not opened:
        if not head:
            raise ValueError("an empty text is no type")
        return Type(head)
    if not rest.endswith(")"):
        raise ValueError(f"`{text}` is no type")
    body = rest[:-1]
    if head in WITH_WORDS:
        words = _top(body, ",") if "," in body or head == "one_of" else body.split()
        return Type(head, names=tuple(_word(word) for word in words))
    if head in WITH_FIELDS:
        pairs = [_top(part, ":") for part in _top(body, ",")] if body.strip() else []
        return Type(head, tuple(type_from_text(kind) for _, kind in pairs), tuple(_word(name) for name, _ in pairs))
    if head == "optional":
        return optional(type_from_text(body))
    if head in WITH_TYPE:
        return Type(head, tuple(type_from_text(part) for part in _top(body, ",")))
    return Type(head, unit=body.strip() or None)


def _spelled(word: str) -> str:
    return word if word.isidentifier() and word.isascii() else f'"{word}"'


def type_to_text(kind: Type) -> str:
    """The type as the language writes it."""
    name = kind.kind
    if name in WITH_TYPE:
        return f"{name}({', '.join(type_to_text(arg) for arg in kind.args)})" if kind.args else name
    if name in WITH_WORDS:
        return f"{name}({', '.join(_spelled(word) for word in kind.names)})"
    if name in WITH_FIELDS:
        pairs = zip(kind.names, kind.args, strict=True)
        inner = ", ".join(f"{_spelled(word)}: {type_to_text(arg)}" for word, arg in pairs)
        return f"{name}({inner})" if inner else name
    if name == "union":
        return " or ".join(type_to_text(arg) for arg in kind.args)
    return f"{name}({kind.unit})" if kind.unit else name
