"""Where the folders of sandboxes lie on the host, and how they are cleared away after a crash."""

from __future__ import annotations

import atexit
import itertools
import os
import shutil
import stat
import tempfile
import threading
from dataclasses import dataclass
from functools import cache

from cowork_dsl.runtime.sandbox.api import SandboxError, SandboxUnavailable
from cowork_dsl.runtime.sandbox.seccomp import filter_program
from cowork_dsl.runtime.workspace.removal import remove_tree

_SHM = "/dev/shm"
_ROOMY = 256 << 20
_LOW_USER = 65534
DEVICES = ("null", "zero", "urandom")
SYSTEM_FOLDERS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
AGENT = 1000
"""The number of the user inside a box; outside it is an ordinary user, or nobody where the driver is root."""

_PASSWD = f"root:x:0:0:root:/root:/usr/sbin/nologin\nagent:x:{AGENT}:{AGENT}:agent:/home/agent:/bin/sh\n"
_GROUP = f"root:x:0:\nagent:x:{AGENT}:\nnogroup:x:65534:\n"
_HOSTS = "127.0.0.1 localhost cowork\n"
_NSSWITCH = "passwd: files\ngroup: files\nhosts: files\n"


def _make(path: str, mode: int) -> None:
    """Make a folder with exactly this mode, whatever the umask."""
    os.mkdir(path, mode)
    os.chmod(path, mode)


def box_user() -> int | None:
    """The host user whom a box runs as: nobody where we are root, otherwise ourselves (``None``)."""
    return _LOW_USER if os.geteuid() == 0 else None


@cache
def _base() -> str:
    """The folder of all sandboxes of this user, in memory where there is room for it."""
    return _base_in(_SHM if _suits(_SHM) else tempfile.gettempdir())


def _suits(place: str) -> bool:
    try:
        room = os.statvfs(place)
    except OSError:
        return False
    return (
        room.f_bavail * room.f_frsize >= _ROOMY
        and not room.f_flag & (os.ST_NOEXEC | os.ST_RDONLY)
        and os.access(place, os.W_OK | os.X_OK)
    )


def _base_in(place: str) -> str:
    path = os.path.join(place, f"cowork-gym-{os.geteuid()}")
    # where boxes run as another user than we do, that user must get through
    mode = 0o700 if box_user() is None else 0o711
    try:
        os.mkdir(path, mode)
    except FileExistsError:
        status = os.lstat(path)
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o022:
            raise SandboxUnavailable(
                f"{path} belongs to somebody else", "remove it, or set TMPDIR to a folder of your own"
            ) from None
    os.chmod(path, mode)
    return path


def _started(pid: int) -> str:
    """When a process started, in the kernel's ticks; empty where there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[19].decode()
    except (OSError, IndexError):
        return ""


@cache
def _world() -> str:
    """The space in which our process numbers mean something: containers may share the folder, but not the numbers."""
    return "".join(char for char in os.readlink("/proc/self/ns/pid") if char.isdigit())


def _name(pid: int) -> str:
    return f"{_world()}-{pid}-{_started(pid)}"


def clean_stale() -> tuple[str, ...]:
    """Remove the folders whose process is gone; give their names."""
    base = _base()
    gone: list[str] = []
    for name in os.listdir(base):
        world, _, rest = name.partition("-")
        pid = rest.partition("-")[0]
        if world == _world() and pid.isdigit() and name != _name(int(pid)):
            remove_tree(os.path.join(base, name))
            gone.append(name)
    return tuple(sorted(gone))


@dataclass(frozen=True, slots=True)
class Places:
    """The folders of one sandbox on the host: what the box sees as its root, and what it may only read."""

    top: str
    root: str
    workspace: str
    home: str
    tmp: str
    control: str


class _Process:
    """The folder of this process: what all its boxes share, and one folder a sandbox."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        clean_stale()
        self.path = os.path.join(_base(), _name(self.pid))
        _make(self.path, 0o711)
        self.count = itertools.count(1)
        self.links = _links()
        self.etc = os.path.join(self.path, "etc")
        self.shell = os.path.join(self.path, "sh")
        _make_etc(self.etc)
        self.filter: str | None = os.path.join(self.path, "filter")
        program = filter_program()
        if program is None:
            self.filter = None
        else:
            with open(self.filter, "wb") as file:
                file.write(program)
        _copy_shell(self.shell)
        atexit.register(self.remove)

    def remove(self) -> None:
        if os.getpid() == self.pid:
            remove_tree(self.path)
            # worker processes end without this, after their work and before us
            clean_stale()


