"""Two hundred slips of the pen in the examples: each that matters is reported where it stands, most with its mend.

What counts as wrong is decided without the checker. An edit is harmless

- where the tokens are the same afterwards (`)` swapped with `)`),
- where only a comment changed that nothing requires,
- where it renames what nothing else names, or takes one of several values away: another environment, as sound as before.

Whatever else is not reported counts as missed.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.source import Source
from cowork_dsl.grammar.diagnostics import catalogue
from tests.language.edits import OPERATIONS, Slip, slip, tokens

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ENVIRONMENT = EXAMPLES / "quarter_rollup.cowork"
SERVICE = EXAMPLES / "tickets.cowork"
EACH = 50
_DECLARES = re.compile(
    r"(?:^|\s)(?:env|service|table|tool|arg|require|value|let|user|fact|state|check|process|judge|mutant|variant|each)"
    r"[ \t]+(?:\w+\.)*$|[|][ \t]*$|one_of\([\w, ]*$|^[ \t]*name[ \t]*=[ \t]*$"
)
_NAMED = re.compile(r"^[ \t]*[a-z]\w*[ \t]*=")


@dataclass(frozen=True, slots=True)
class Tried:
    """An edit and what the checker said of it."""

    path: Path
    slip: Slip
    found: tuple[Diagnostic, ...]

    @property
    def reported(self) -> list[tuple[int, str]]:
        """Line and code of every finding."""
        return [(diagnostic.line, diagnostic.code) for diagnostic in self.found]

    def __str__(self) -> str:
        return f"{self.path.name} {self.slip}: {self.reported}"


@functools.cache
def original(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def check(path: Path, text: str) -> tuple[Diagnostic, ...]:
    return check_source(Source(str(path), text), Files()).diagnostics


@pytest.fixture(scope="module")
def tried() -> list[Tried]:
    out = []
    for operation in OPERATIONS:
        for seed in range(EACH):
            path = SERVICE if seed % 4 == 3 else ENVIRONMENT
            made = slip(original(path), operation, seed)
            out.append(Tried(path, made, check(path, made.text)))
    return out


def is_harmless(edit: Tried) -> bool:
    """Whether the edited file is as right as the original; see the head of this module."""
    made, text = edit.slip, original(edit.path)
    if [token.text for token in tokens(made.text)] == [token.text for token in tokens(text)]:
        return True
    if made.token.kind == "doc" and made.operation in ("delete", "double"):
        return made.operation == "double" or not re.match(r"\s*(?:check|process|tool)\b", text[made.token.end :])
    renamed = made.operation == "misspell" and _declares(text, made.token.start)
    if renamed and _mentions(text, made.token.text) == 1:
        return True
    before, after = text[: made.token.start].rstrip(" "), text[made.token.end :].lstrip(" ")
    last = before[-1:] == "," and (after[:1] == "]" or bool(re.match(r"[^(]*\(kcip", before[::-1])))
    return made.operation == "delete" and made.token.kind in ("string", "number", "name") and last


def _mentions(text: str, word: str) -> int:
    """How often a name stands in a text, also in quotes, and not as that of a function."""
    given = tokens(text)
    return sum(token.text.strip('"') == word and after.text != "(" for token, after in pairwise(given))


def _declares(text: str, start: int) -> bool:
    line = text[text.rfind("\n", 0, start) + 1 : start]
    whole = text[text.rfind("\n", 0, start) + 1 :].partition("\n")[0]
    in_params = text[:start].rpartition("\n}")[2].lstrip().startswith("params")
    return bool(_DECLARES.search(line)) or (in_params and not line.strip() and bool(_NAMED.match(whole)))


def right_lines(edit: Tried) -> set[int]:
    """The lines on which a reader looks for this mistake."""
    made, text = edit.slip, original(edit.path)
    lines = set(made.lines)
    if made.token.kind == "doc":
        lines.add(line_of_statement_below(made))
    moved = [token for token in (made.token, made.other) if token is not None]
    if made.operation in ("delete", "swap"):
        lines.update(_opener(text, token.start) for token in moved if token.text in tuple(")]}"))
    if made.operation == "misspell" and _declares(text, made.token.start):
        uses = re.finditer(rf"\b{re.escape(made.token.text)}\b", made.text)
        lines.update(1 + made.text.count("\n", 0, use.start()) for use in uses)
    return lines


def line_of_statement_below(made: Slip) -> int:
    """The line of the statement that a comment belongs to."""
    below = made.text[made.token.start :].lstrip()
    return 1 + made.text.count("\n", 0, len(made.text) - len(below))


def _opener(text: str, closer: int) -> int:
    """The line of the bracket that a closer belongs to."""
    open_: list[int] = []
    for token in tokens(text):
        if token.start == closer:
            break
        if token.text in tuple("([{"):
            open_.append(token.start)
        elif token.text in tuple(")]}"):
            open_.pop()
    return 1 + text.count("\n", 0, open_[-1])


def listed(edits: list[Tried]) -> str:
    return "\n".join(str(edit) for edit in edits)


def test_what_is_wrong_is_reported_on_its_line(tried: list[Tried]) -> None:
    wrong = [edit for edit in tried if edit.found or not is_harmless(edit)]
    missed = [edit for edit in wrong if not right_lines(edit) & {line for line, _ in edit.reported}]
    counts = Counter(edit.slip.operation for edit in wrong)

    assert len(wrong) >= 170, f"only {counts} of the edits count as wrong"
    assert len(missed) <= 0.05 * len(wrong), f"{len(missed)} of {len(wrong)} {counts} missed:\n{listed(missed)}"


def test_nothing_harmless_is_reported(tried: list[Tried]) -> None:
    blamed = [edit for edit in tried if is_harmless(edit) and edit.found]

    assert blamed == [], listed(blamed)


def test_other_lines_are_rarely_blamed(tried: list[Tried]) -> None:
    spurious = [edit for edit in tried if {line for line, _ in edit.reported} - right_lines(edit)]

    assert len(spurious) <= 0.03 * len(tried), f"{len(spurious)} of {len(tried)}:\n{listed(spurious)}"


def test_few_findings_for_one_slip(tried: list[Tried]) -> None:
    noisy = [edit for edit in tried if len(edit.found) > 3]

    assert len(noisy) <= 0.03 * len(tried), listed(noisy)


def test_every_code_is_in_the_catalogue(tried: list[Tried]) -> None:
    known = catalogue()
    unknown = {code for edit in tried for _, code in edit.reported if code not in known}

    assert unknown == set()


def test_a_misspelled_word_is_mended(tried: list[Tried]) -> None:
    wrong = [edit for edit in tried if edit.slip.operation == "misspell" and edit.found]
    unmended = [edit for edit in wrong if not any(_mends(edit, diagnostic) for diagnostic in edit.found)]

    assert len(unmended) <= 0.1 * len(wrong), f"{len(unmended)} of {len(wrong)}:\n{listed(unmended)}"


def test_every_mend_does_away_with_its_finding(tried: list[Tried]) -> None:
    offered = [(edit, one) for edit in tried for one in edit.found if one.fix and one.fix.edits]
    vain = [(edit, one.code) for edit, one in offered if not _mends(edit, one)]

    assert len(offered) >= 30
    assert vain == [], "\n".join(f"{edit} {code}" for edit, code in vain)


def _mends(edit: Tried, diagnostic: Diagnostic) -> bool:
    """Whether the finding is gone when its mend is applied, and the file still parses as well as before."""
    if diagnostic.fix is None or not diagnostic.fix.edits:
        return False
    text = edit.slip.text
    for change in sorted(diagnostic.fix.edits, key=lambda change: -change.span.start):
        text = text[: change.span.start] + change.text + text[change.span.end :]
    after = Counter(one.code for one in check(edit.path, text))
    return after[diagnostic.code] < sum(one.code == diagnostic.code for one in edit.found)
