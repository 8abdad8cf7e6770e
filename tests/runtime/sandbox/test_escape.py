"""Attempts to get out of the box, or to reach through the host's own tools; each must fail."""

import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cowork_dsl.runtime.sandbox.bwrap import BwrapSandbox
from cowork_dsl.runtime.tools.toolbox import Toolbox
from cowork_dsl.runtime.workspace.confined import WorkspaceError
from cowork_dsl.runtime.workspace.tree import MemoryBlobs, Tree

CANARY = "canary-5f1c"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file of the host that no agent may see."""
    path = tmp_path / "secret.txt"
    path.write_text(CANARY)
    return path


@pytest.fixture
def listener() -> Iterator[int]:
    """A server of the host that answers with the canary."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                client, _ = server.accept()
            except OSError:
                return
            client.sendall(CANARY.encode())
            client.close()

    threading.Thread(target=serve, daemon=True).start()
    yield server.getsockname()[1]
    server.close()


SHELL_ATTEMPTS = {
    "absolute path": "cat {secret}",
    "parents": "cat ../../../../../../..{secret}",
    "symlink": "ln -s {secret} l; cat l",
    "symlinked folder": "ln -s {folder} d; cat d/secret.txt; ls d/",
    "root of process 1": "cat /proc/1/root{secret}",
    "root of any process": "for p in /proc/[0-9]*; do cat $p/root{secret}; cat $p/cwd/{secret}; done",
    "descriptors of process 1": "ls /proc/1/fd && cat /proc/1/fd/*",
    "own descriptors": "for f in /proc/self/fd/*; do readlink $f; done | grep -v -e pipe -e /dev/null -e /proc -e /run/box",
    "memory of process 1": "head -c 10 /proc/1/mem",
    "environment of process 1": "tr '\\0' '\\n' </proc/1/environ",
    "hardlink": "ln {secret} h; cat h",
    "bind mount": "mkdir m; mount --bind / m && ls m",
    "new namespace": "unshare -Ur true && echo {canary}-root; unshare -m true && echo {canary}-mount",
    "chroot": "chroot . /bin/true && echo {canary}",
    "setuid program": "su -c 'echo {canary}' root </dev/null; /usr/bin/passwd -S root && echo {canary}",
    "own setuid bit": "cp /usr/bin/id i; chmod 4755 i; ./i -u | grep -x 0 && echo {canary}",
    "become root": "/usr/bin/python3 -c \"import os; os.setuid(0); print('{canary}')\"",
    "device node": "mknod disk b 8 0 && echo {canary}; mknod mem c 1 1 && echo {canary}",
    "raw disk": "head -c 512 /dev/vda /dev/sda /dev/mem /dev/kmsg && echo {canary}",
    "kernel settings": "echo x > /proc/sys/kernel/core_pattern && echo {canary}; echo h > /proc/sysrq-trigger && echo {canary}",
    "core pattern": "echo '|/bin/x' > /proc/sys/kernel/core_pattern && echo {canary}",
    "write the system": "echo x > /usr/bin/x && echo {canary}; rm -f /usr/bin/env && echo {canary}",
    "write users": "echo x >> /etc/passwd && echo {canary}; rm /etc/passwd && echo {canary}",
    "swap the command": "echo x > /run/box/command && echo {canary}; rm -f /run/box/sh && echo {canary}; touch /run/box/c2 && echo {canary}",
    "homes": "ls -A /root /home/* /work /srv /opt /mnt /var 2>/dev/null | grep -v -e : -e ^$ && echo {canary}",
    "host temp": "ls -A /tmp /dev/shm | grep -v -e : -e ^$ && echo {canary}",
    "host users": "cat /etc/shadow /etc/gshadow && echo {canary}",
    "kernel keyring": "keyctl show && echo {canary}",
    "control groups": "ls /sys/fs/cgroup && echo {canary}; mkdir /sys/fs/cgroup/x && echo {canary}",
    "docker socket": "ls /var/run/docker.sock /run/docker.sock && echo {canary}",
    "host processes": "ps -e -o pid= | grep -c . | grep -v -x '[1-5]' && echo {canary}",
    "leave by kill": "kill -9 -1; kill -9 1; kill -STOP 1; echo hi",
    "core dump": "sh -c 'kill -SEGV $$'; ls | grep core && echo {canary}",
    "option as a name": "cat -- --help; echo > '-rf'; ls -- -rf >/dev/null && true",
}


@pytest.mark.parametrize("attempt", SHELL_ATTEMPTS.values(), ids=SHELL_ATTEMPTS.keys())
def test_shell_cannot(box: BwrapSandbox, secret: Path, attempt: str) -> None:
    command = attempt.format(secret=secret, folder=secret.parent, canary="$(printf canary; echo -5f1c)")
    result = box.exec(command, timeout=20)

    assert (CANARY in result.output.decode(errors="replace"), box.exec("echo alive").output) == (False, b"alive\n")
    assert secret.read_text() == CANARY


