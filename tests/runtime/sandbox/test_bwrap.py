"""The bubblewrap sandbox: commands, bounds, reads, times and its end."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cowork_dsl.runtime.sandbox import home
from cowork_dsl.runtime.sandbox.api import KILLED, TIMED_OUT, Limits, SandboxError, SandboxFailed, Setup
from cowork_dsl.runtime.sandbox.bwrap import BwrapSandbox
from cowork_dsl.runtime.workspace.confined import WorkspaceError
from cowork_dsl.runtime.workspace.tree import Changes, MemoryBlobs, Tree


def out(box: BwrapSandbox, command: str | list[str], **more: object) -> str:
    return box.exec(command, **more).output.decode()  # type: ignore[arg-type]


def test_output_and_status_come_back(box: BwrapSandbox) -> None:
    result = box.exec("cat a.csv; echo problem >&2; exit 3")

    assert (result.exit, result.output) == (3, b"id,n\n1,2\n3,4\nproblem\n")


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("cat <<'END'\n$x \"quoted\n1 0\nEND", '$x "quoted\n1 0\n'),
        ('echo "it\'s" \'a "b"\'', 'it\'s a "b"\n'),
        ("printf '%s' \"line\nbreak\"", "line\nbreak"),
        ("# only a comment", ""),
        ("printf no-newline", "no-newline"),
        ("echo one; (exit 4)", "one\n"),
        ("echo grüße 日本", "grüße 日本\n"),
        ("exec echo replaced", "replaced\n"),
        ("set -e; false; echo never", ""),
        ("trap 'echo bye' EXIT; echo hi", "hi\nbye\n"),
    ],
)
def test_any_text_is_one_command(box: BwrapSandbox, command: str, expected: str) -> None:
    actual = out(box, command)

    assert actual == expected
    assert out(box, "echo next") == "next\n"


@pytest.mark.parametrize("command", ["echo 'open", 'echo "open', "if true", "cat <<END", ")", "}", "done", "exit 7"])
def test_broken_syntax_stays_in_its_call(box: BwrapSandbox, command: str) -> None:
    box.exec(command)

    assert out(box, "echo next") == "next\n"


def test_arguments_are_not_parsed_again(box: BwrapSandbox) -> None:
    actual = out(box, ["printf", "%s|", "a b", "$HOME", "'", "-n", "", "new\nline"])

    assert actual == "a b|$HOME|'|-n||new\nline|"


def test_state_of_one_call_does_not_reach_the_next(box: BwrapSandbox) -> None:
    box.exec("cd docs; x=1; export y=2; umask 777; exec 1>&-")

    assert out(box, "pwd; echo [$x$y]; umask") == "/workspace\n[]\n0022\n"


def test_folder_stdin_and_variables(box: BwrapSandbox) -> None:
    actual = out(box, 'pwd; cat; echo "$NAME"', cwd="docs/deep", stdin=b"typed\n", env={"NAME": "a 'b' $c"})

    assert actual == "/workspace/docs/deep\ntyped\na 'b' $c\n"


def test_stdin_is_empty_by_default(box: BwrapSandbox) -> None:
    assert out(box, "cat; read x; echo done") == "done\n"


@pytest.mark.parametrize("command", ["", "echo a\0b", []])
def test_impossible_commands_are_refused(box: BwrapSandbox, command: str | list[str]) -> None:
    with pytest.raises(WorkspaceError):
        box.exec(command)


def test_missing_folder_is_a_result(box: BwrapSandbox) -> None:
    result = box.exec("echo never", cwd="nowhere")

    assert (result.exit != 0, b"never" in result.output) == (True, False)


def test_programs_see_a_small_world(box: BwrapSandbox) -> None:
    actual = out(box, 'id -un; id -u; hostname; echo "$HOME $TZ"; env | cut -d= -f1 | sort | tr "\\n" " "')

    names = "HOME LANG LOGNAME OLDPWD PATH PWD PYTHONDONTWRITEBYTECODE PYTHONHASHSEED TMPDIR TZ USER "
    assert actual == f"agent\n1000\ncowork\n/home/agent UTC\n{names}"


def test_no_capability_is_left(box: BwrapSandbox) -> None:
    actual = out(box, "grep -h -e ^Cap -e ^NoNewPrivs /proc/self/status | cut -f2 | sort -u")

    assert actual == "0000000000000000\n1\n"


def test_python_is_there(box: BwrapSandbox) -> None:
    assert out(box, ["/usr/bin/python3", "-c", "import csv; print(len(list(csv.reader(open('a.csv')))))"]) == "3\n"


def test_time_out_ends_the_call_and_keeps_files(box: BwrapSandbox) -> None:
    result = box.exec("echo begun; echo kept > /tmp/kept; echo more > new.txt; sleep 60 & sleep 60", timeout=0.4)

    assert (result.exit, result.timed_out, result.output) == (TIMED_OUT, True, b"begun\n")
    assert out(box, "cat /tmp/kept new.txt; ps -e -o comm= | grep -c sleep") == "kept\nmore\n0\n"


def test_large_output_is_cut(box: BwrapSandbox) -> None:
    result = box.exec("head -c 3000000 /dev/zero | tr '\\0' x", max_output=1000)

    assert (result.exit, result.output, result.truncated) == (0, b"x" * 1000, True)


def test_endless_output_ends(box: BwrapSandbox) -> None:
    result = box.exec("yes", timeout=30, max_output=100)

    assert (result.exit, len(result.output), result.timed_out) == (128 + 13, 100, False)


def test_background_programs_live_on_and_do_not_mix_in(box: BwrapSandbox) -> None:
    box.exec("sleep 60 & (while :; do echo noise; sleep 0.01; done) & echo started")
    time.sleep(0.05)

    assert out(box, "echo clean") == "clean\n"
    assert out(box, "ps -e -o args= | grep -c '^sleep 60'") == "1\n"


def test_stop_ends_background_programs(box: BwrapSandbox) -> None:
    box.exec("sleep 60 & echo $! > /tmp/pid")
    box.stop()

    assert out(box, "ps -e -o comm= | grep -c sleep; ls /tmp") == "0\npid\n"


def test_killing_everything_leaves_the_server(box: BwrapSandbox) -> None:
    box.exec("kill -9 -1; kill -9 1; kill -9 $$")

    assert out(box, "echo alive") == "alive\n"


def test_reads_are_seen(box: BwrapSandbox) -> None:
    first = box.mark()
    box.exec("cat a.csv; ls -l docs")
    second = box.mark()
    box.read("docs/deep/note.md")
    box.exec(["/usr/bin/python3", "-c", "open('docs/plan.md').read()"])

    actual = [box.reads_since(second), box.reads_since(first), box.reads_since(box.mark())]

    assert actual == [("docs/plan.md",), ("a.csv", "docs/plan.md"), ()]


def test_a_second_read_of_the_same_file_is_seen(box: BwrapSandbox) -> None:
    box.exec("cat a.csv")
    mark = box.mark()
    box.exec("cat a.csv")

    assert box.reads_since(mark) == ("a.csv",)


def test_moved_file_counts_as_read_by_its_old_name(box: BwrapSandbox) -> None:
    mark = box.mark()
    box.exec("cat a.csv; mv a.csv b.csv")

    assert box.reads_since(mark) == ("a.csv",)


def test_changes_are_seen(box: BwrapSandbox, tree: Tree) -> None:
    box.exec("echo x >> a.csv; mkdir out; echo y > out/y; rm docs/plan.md; mkdir __pycache__; touch __pycache__/x.pyc")

    assert box.diff(tree) == Changes(("out/y",), ("a.csv",), ("docs/plan.md",))


def test_change_behind_old_times_is_seen(box: BwrapSandbox, tree: Tree) -> None:
    box.exec("touch -r a.csv /tmp/t; printf 'id,n\\n9,9\\n3,4\\n' > a.csv; touch -r /tmp/t a.csv")

    assert box.diff(tree).changed == ("a.csv",)


def test_clock_in_the_box(box: BwrapSandbox, tree: Tree) -> None:
    when = datetime(2031, 4, 2, 9, 0, tzinfo=UTC)
    actual = out(
        box,
        "date +%F; /usr/bin/python3 -c 'import datetime; print(datetime.date.today())'; echo x > new",
        fake_time=when,
    )
    box.stamp(box.diff(tree), when)

    assert actual == "2031-04-02\n2031-04-02\n"
    assert (
        out(box, "stat -c %Y new a.csv")
        == f"{int(when.timestamp())}\n{int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())}\n"
    )


def test_stamping_is_no_change(box: BwrapSandbox, tree: Tree) -> None:
    box.stamp(Changes(changed=("a.csv",)), datetime(2031, 4, 2, tzinfo=UTC))

    assert not box.diff(tree)


def test_host_writes_are_the_agents_to_change(box: BwrapSandbox) -> None:
    box.write("new/from-host.txt", b"one\n")
    box.exec("echo two >> new/from-host.txt; rm a.csv; mkdir new/more")
    box.write("new/from-host.txt", box.read("new/from-host.txt") + b"three\n")

    assert out(box, "cat new/from-host.txt") == "one\ntwo\nthree\n"


def test_many_threads_may_start_boxes(tree: Tree, blobs: MemoryBlobs) -> None:
    box = BwrapSandbox()
    box.materialise(tree, blobs)
    starter = threading.Thread(target=box.exec, args=("sleep 60 &",))
    starter.start()
    starter.join()
    time.sleep(0.05)

    assert out(box, "ps -e -o comm= | grep -c sleep") == "1\n"
    box.destroy()


MANY = """
import sys
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
sys.path.insert(0, ".")
from cowork_dsl.runtime.sandbox.bwrap import BwrapSandbox
from cowork_dsl.runtime.sandbox import home