def _make_etc(path: str) -> None:
    """Write the little ``/etc`` that all boxes show; only links and made-up names, nothing of this host's users."""
    os.makedirs(path)
    files = {"passwd": _PASSWD, "group": _GROUP, "hosts": _HOSTS, "nsswitch.conf": _NSSWITCH, "timezone": "Etc/UTC\n"}
    for name, text in files.items():
        with open(os.path.join(path, name), "w", encoding="utf-8") as file:
            file.write(text)
    for source, name in (("/etc/ld.so.cache", "ld.so.cache"), ("/usr/share/zoneinfo/UTC", "localtime")):
        if os.path.exists(source):
            shutil.copyfile(source, os.path.join(path, name))
    for name in os.listdir(path):
        os.chmod(os.path.join(path, name), 0o644)
    if os.path.isdir("/etc/alternatives"):
        shutil.copytree("/etc/alternatives", os.path.join(path, "alternatives"), symlinks=True)
        os.chmod(os.path.join(path, "alternatives"), 0o755)
    os.chmod(path, 0o755)


def _copy_shell(path: str) -> None:
    """Copy the shell so that it can be run but not read.

    The kernel lets nobody trace such a process or open its memory and descriptors through ``/proc``: the agent's
    programs, which run as the same user, can't reach into the one that serves them.
    """
    shutil.copyfile("/bin/sh", path)
    os.chmod(path, 0o111)


_process: _Process | None = None
_making = threading.Lock()


def _mine() -> _Process:
    global _process
    with _making:
        if _process is None or _process.pid != os.getpid():
            _process = _Process()
        return _process


def shared_etc() -> str:
    """The little ``/etc`` of every box."""
    return _mine().etc


@cache
def system_folders() -> tuple[str, ...]:
    """The folders of programs and libraries that the host has as folders, not as links into ``/usr``."""
    names = ("usr", *SYSTEM_FOLDERS)
    return tuple(name for name in names if os.path.isdir("/" + name) and not os.path.islink("/" + name))


def make_mount_point(root: str, inside: str, folder: bool) -> None:
    """Make what a further bind is put upon, below a box's root."""
    parts = [part for part in inside.split("/") if part]
    if not inside.startswith("/") or ".." in parts or len(parts) < 2 or parts[0] not in ("opt", "srv", "mnt"):
        raise SandboxError(f"{inside}: a bind must lie below /opt, /srv or /mnt")
    here = root
    for part in parts if folder else parts[:-1]:
        here = f"{here}/{part}"
        if not os.path.isdir(here):
            _make(here, 0o755)
    if not folder:
        os.close(os.open(f"{here}/{parts[-1]}", os.O_CREAT | os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644))


def _links() -> dict[str, str]:
    """The symbolic links of a box's root: programs and libraries as the host lays them out, and the usual of /dev."""
    links = {f"dev/{name}": f"/proc/self/fd/{number}" for number, name in enumerate(("stdin", "stdout", "stderr"))}
    links |= {"dev/fd": "/proc/self/fd", "dev/random": "urandom"}
    for name in SYSTEM_FOLDERS:
        if os.path.islink("/" + name):
            links[name] = os.readlink("/" + name)
    return links


def shared_filter() -> str | None:
    """The file that holds the filter of system calls, where there is one for this machine."""
    return _mine().filter


def make_places(owner: int | None) -> Places:
    """Make the folder of a new sandbox, with a workspace that belongs to ``owner``; ``furnish`` makes the rest."""
    mine = _mine()
    top = os.path.join(mine.path, str(next(mine.count)))
    root = f"{top}/root"
    places = Places(top, root, f"{root}/workspace", f"{root}/home/agent", f"{root}/tmp", f"{top}/control")
    _make(top, 0o711)
    _make(root, 0o755)
    _make_for(owner, places.workspace)
    return places


def _make_for(owner: int | None, path: str) -> None:
    _make(path, 0o755)
    if owner is not None:
        os.chown(path, owner, owner)


def furnish(places: Places, owner: int | None) -> None:
    """Make what programs need beside the workspace; what the box writes to belongs to ``owner``."""
    mine, root, control = _mine(), places.root, places.control
    _make(control, 0o755)
    for name in ("dev", "etc", "home", "proc", "run", "run/box", *system_folders()):
        _make(f"{root}/{name}", 0o755)
    for name, target in mine.links.items():
        os.symlink(target, f"{root}/{name}")
    for name in DEVICES:
        os.close(os.open(f"{root}/dev/{name}", os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o644))
    for path in (places.home, places.tmp, f"{root}/dev/shm"):
        _make_for(owner, path)
    os.link(mine.shell, f"{control}/sh")
    _make(f"{control}/nothing", 0o755)
    os.close(os.open(f"{control}/empty", os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o644))
    # nobody can list it, so the names of calls stay between the driver and the server
    os.chmod(control, 0o311)