PYTHON_ATTEMPTS = {
    "loopback of the host": "s.create_connection(('127.0.0.1', {port}), 2).recv(99)",
    "metadata address": "s.create_connection(('169.254.169.254', 80), 2)",
    "public address": "s.create_connection(('1.1.1.1', 53), 2)",
    "ipv6": "s.create_connection(('2606:4700:4700::1111', 53), 2)",
    "names": "s.getaddrinfo('example.com', 80)",
    "raw socket": "s.socket(s.AF_INET, s.SOCK_RAW, s.IPPROTO_ICMP)",
    "packet socket": "s.socket(s.AF_PACKET, s.SOCK_RAW)",
    "trace process 1": "ok(libc.ptrace(16, 1, 0, 0))",
    "mount": "ok(libc.mount(b'none', b'/tmp', b'tmpfs', 0, 0))",
    "unshare": "ok(libc.unshare(0x10000000))",
    "pivot root": "ok(libc.syscall(155, b'/tmp', b'/tmp'))",
    "open by handle": "ok(libc.open_by_handle_at(-100, b'0' * 64, 0))",
    "reboot": "ok(libc.reboot(0x89ABCDEF))",
    "kernel log": "ok(libc.klogctl(3, ctypes.create_string_buffer(99), 99) - 1)",
    "clock": "__import__('time').clock_settime(0, 0)",
    "sockets to the machine's host": "s.socket(40, s.SOCK_STREAM)",
    "kernel crypto": "s.socket(38, s.SOCK_SEQPACKET)",
    "clone into a namespace": "ok(libc.syscall(56, 0x10000000 | 17, 0, 0, 0, 0))",
    "keys": "ok(libc.syscall(250, 0, -3, 0))",
    "hostname": "s.sethostname('x')",
    "raise a limit": "import resource; resource.setrlimit(resource.RLIMIT_NPROC, (10**5, 10**5))",
}


@pytest.mark.parametrize("attempt", PYTHON_ATTEMPTS.values(), ids=PYTHON_ATTEMPTS.keys())
def test_python_cannot(box: BwrapSandbox, listener: int, attempt: str) -> None:
    code = f"""
import ctypes, os, socket as s
libc = ctypes.CDLL(None, use_errno=True)
def ok(answer):
    if answer < 0: raise OSError(ctypes.get_errno(), 'refused')
{attempt.format(port=listener)}
print('done')
"""
    result = box.exec(["/usr/bin/python3", "-"], stdin=code.encode(), timeout=20)

    assert (result.exit, "done" in result.output.decode()) == (1, False)


PATHS = [
    "{secret}",
    "../secret.txt",
    "docs/../../secret.txt",
    "/etc/passwd",
    "/proc/self/environ",
    "a\0b",
    "",
    ".",
    "//etc/passwd",
]


@pytest.mark.parametrize("path", PATHS)
def test_tools_refuse_paths(box: BwrapSandbox, blobs: MemoryBlobs, secret: Path, path: str) -> None:
    tools = Toolbox(box, blobs)
    name = path.format(secret=secret)
    calls = [("read_file", {}), ("write_file", {"text": "x"}), ("delete_file", {}), ("move_file", {"to": "x"})]
    actual = [tools.call(tool, {"path": name, **more}) for tool, more in calls]

    assert [result.ok for result in actual] == [False] * 4
    assert CANARY not in "".join(result.text for result in actual)


LINKS = {
    "file": "ln -s {secret} l",
    "folder": "ln -s {folder} l",
    "relative": "ln -s ../../../../../../../..{secret} l",
    "process": "ln -s /proc/self/environ l",
    "loop": "ln -s l l",
    "inside": "ln -s docs l",
}


@pytest.mark.parametrize("link", LINKS.values(), ids=LINKS.keys())
def test_tools_follow_no_link(box: BwrapSandbox, blobs: MemoryBlobs, secret: Path, link: str) -> None:
    tools = Toolbox(box, blobs)
    box.exec(link.format(secret=secret, folder=secret.parent))
    calls = [
        ("read_file", {"path": "l"}),
        ("read_file", {"path": "l/secret.txt"}),
        ("write_file", {"path": "l", "content": "x"}),
        ("write_file", {"path": "l/secret.txt", "content": "x"}),
        ("edit_file", {"path": "l", "old": "canary", "new": "x"}),
        ("move_file", {"path": "a.csv", "to": "l/moved"}),
        ("delete_file", {"path": "l/secret.txt"}),
    ]
    actual = [tools.call(tool, arguments).ok for tool, arguments in calls]

    assert (actual, secret.read_text(), os.listdir(secret.parent)) == ([False] * 7, CANARY, ["secret.txt"])
    assert CANARY not in tools.call("search_files", {"text": "canary"}).text
    assert CANARY.encode() not in b"".join(blobs.get(e.blob) for e in box.snapshot(blobs).values() if e.blob)


