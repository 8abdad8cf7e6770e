"""Files of a state, run in fresh boxes on a sealed copy."""

from datetime import timedelta

import pytest

from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.runtime.verdict.evidence import World
from cowork_dsl.runtime.verdict.probe import ProbeBroke, bound, run_in_box
from cowork_dsl.runtime.verdict.view import Schema, View

pytestmark = pytest.mark.sandbox
FILES = {
    "probe.py": b"print(open('in/a.txt').read())\nopen('in/a.txt', 'w').write('moved')\nraise SystemExit(3)\n",
    "in/a.txt": b"here",
    "check.sh": b"cat in/a.txt; exit 0",
    "tool": b"#!/bin/sh\necho tool\n",
    "moody.py": b"import os; print(os.urandom(8).hex())\n",
    "slow.sh": b"sleep 30",
}
VIEW = View("after", World(FILES), Schema())
LIMIT = timedelta(seconds=5)


@pytest.mark.parametrize(
    ("path", "exit", "text"), [("probe.py", 3, "here\n"), ("check.sh", 0, "here"), ("tool", 0, "tool\n")]
)
def test_exit_and_text(path: str, exit: int, text: str) -> None:
    assert run_in_box(VIEW, path, LIMIT) == {"exit": exit, "text": text}
    assert VIEW.file("in/a.txt") == b"here"


def test_the_time_limit_ends_it() -> None:
    assert run_in_box(VIEW, "slow.sh", timedelta(seconds=1))["exit"] == 124


def test_a_missing_file_fails() -> None:
    with pytest.raises(Fail, match="is missing"):
        run_in_box(VIEW, "nope.py", LIMIT)


def test_runs_that_disagree_are_an_error() -> None:
    with pytest.raises(ProbeBroke, match="disagree"):
        run_in_box(VIEW, "moody.py", LIMIT)


def test_it_is_run_once_for_a_state() -> None:
    seen = []

    def probe(view: View, path: str, limit: timedelta) -> dict[str, object]:
        seen.append(path)
        return {"exit": 0, "text": ""}

    run_probe = bound(probe)
    run_probe(VIEW, "a.py")
    run_probe(VIEW, "a.py")

    assert seen == ["a.py"]
