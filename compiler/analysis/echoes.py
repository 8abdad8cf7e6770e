"""Findings that only repeat another one: a broken line hides what it declares, and all that uses it seems unknown."""

from __future__ import annotations

import re

from cowork_dsl.compiler.analysis.forms import overlaps
from cowork_dsl.compiler.analysis.patterns import pattern_of
from cowork_dsl.compiler.analysis.text import holds_word
from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.source import Source

_UNKNOWN = frozenset(
    {
        *(f"CW24{digit}" for digit in range(10)),
        *("CW234", "CW250", "CW251", "CW257", "CW260", "CW263", "CW264", "CW265", "CW273", "CW274"),
        *("CW406", "CW410", "CW418", "CW430", "CW604"),
    }
)
"""Codes that call a name unknown."""

_SHAPE = frozenset(
    {f"CW2{number}" for number in range(10, 23)} | {"CW350", "CW352", "CW404", "CW401", "CW402", "CW405"}
)
"""Codes of statements that were refused."""

_MISPLACED = frozenset({"CW210", "CW211", "CW215", "CW216"})

_NAMELESS = {
    "output": {"CW410", "CW604"},
    "table": {"CW410", "CW418", "CW604", "CW245", "CW250"},
    "file": {"CW410", "CW418", "CW604"},
    "json": {"CW410", "CW418", "CW604"},
    "require": {"CW240"},
    "check": {"CW242"},
    "process": {"CW242"},
    "state": {"CW241", "CW263"},
    "fact": {"CW244", "CW250"},
    "service": {"CW234", "CW245", "CW246", "CW247", "CW248", "CW430"},
    "tool": {"CW248", "CW273"},
    "value": {"CW249", "CW250", "CW260"},
    "let": {"CW250"},
    "calendar": {"CW250"},
    "skill": {"CW250"},
    "arg": {"CW250", "CW257", "CW274"},
    "name": {"CW243"},
    "=": {"CW250"},
    '"': {"CW410", "CW604", "CW245"},
    "each": {"CW250"},
    "|": {"CW251", "CW406"},
}
"""A statement that lost its name, and the codes that its uses then give."""


_DECLARED = re.compile(
    r"^[ \t]*(?:(?:require|check|process|state|fact|let|value|user|service|tool|arg|each|calendar|skill)[ \t]+([a-z_][a-z0-9_]*)"
    r'|(?:output|table|file|json|folder)[ \t]+"([^"\n]*)"|name[ \t]*=[ \t]*([a-z_][a-z0-9_]*)|([a-z_][a-z0-9_]*)[ \t]*=)',
    re.MULTILINE,
)
"""Declarations as they are written, also where the statement around them was lost."""


def without_echoes(found: list[Diagnostic], source: Source) -> list[Diagnostic]:
    """The findings without those that another one explains."""
    own = [one for one in found if one.source is source]
    if len(own) < 2:
        return found
    known = _Damage(own, source)
    return [one for one in found if one.source is not source or not known.explains(one)]


class _Damage:
    """The lines that were not understood, and what they hide."""

    def __init__(self, own: list[Diagnostic], source: Source) -> None:
        self.source = source
        syntax = [one for one in own if one.code.startswith("CW1")]
        refused = [one for one in own if one.code in _SHAPE]
        self.broken = {one.line for one in syntax}
        self.adrift = {one.line for one in refused if syntax and self._adrift(one)}
        self.typed = {one.line for one in own if one.code[:3] in ("CW2", "CW3")}
        self.hurt = {one.line for one in refused} | self.broken
        self.text = "\n".join(source.line(number) for number in self.hurt | self.adrift)
        self.lost: set[str] = set()
        for one in refused:
            if one.code in ("CW212", "CW216", "CW210", "CW211"):
                self.lost |= _NAMELESS.get(source.text[one.span.start : one.span.end].partition(" ")[0], set())
            elif one.code in ("CW213", "CW352") or (one.code == "CW350" and self._kind(one.line) == "name"):
                self.lost |= _NAMELESS.get(self._kind(one.line), set())
        for number in self.broken:
            line = source.line(number).strip()
            self.lost |= _NAMELESS.get('"' if line.startswith('"') else self._kind(number), set())
        self.names: set[str] = set()
        self.paths: list[str] = []
        if self.hurt:
            for match in _DECLARED.finditer(source.text):
                if match[2] is not None:
                    self.paths.append(pattern_of(match[2]))
                else:
                    self.names.add(match[1] or match[3] or match[4])

    def _kind(self, number: int) -> str:
        """The first word of a line."""
        return self.source.line(number).strip().partition(" ")[0]

    def _adrift(self, one: Diagnostic) -> bool:
        """A statement that a lost brace carried to the top of the file: it is indented, as nothing there is."""
        column = self.source.position(one.span.start)[1]
        return one.code in _MISPLACED and column > 1 and "the top of a file" in one.message

    def explains(self, one: Diagnostic) -> bool:
        """Whether a finding only repeats the damage."""
        if one.code.startswith("CW1"):
            return False
        line = one.line
        if line in self.broken or line in self.adrift:
            return True
        if one.code[:3] in ("CW5", "CW6") and line in self.typed and one.code not in _UNKNOWN:
            return True
        if one.code not in _UNKNOWN or not self.hurt:
            return False
        word = self.source.text[one.span.start : one.span.end].strip('"')
        if one.code in self.lost or word.partition(".")[0] in self.names or holds_word(self.text, word):
            return True
        return one.code in ("CW410", "CW418", "CW604") and any(overlaps(path, word) for path in self.paths)
