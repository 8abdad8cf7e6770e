"""What a machine needs to run environments: one function for each thing, asked by `cowork doctor`."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from cowork_dsl.grammar.records import dataclass
from cowork_dsl.runtime.sandbox.api import SandboxUnavailable
from cowork_dsl.runtime.sandbox.bwrap import find_bwrap
from cowork_dsl.runtime.sandbox.choose import probe, require_python
from cowork_dsl.runtime.sandbox.clock import faketime_library

MIN_PYTHON = (3, 11)
MIN_TEMP_BYTES = 2**30
MIN_SHM_BYTES = 256 * 2**20
PROBE_SECONDS = 20

_GIB = 2**30


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found.

    Attributes:
        name: what was looked for.
        ok: whether it is there and works.
        detail: what was found.
        mend: how to get it; empty if it is there.
        needed: whether `cowork run` cannot do without it.
    """

    name: str
    ok: bool
    detail: str
    mend: str = ""
    needed: bool = True


def python_version() -> Finding:
    """The interpreter that runs this."""
    found = ".".join(map(str, sys.version_info[:3]))
    ok = sys.version_info[:2] >= MIN_PYTHON
    return Finding("python", ok, f"{found} at {sys.executable}", "" if ok else "install Python 3.11 or newer")


def bubblewrap() -> Finding:
    """The program that makes boxes."""
    try:
        return _version("bubblewrap", find_bwrap(), package="bubblewrap")
    except SandboxUnavailable as problem:
        return Finding("bubblewrap", False, problem.message, problem.mend)


def user_namespaces() -> Finding:
    """Whether the kernel lets this user make namespaces."""
    limit_file = Path("/proc/sys/user/max_user_namespaces")
    if not limit_file.exists():
        return Finding("user namespaces", False, "this kernel has none", "use a Linux kernel with user namespaces")
    limit = int(limit_file.read_text(encoding="ascii"))
    if limit == 0:
        return Finding("user namespaces", False, "switched off", "sudo sysctl user.max_user_namespaces=15000")
    switch = Path("/proc/sys/kernel/unprivileged_userns_clone")
    if os.geteuid() != 0 and switch.exists() and switch.read_text(encoding="ascii").strip() == "0":
        return Finding("user namespaces", False, "only for root", "sudo sysctl kernel.unprivileged_userns_clone=1")
    return Finding("user namespaces", True, f"up to {limit}")


def sandbox_box() -> Finding:
    """Whether a box can really be made: one is, as for a rollout."""
    try:
        problem = probe()
    except OSError as error:
        return Finding("sandbox", False, f"no box could be made: {error}", "run as a user who may make namespaces")
    if problem is not None:
        return Finding("sandbox", False, problem.message, problem.mend)
    return Finding("sandbox", True, "a box was made, and a program ran in it")


def box_python() -> Finding:
    """The Python that a box shows to the agent."""
    try:
        return Finding("python in the box", True, require_python())
    except SandboxUnavailable as problem:
        return Finding("python in the box", False, problem.message, problem.mend)


def faketime() -> Finding:
    """The library that gives a box the environment's clock."""
    found = faketime_library()
    if found is None:
        return Finding("libfaketime", False, "not found; environments with a clock need it", _install("libfaketime"))
    return Finding("libfaketime", True, found)


def git() -> Finding:
    """The program that environments with repositories use."""
    program = shutil.which("git")
    if program is None:
        return Finding("git", False, "not found", _install("git"), needed=False)
    return _version("git", program, package="git", needed=False)


def temporary_room() -> Finding:
    """Room for workspaces and records."""
    import tempfile

    folder = tempfile.gettempdir()
    free = shutil.disk_usage(folder).free
    ok = free >= MIN_TEMP_BYTES
    return Finding(
        "disk", ok, f"{free / _GIB:.1f} GiB free in {folder}", "" if ok else f"free 1 GiB in {folder}, or set TMPDIR"
    )


def shared_memory() -> Finding:
    """Room in memory, where workspaces are fastest."""
    folder = "/dev/shm"
    if not os.path.isdir(folder):
        return Finding("tmpfs", False, f"there is no {folder}", f"mount a tmpfs at {folder}", needed=False)
    free = shutil.disk_usage(folder).free
    ok = free >= MIN_SHM_BYTES
    mend = "" if ok else f"sudo mount -o remount,size=1G {folder}"
    return Finding("tmpfs", ok, f"{free / _GIB:.1f} GiB free in {folder}", mend, needed=False)


def docker() -> Finding:
    """The other sandbox, if there is one."""
    program = shutil.which("docker")
    mend = "only for boxes in Docker, which this version does not make: nothing to mend"
    if program is None:
        return Finding("docker", False, "not found", mend, needed=False)
    done = _run([program, "version", "--format", "{{.Server.Version}}"])
    if done is None or done.returncode != 0:
        return Finding("docker", False, "the daemon does not answer", mend, needed=False)
    return Finding("docker", True, done.stdout.strip(), needed=False)


CHECKS: tuple[Callable[[], Finding], ...] = (
    python_version,
    bubblewrap,
    user_namespaces,
    sandbox_box,
    box_python,
    faketime,
    git,
    temporary_room,
    shared_memory,
    docker,
)


def examine() -> Iterator[Finding]:
    """Asks for one thing after the other."""
    for check in CHECKS:
        yield check()


def _version(name: str, program: str, *, package: str, needed: bool = True) -> Finding:
    done = _run([program, "--version"])
    if done is None or done.returncode != 0:
        return Finding(name, False, f"{program} does not start", _install(package), needed=needed)
    return Finding(name, True, f"{done.stdout.strip()} at {program}", needed=needed)


def _install(package: str) -> str:
    return f"sudo apt-get install {package}"


def _run(command: list[str]) -> subprocess.CompletedProcess[str] | None:
    try:
        return subprocess.run(
            command, capture_output=True, text=True, timeout=PROBE_SECONDS, check=False, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
