"""The TextMate grammar, made from the terminals and the block schema: what an editor shows before the server speaks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from cowork_dsl.compiler.analysis.scan import ROOTS
from cowork_dsl.compiler.analysis.typesyntax import COMPOUND, SIMPLE
from cowork_dsl.compiler.syntax.tokens import WORDS, terminals
from cowork_dsl.grammar.schema import BODIES

TARGET = Path(__file__).resolve().parents[2] / "grammar" / "editors" / "vscode" / "syntaxes" / "cowork.tmLanguage.json"
CONSTANTS = ("true", "false", "none")
_CONTROL = ("if", "then", "else")
_NUMBERS = {
    "DATETIME": "constant.other.datetime",
    "DATE": "constant.other.date",
    "TIME": "constant.other.time",
    "DURATION": "constant.numeric.duration",
    "PERCENT": "constant.numeric.percent",
    "DECIMAL": "constant.numeric.decimal",
    "INT": "constant.numeric.integer",
    "UNIT": "constant.other.unit",
}
_EMBEDDED = {"python": "source.python", "shell": "source.shell"}
_NAME = "[a-z_][a-z0-9_]*"
# A statement begins a line, or stands alone between the braces of a line.
_BEGIN = r"(?:^|(?<=\{))\s*"

Rule = dict[str, object]


def textmate() -> str:
    """The grammar as JSON text."""
    blocks = sorted({name for body in BODIES.values() for name in body.blocks})
    attrs = sorted({name for body in BODIES.values() for name in body.attrs})
    grammar: Rule = {
        "information_for_contributors": ["Made from the terminals and the block schema; `make grammar` renews it."],
        "name": "cowork",
        "scopeName": "source.cowork",
        "fileTypes": ["cowork"],
        "patterns": [{"include": f"#{name}"} for name in ("comments", "rows", "code", "heads", "values")],
        "repository": {
            "comments": {"patterns": _comments()},
            "rows": {"patterns": [_row()]},
            "heads": {"patterns": _heads(blocks, attrs)},
            "code": {"patterns": [_code(name, scope) for name, scope in _EMBEDDED.items()]},
            "values": {"patterns": [{"include": f"#{name}"} for name in ("texts", "strings", "numbers", "words")]},
            "texts": {"patterns": [_text(4), _text(3)]},
            "strings": {"patterns": [_string()]},
            "holes": {"patterns": [_hole()]},
            "numbers": {"patterns": _numbers()},
            "words": {"patterns": _words()},
            "types": {"patterns": [_rule("support.type.cowork", _any((*SIMPLE, *COMPOUND)))]},
        },
    }
    return json.dumps(grammar, indent=2, ensure_ascii=False) + "\n"


def _rule(name: str, match: str) -> Rule:
    return {"name": name, "match": match}


def _any(words: Iterable[str]) -> str:
    return rf"\b(?:{'|'.join(map(re.escape, words))})\b"


def _comments() -> list[Rule]:
    return [_rule("comment.block.documentation.cowork", r"##.*$"), _rule("comment.line.number-sign.cowork", r"#.*$")]


def _row() -> Rule:
    """A line of a table: its pipes, the columns of a header, and their types."""
    return {
        "name": "meta.row.cowork",
        "begin": r"^\s*(?=\|)",
        "end": "$",
        "patterns": [
            _rule("punctuation.separator.cell.cowork", r"\|"),
            {
                "match": rf"({_NAME})(:)",
                "captures": {
                    "1": {"name": "variable.other.member.cowork"},
                    "2": {"name": "punctuation.separator.cowork"},
                },
            },
            _rule("keyword.other.cowork", r"\b(?:as|key)\b"),
            *({"include": f"#{name}"} for name in ("types", "holes", "strings", "numbers")),
        ],
    }


def _heads(blocks: list[str], attrs: list[str]) -> list[Rule]:
    """Kinds with their labels, attributes, and names of the author's choice that are given a value."""
    label = {"1": {"name": "keyword.control.cowork"}, "2": {"name": "entity.name.cowork"}}
    return [
        {"match": rf"{_BEGIN}({'|'.join(blocks)})\b(?!\s*[.(])(?:\s+({_NAME}(?:\.{_NAME})*))?", "captures": label},
        {
            "match": rf"{_BEGIN}({'|'.join(attrs)})(?=\s*=(?!=))",
            "captures": {"1": {"name": "support.type.property-name.cowork"}},
        },
        {"match": rf"{_BEGIN}({_NAME})(?=\s*=(?!=))", "captures": {"1": {"name": "variable.other.cowork"}}},
    ]


def _code(name: str, scope: str) -> Rule:
    """A program as a text, in its own colours."""
    return {
        "begin": rf'{_BEGIN}({name})\s*(=)\s*("""+)\s*$',
        "beginCaptures": {
            "1": {"name": "support.type.property-name.cowork"},
            "2": {"name": "keyword.operator.cowork"},
            "3": {"name": "punctuation.definition.string.begin.cowork"},
        },
        "end": r"^\s*(\3)",
        "endCaptures": {"1": {"name": "punctuation.definition.string.end.cowork"}},
        "contentName": f"meta.embedded.block.{name}",
        "patterns": [{"include": scope}],
    }


def _text(quotes: int) -> Rule:
    fence = '"' * quotes
    return {
        "name": "string.quoted.triple.cowork",
        "begin": rf"{fence}[ \t]*$",
        "end": rf'^[ \t]*{fence}(?!")',
        "patterns": [{"include": "#holes"}],
    }


def _string() -> Rule:
    return {
        "name": "string.quoted.double.cowork",
        "begin": '"',
        "end": '"|$',
        "patterns": [
            _rule("constant.character.escape.cowork", r'\\(?:[nt"\\]|u\{[0-9A-Fa-f]+\})'),
            {"include": "#holes"},
        ],
    }


def _hole() -> Rule:
    return {
        "name": "meta.template.expression.cowork",
        "begin": r"\{\{",
        "beginCaptures": {"0": {"name": "punctuation.definition.template-expression.begin.cowork"}},
        "end": r"\}\}|$",
        "endCaptures": {"0": {"name": "punctuation.definition.template-expression.end.cowork"}},
        "patterns": [_rule("keyword.operator.pipe.cowork", r"\|"), {"include": "#numbers"}, {"include": "#words"}],
    }


def _numbers() -> list[Rule]:
    patterns = terminals()
    return [_rule(f"{scope}.cowork", rf"(?<![A-Za-z0-9_]){patterns[kind]}") for kind, scope in _NUMBERS.items()]


def _words() -> list[Rule]:
    operators = tuple(word for word in WORDS if word not in (*CONSTANTS, *_CONTROL))
    return [
        _rule("variable.other.member.cowork", rf"(?<=\.){_NAME}\b(?!\s*\()"),
        _rule("entity.name.function.cowork", rf"\b{_NAME}(?=\()"),
        _rule("constant.language.cowork", _any(CONSTANTS)),
        _rule("keyword.control.conditional.cowork", _any(_CONTROL)),
        _rule("keyword.operator.word.cowork", _any(operators)),
        _rule("variable.language.cowork", _any(sorted(ROOTS))),
        _rule("keyword.operator.cowork", terminals()["CMP"] + r"|[=+*/-]"),
        _rule("variable.other.cowork", rf"\b{_NAME}\b"),
    ]


if __name__ == "__main__":
    TARGET.write_text(textmate(), encoding="utf-8")
