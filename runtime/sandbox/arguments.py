"""The command line of bubblewrap, and the little program that serves calls inside."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from cowork_dsl.runtime.sandbox.api import Limits
from cowork_dsl.runtime.sandbox.home import AGENT, DEVICES, Places, system_folders
from cowork_dsl.runtime.sandbox.mounts import Plan
from cowork_dsl.runtime.workspace.confined import WORKSPACE

CONTROL = "/run/box"
BOX_ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/home/agent",
    "USER": "agent",
    "LOGNAME": "agent",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "TMPDIR": "/tmp",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}

# One line a call: its number, a file of exports, the file that is its stdin, the folder. The command itself lies in a
# file, so nothing that it holds can be taken for a request; its output goes to a FIFO of its own, so nothing that it
# prints can be taken for an answer; and it runs in a fork that has neither of the server's descriptors.
_SERVER = """\
umask 022
ulimit -c 0; ulimit -f {blocks}; ulimit -v {kilobytes}; ulimit -n {open_files}
ulimit -p {processes} 2>/dev/null || ulimit -u {processes}
exec 3<&0 4>&1 </dev/null >/dev/null 2>&1
while read -r _box_n _box_e _box_i _box_d <&3; do
( exec 3<&- 4>&-; ulimit -t {cpu_seconds}; cd -- "$_box_d" || exit; . "$_box_e"; . "{control}/command"
) <"$_box_i" >"{control}/o$_box_n" 2>&1
echo "$_box_n $?" >&4
done
"""


def server_program(limits: Limits) -> str:
    """The shell program that is process 1 of the box."""
    return _SERVER.format(
        blocks=limits.file_size // 512,
        kilobytes=limits.address_space // 1024,
        open_files=limits.open_files,
        processes=limits.processes,
        cpu_seconds=limits.cpu_seconds,
        control=CONTROL,
    )


@cache
def _system() -> tuple[str, ...]:
    """Binds of the host's programs and libraries, where the host has folders and not links."""
    return tuple(word for name in system_folders() for word in ("--ro-bind", f"/{name}", f"/{name}"))


def box_arguments(
    bwrap: str, places: Places, etc: str, plan: Plan, binds: Mapping[str, str], limits: Limits
) -> list[str]:
    """All arguments, from bubblewrap itself to the server's program.

    The box's root is a folder of the host's that is counted and removed with the rest. Mounts are what a box costs, so
    there are few: no pseudo-terminals, and of the devices the three that programs use.
    """
    arguments = [
        bwrap,
        *("--unshare-all", "--unshare-user", "--uid", str(AGENT), "--gid", str(AGENT), "--hostname", "cowork"),
        # process 1 can't be killed from inside, which keeps the server safe from the agent's programs
        *("--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL"),
        *("--bind", places.root, "/", *_system(), "--ro-bind", etc, "/etc", "--ro-bind", places.control, CONTROL),
        *("--proc", "/proc"),
    ]
    for name in DEVICES:
        arguments += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    if not plan.writable_root:
        arguments += ["--ro-bind", places.workspace, WORKSPACE]
    for option, paths in (("--bind", plan.opened), ("--ro-bind", plan.closed)):
        for path in paths:
            arguments += [option, f"{places.workspace}/{path}", f"{WORKSPACE}/{path}"]
    for source, paths in (("nothing", plan.empty_folders), ("empty", plan.empty_files)):
        for path in paths:
            arguments += ["--ro-bind", f"{places.control}/{source}", f"{WORKSPACE}/{path}".rstrip("/")]
    for inside, outside in binds.items():
        arguments += ["--ro-bind", outside, inside]
    return [*arguments, "--chdir", WORKSPACE, "--", f"{CONTROL}/sh", "-c", server_program(limits), "sh"]
