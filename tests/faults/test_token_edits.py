"""Seeded token edits of the design's examples: a finding on the exact line, a mend for a misspelled word, no traceback."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.source import Source

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FILES = ("quarter_rollup.cowork", "quarter_rollup.cowork", "quarter_rollup.cowork", "tickets.cowork")
TOKEN = re.compile(
    r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|\|[^\n]*\||[A-Za-z_]\w*|\d[\w.:%+-]*|==|!=|<=|>=|[^\s\w]'
)
WORD = re.compile(r"[A-Za-z_]\w{2,}")
EDITS = 200
# Spellings that mean something else and are still right: a service's own names, a param less, a double negation.
LEAST = 0.95


@dataclass(frozen=True)
class Edit:
    """One edit: what was done to which word, the lines that it touched, and the new text."""

    kind: str
    word: str
    lines: frozenset[int]
    path: str
    text: str


def edits(count: int, seed: int) -> list[Edit]:
    rng = random.Random(seed)
    made: list[Edit] = []
    while len(made) < count:
        path = str(EXAMPLES / rng.choice(FILES))
        edit = one_edit(path, Path(path).read_text(encoding="utf-8"), rng)
        if edit is not None:
            made.append(edit)
    return made


def one_edit(path: str, text: str, rng: random.Random) -> Edit | None:
    tokens = [match for match in TOKEN.finditer(text) if not match.group().startswith(("#", '"""', "|"))]
    index = rng.randrange(len(tokens) - 1)
    token, after = tokens[index], tokens[index + 1]
    kind = rng.choice(("delete", "double", "swap", "misspell"))
    word, (start, end) = token.group(), token.span()
    lines = {text.count("\n", 0, start) + 1}
    if kind == "delete":
        new = text[:start] + text[end:]
        if word in "}])":
            # What is never closed is reported where it was opened.
            lines.add(text.count("\n", 0, opener(text, tokens, index)) + 1)
    elif kind == "double":
        new = f"{text[:start]}{word} {word}{text[end:]}"
    elif kind == "swap":
        new = text[:start] + after.group() + text[end : after.start()] + word + text[after.end() :]
        lines.add(text.count("\n", 0, after.start()) + 1)
    else:
        if not WORD.fullmatch(word):
            return None
        at = rng.randrange(1, len(word) - 1)
        bad = word[:at] + word[at + 1 :] if rng.random() < 0.5 else word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        new = text[:start] + bad + text[end:]
        # A declaration under another name is found where the old name is used.
        lines |= {text.count("\n", 0, use.start()) + 1 for use in re.finditer(rf"\b{word}\b", text)}
    return None if new == text else Edit(kind, word, frozenset(lines), path, new)


def opener(text: str, tokens: list[re.Match[str]], index: int) -> int:
    depth = 0
    for token in reversed(tokens[: index + 1]):
        if token.group() in ("}", "]", ")"):
            depth += 1
        elif token.group() in ("{", "[", "("):
            depth -= 1
            if depth == 0:
                return token.start()
    return 0


def findings(edit: Edit) -> tuple[Diagnostic, ...]:
    return check_source(Source(edit.path, edit.text), Files()).diagnostics


def test_findings_stand_on_the_exact_line() -> None:
    results = [(edit, findings(edit)) for edit in edits(EDITS, 1)]
    found = [(edit, {one.line for one in diagnostics}) for edit, diagnostics in results if diagnostics]
    missed = [
        (edit.kind, edit.word, sorted(edit.lines), sorted(lines)) for edit, lines in found if not lines & edit.lines
    ]

    assert len(missed) <= (1 - LEAST) * len(found), missed


def test_an_edit_is_rarely_repeated_by_echoes() -> None:
    counts = [len(findings(edit)) for edit in edits(EDITS, 2)]

    assert sum(counts) <= 1.35 * len(counts)


def test_a_mend_of_a_misspelled_word_gives_the_word_back() -> None:
    wrong = []
    for edit in edits(EDITS, 3):
        if edit.kind != "misspell":
            continue
        fixes = [one.fix for one in findings(edit) if one.fix is not None and one.fix.edits]
        texts = {change.text.strip('"') for fix in fixes for change in fix.edits}
        if texts and edit.word not in texts and not any(edit.word[:2] == text[:2] for text in texts):
            wrong.append((edit.word, texts))

    assert wrong == []