def one(number):
    box = BwrapSandbox()
    text = box.exec(f"echo {number}; sleep 60 &").output.decode().strip()
    box.destroy()
    return int(text)

if __name__ == "__main__":
    with ThreadPoolExecutor(4) as pool:
        print(list(pool.map(one, range(8))) == list(range(8)))
    with get_context("fork").Pool(2) as pool:
        print(pool.map(one, range(8)) == list(range(8)))
    print(home._base())
"""


def test_threads_and_forked_workers_leave_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", MANY], capture_output=True, check=False)
    *answers, base = done.stdout.decode().split()

    assert (answers, done.stderr) == (["True", "True"], b"")
    assert [name for name in os.listdir(base) if not os.path.exists(f"/proc/{name.split('-')[1]}")] == []


def test_destroyed_sandbox_runs_nothing(box: BwrapSandbox) -> None:
    box.exec("true")
    box.destroy()
    box.destroy()

    with pytest.raises(SandboxFailed):
        box.exec("true")


def test_memory_is_bounded(box: BwrapSandbox) -> None:
    code = "x = []\nwhile True: x.append(bytearray(b'y') * 10_000_000)"
    result = box.exec(["/usr/bin/python3", "-c", code], timeout=30)

    assert (result.exit, "memory" in result.killed) == (KILLED, True)


def test_space_is_bounded(box: BwrapSandbox) -> None:
    command = "i=0; while :; do i=$((i+1)); head -c 900000 /dev/zero > /tmp/f$i || exit; sleep 0.02; done"
    result = box.exec(command, timeout=30)

    assert (result.exit, "files took" in result.killed) == (KILLED, True)


def test_size_of_a_file_is_bounded(box: BwrapSandbox) -> None:
    box.exec("head -c 5000000 /dev/zero > big; truncate -s 10G sparse; true")

    assert [line.size <= 1 << 20 for line in box.list() if line.kind == "file"] == [True] * len(box.list()[:-1])


def test_fork_bomb_is_bounded(box: BwrapSandbox) -> None:
    result = box.exec("f() { f | f & }; f; sleep 60", timeout=1.0)

    assert result.timed_out is True
    assert out(box, "echo alive") == "alive\n"


ORDINARY = """
import os, sys
sys.path.insert(0, ".")
from cowork_dsl.runtime.sandbox.choose import open_sandbox
from cowork_dsl.runtime.workspace.tree import MemoryBlobs
if os.geteuid() == 0:
    os.setgroups([])
    os.setresgid(65533, 65533, 65533)
    os.setresuid(65533, 65533, 65533)