def test_host_cannot_be_raced_through_a_link(box: BwrapSandbox, secret: Path) -> None:
    box.exec(
        f"mkdir real; echo harmless > real/secret.txt; "
        f"(while :; do mv real d; mv d real; ln -s {secret.parent} d; rm d; done) >/dev/null 2>&1 &"
    )
    seen: set[bytes] = set()
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        try:
            box.write("d/secret.txt", b"overwritten\n")
            seen.add(box.read("d/secret.txt", 100))
        except WorkspaceError:
            continue

    assert (CANARY.encode() in seen, secret.read_text()) == (False, CANARY)


@pytest.mark.parametrize(
    "make", ["mkfifo f", "/usr/bin/python3 -c \"import socket as s; s.socket(s.AF_UNIX).bind('f')\""]
)
def test_special_files_block_nothing(box: BwrapSandbox, tree: Tree, blobs: MemoryBlobs, make: str) -> None:
    tools = Toolbox(box, blobs)
    box.exec(make)
    actual = [tools.call("read_file", {"path": "f"}).ok, tools.call("write_file", {"path": "f", "content": "x"}).ok]

    assert (actual, box.snapshot(blobs) == tree, tools.call("search_files", {"text": "x"}).ok) == (
        [False, False],
        True,
        True,
    )


def test_fifo_with_a_reader_is_not_written_to(box: BwrapSandbox) -> None:
    box.exec("mkfifo f; cat f > got & sleep 0.05")

    with pytest.raises(WorkspaceError):
        box.write("f", b"x")


@pytest.mark.parametrize("name", ["new\nline", "quo'te\"s", "-rf", "$(echo x)", "ünï", "*", "a\\b", " space "])
def test_odd_names_are_only_names(box: BwrapSandbox, tree: Tree, name: str) -> None:
    box.write(f"odd/{name}", b"1")
    box.exec(["sh", "-c", 'printf 2 >> "$1"', "sh", f"odd/{name}"])

    assert (box.read(f"odd/{name}"), box.diff(tree).added) == (b"12", (f"odd/{name}",))


def test_name_that_is_no_text(box: BwrapSandbox, tree: Tree, blobs: MemoryBlobs) -> None:
    box.exec("printf x > \"$(printf 'b\\377d')\"")

    assert (box.diff(tree).added, len(box.snapshot(blobs).digest)) == (("b\udcffd",), 64)


FAKE_ANSWERS = [
    "echo '2 0'; echo '3 0' >&2",
    'for n in 1 2 3 4 5 6 7 8 9; do echo "$n 0" > /proc/1/fd/4; echo "$n 0" > /proc/1/fd/1; done',
    "for fd in 3 4 5 6 7 8 9; do eval \"echo '3 0' >&$fd\"; done",
    "ls /run/box; for i in 1 2 3; do echo fake > /run/box/o$i; done; cat /run/box/command; readlink /proc/self/fd/1",
    "while [ ! -e stop ]; do for f in /run/box/o*; do echo fake > $f; done; sleep 0.01; done",
    "for f in /run/box/*; do echo fake > $f; done",
    "_box_n=9; _box_e=/x; exec 4>&1",
]


@pytest.mark.parametrize("attack", FAKE_ANSWERS)
def test_answers_cannot_be_forged(box: BwrapSandbox, attack: str) -> None:
    box.exec(attack + "; exit 5", timeout=0.3)
    box.exec(f"({attack}) >/dev/null 2>&1 & exit 6")
    result = box.exec("sleep 0.05; echo true; exit 7")

    assert (result.exit, result.output) == (7, b"true\n")


def test_too_many_files_are_a_limit(box: BwrapSandbox, blobs: MemoryBlobs) -> None:
    box.exec("i=0; while [ $i -lt 600 ]; do : > f$i; i=$((i+1)); done")
    result = Toolbox(box, blobs).call("shell", {"command": "echo x"})

    assert (result.ok, result.error) == (False, "the workspace holds more than 500 entries")


def test_deep_folders_are_a_limit(box: BwrapSandbox, blobs: MemoryBlobs) -> None:
    box.exec("for i in $(seq 100); do mkdir d; cd d; done")

    with pytest.raises(WorkspaceError, match="deeper than 64"):
        box.snapshot(blobs)


def test_closed_folders_are_still_ours(box: BwrapSandbox, tree: Tree) -> None:
    box.exec("chmod 000 docs/plan.md docs; chmod 400 a.csv")
    box.write("docs/plan.md", b"new\n")
    box.write("a.csv", b"new\n")

    assert (box.read("docs/plan.md"), box.diff(tree).changed) == (b"new\n", ("a.csv", "docs/plan.md"))
