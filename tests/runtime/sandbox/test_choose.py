"""Choosing a sandbox, and the one that is none."""

import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cowork_dsl.runtime.sandbox import choose
from cowork_dsl.runtime.sandbox.api import TIMED_OUT, SandboxUnavailable, Setup
from cowork_dsl.runtime.sandbox.choose import open_sandbox
from cowork_dsl.runtime.sandbox.mounts import Plan, plan


def test_auto_takes_bubblewrap() -> None:
    box = open_sandbox()
    kind = box.kind
    box.destroy()

    assert kind == "bwrap"


def test_auto_refuses_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    choose.probe.cache_clear()
    monkeypatch.setattr("shutil.which", lambda *_args, **_more: None)
    with pytest.raises(SandboxUnavailable) as caught:
        open_sandbox()
    choose.probe.cache_clear()

    assert "apt-get install bubblewrap" in caught.value.mend


def test_none_runs_nothing_without_trust() -> None:
    box = open_sandbox("none")
    box.write("a", b"1")
    with pytest.raises(SandboxUnavailable, match="without any isolation") as caught:
        box.exec("touch b")
    left = [line.path for line in box.list()]
    box.destroy()

    assert ("--trust" in caught.value.mend, left) == (True, ["a"])


def test_none_with_trust_runs_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    box = open_sandbox("none", trust=True)
    box.write("d/a", b"1")
    mark = box.mark()
    first = box.exec("cat a; cat; exit 3", cwd="d", stdin=b"in", env={"X": "1"})
    slow = box.exec("echo begun; sleep 30", timeout=0.2)
    cut = box.exec("yes | head -c 5000", max_output=10)
    reads = box.reads_since(mark)
    box.destroy()

    assert (first.exit, first.output, reads) == (3, b"1in", ("d/a",))
    assert (slow.exit, slow.timed_out, slow.output, len(cut.output), cut.truncated) == (
        TIMED_OUT,
        True,
        b"begun\n",
        10,
        True,
    )
    assert "run on this machine as you" in capsys.readouterr().err


def test_none_leaves_nothing_of_the_clock(capsys: pytest.CaptureFixture[str]) -> None:
    box = open_sandbox("none", trust=True)
    when = datetime(2031, 4, 2, tzinfo=UTC)
    pids = [
        box.exec(f"echo $$; date +%F; {more}", fake_time=when, timeout=2).output.decode()
        for more in ("exec true", "kill -9 $$")
    ]
    box.destroy()
    capsys.readouterr()

    assert [text.split()[1] for text in pids] == ["2031-04-02"] * 2
    assert [name for name in os.listdir("/dev/shm") for text in pids if name.endswith(f"_{text.split()[0]}")] == []


CLOCK_ENDS = {
    "it ends": "date",
    "it is replaced": "exec date",
    "its time is up": "sleep 9",
    "it kills itself": "kill -9 $$",
    "it leaves a program": "sleep 9 & echo",
    "it leaves one that outlives it": "(sleep 0.2; sleep 9) & echo",
    "a program is killed": "/usr/bin/python3 -c 'import os; os.kill(os.getpid(), 9)'; :",
}


@pytest.mark.parametrize("command", CLOCK_ENDS.values(), ids=CLOCK_ENDS.keys())
def test_none_leaves_nothing_of_the_clock_however_its_programs_end(command: str) -> None:
    before = {path.name for path in Path("/dev/shm").glob("*faketime*")}
    box = open_sandbox("none", trust=True)
    box.exec(command, fake_time=datetime(2026, 4, 2, tzinfo=UTC), timeout=0.6)
    time.sleep(0.4)
    box.destroy()
    made = {path.name for path in Path("/dev/shm").glob("*faketime*")} - before
    gone = [name for name in made if not Path(f"/proc/{name.rpartition('_')[2]}").exists()]

    assert gone == []


PLANS = [
    (Setup(), Plan(True, (), ())),
    (Setup(readonly=("in/**",)), Plan(True, (), ("in",))),
    (Setup(readonly=("in/*.csv",)), Plan(True, (), ("in/a.csv",))),
    (Setup(readonly=("**",)), Plan(False, (), ())),
    (Setup(writable=("out/**",)), Plan(False, ("out",), ())),
    (Setup(writable=("out/deep/*.md", "x.md")), Plan(True, (), ())),
    (Setup(writable=("out/deep/*.md",), readonly=("out/deep/old/",)), Plan(False, ("out/deep",), ("out/deep/old",))),
    (Setup(hidden=("in/**",)), Plan(True, (), (), ("in",), ())),
    (Setup(shown=("in/**",)), Plan(True, (), (), (), ("out/deep/old/z", "x.md"))),
]


@pytest.mark.parametrize(("setup", "expected"), PLANS)
def test_binds(setup: Setup, expected: Plan) -> None:
    actual = plan(["in/a.csv", "in/b.txt", "x.md", "out/deep/old/z"], setup)

    assert actual == expected