box = open_sandbox()
box.write("d/a", b"1")
print(box.exec("id -un; cat d/a; echo; chmod 400 d/a; chmod 000 d; ls /root; cat /proc/1/environ").output.decode())
box.write("d/a", b"22")
print(box.snapshot(MemoryBlobs())["d/a"].size)
top = box.places.top
box.destroy()
print(os.path.exists(top))
"""


def test_an_ordinary_user_has_the_same_box() -> None:
    done = subprocess.run([sys.executable, "-c", ORDINARY], capture_output=True, check=False)

    refusals = "ls: cannot access '/root': No such file or directory\ncat: /proc/1/environ: Permission denied\n"
    assert (done.stdout.decode(), done.stderr.decode()) == (f"agent\n1\n{refusals}\n2\nFalse\n", "")


def test_limits_are_the_sandboxes_own() -> None:
    box = BwrapSandbox(Setup(Limits(open_files=64)))

    assert out(box, "ulimit -n; ulimit -c") == "64\n0\n"
    box.destroy()


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that everybody may read, which pytest's own is not."""
    with TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)


def test_binds_are_shown_read_only(shared: Path) -> None:
    (shared / "skill").mkdir()
    (shared / "skill" / "how.md").write_text("so\n")
    binds = {"/opt/skills/one": str(shared / "skill"), "/opt/one.md": str(shared / "skill" / "how.md")}
    box = BwrapSandbox(Setup(binds=binds))
    actual = out(box, "cat /opt/skills/one/how.md /opt/one.md; echo x > /opt/skills/one/how.md; rm /opt/one.md; true")
    box.destroy()

    assert actual.startswith("so\nso\n")
    assert (shared / "skill" / "how.md").read_text() == "so\n"


