"""The TextMate grammar."""

import json
import re
from collections.abc import Iterator
from typing import Any

from cowork_dsl.compiler.schema.textmate import CONSTANTS, TARGET, textmate
from cowork_dsl.compiler.syntax.tokens import WORDS, terminals, tokenize
from cowork_dsl.grammar.schema import BODIES
from tests.helpers.lsp import ENVIRONMENT, NEGOTIATION

GRAMMAR: dict[str, Any] = json.loads(textmate())


def rules(node: object) -> Iterator[dict[str, Any]]:
    """Every rule of the grammar, inner ones too."""
    if isinstance(node, list):
        for one in node:
            yield from rules(one)
    elif isinstance(node, dict):
        if "match" in node or "begin" in node:
            yield node
        for value in node.values():
            yield from rules(value)


def scope_of(word: str) -> str:
    """The first rule for words that takes a word as a whole."""
    for rule in GRAMMAR["repository"]["words"]["patterns"]:
        if re.fullmatch(rule["match"], word):
            name: str = rule["name"]
            return name
    return ""


def test_the_file_is_what_the_language_gives() -> None:
    assert TARGET.read_text(encoding="utf-8") == textmate(), "`make grammar` renews it"


def test_keywords_are_those_of_the_lexer() -> None:
    known = {word for word in WORDS if scope_of(word).startswith(("keyword.", "constant.language."))}

    assert known == set(WORDS)
    assert [scope_of(word) for word in CONSTANTS] == ["constant.language.cowork"] * 3
    assert scope_of("word") == "variable.other.cowork"


def test_every_kind_and_attribute_is_known() -> None:
    kinds, attributes, _ = (rule["match"] for rule in GRAMMAR["repository"]["heads"]["patterns"])
    for body in BODIES.values():
        for block in body.blocks:
            assert re.match(kinds, f"  {block} name {{"), block
        for attr in body.attrs:
            assert re.match(attributes, f"  {attr} = 1"), attr


def test_a_comparison_gives_no_value() -> None:
    *_, attributes, names = (rule["match"] for rule in GRAMMAR["repository"]["heads"]["patterns"])

    assert re.match(attributes, "  expect == 1") is None
    assert re.match(names, "  anything == 1") is None
    assert re.match(names, "  anything = 1")


def test_patterns_are_sound() -> None:
    for rule in rules(GRAMMAR):
        for key in ("match", "begin"):
            if key in rule:
                re.compile(rule[key])


def test_numbers_are_those_of_the_lexer() -> None:
    patterns = terminals()
    seen = set()
    extra = "a = [2026-04-15T09:30Z, 2026-04-15, 09:30, 3d2h, 7%, 1.50, 1_000, 5 EUR]\n"
    for text in (ENVIRONMENT.read_text(encoding="utf-8"), NEGOTIATION.read_text(encoding="utf-8"), extra):
        tokens = tokenize(text)
        for kind, start, end in zip(tokens.kinds, tokens.starts, tokens.ends, strict=True):
            if kind in patterns:
                seen.add(kind)
                assert re.compile(patterns[kind]).match(text, start) and re.fullmatch(patterns[kind], text[start:end])

    assert {"DATETIME", "DATE", "TIME", "DURATION", "PERCENT", "DECIMAL", "INT", "UNIT"} <= seen


def test_every_include_leads_somewhere() -> None:
    text = json.dumps(GRAMMAR)
    named = set(re.findall(r'"include": "#(\w+)"', text))

    assert named == set(GRAMMAR["repository"])