@pytest.mark.parametrize("inside", ["/workspace/x", "/etc/x", "opt/x", "/opt/../x", "/opt"])
def test_binds_lie_where_nothing_else_does(inside: str, tmp_path: Path) -> None:
    box = BwrapSandbox(Setup(binds={inside: str(tmp_path)}))
    with pytest.raises(SandboxError):
        box.exec("true")
    box.destroy()


def test_umask_of_the_driver_does_not_matter() -> None:
    done = subprocess.run([sys.executable, "-c", DRIVER_UMASK], capture_output=True, check=False)

    assert (done.stdout, done.stderr) == (b"1\n-rw-r--r--\n", b"")


DRIVER_UMASK = """
import os, sys
sys.path.insert(0, ".")
os.umask(0o077)
from cowork_dsl.runtime.sandbox.bwrap import BwrapSandbox
box = BwrapSandbox()
box.write("d/a", b"1\\n")
print(box.exec("cat d/a; ls -l d | cut -c1-10 | tail -1; echo x > y").output.decode(), end="")
box.destroy()
"""


def test_nothing_is_left_after_destroy(box: BwrapSandbox) -> None:
    box.exec("sleep 61 & mkdir -p a/b; chmod 000 a; echo")
    top = box.places.top
    box.destroy()
    left = subprocess.run(["pgrep", "-f", "^sleep 61$"], capture_output=True, check=False).stdout

    assert (os.path.exists(top), left) == (False, b"")


DRIVER = """
import os, sys, time
sys.path.insert(0, ".")
from cowork_dsl.runtime.sandbox.bwrap import BwrapSandbox
box = BwrapSandbox()
box.exec("sleep 62 & true")
print(box.places.top, flush=True)
box.exec("sleep 62")
"""


def test_killed_driver_leaves_no_program_and_its_folder_is_cleared() -> None:
    driver = subprocess.Popen([sys.executable, "-c", DRIVER], stdout=subprocess.PIPE)
    assert driver.stdout is not None
    top = driver.stdout.readline().decode().strip()
    driver.kill()
    driver.wait()
    deadline = time.monotonic() + 10
    count = b"some"
    while count and time.monotonic() < deadline:
        count = subprocess.run(["pgrep", "-f", "^sleep 62$"], capture_output=True, check=False).stdout
        time.sleep(0.02)
    stood = os.path.exists(top)
    home.clean_stale()

    assert (count, stood, os.path.exists(os.path.dirname(top))) == (b"", True, False)
