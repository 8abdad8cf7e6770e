"""`git("project")`: the commits, branches and tags of a repository, read from its ``.git`` folder in memory."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.repository import Repository
from cowork_dsl.compiler.values.tables import Table
from cowork_dsl.runtime.readers.bounds import MAX_BYTES, MAX_DEPTH, MAX_INSIDE
from cowork_dsl.runtime.readers.git_store import Store
from cowork_dsl.runtime.readers.malformed import Malformed

_COLUMNS = ("id", "parent", "author", "email", "at", "message", "title", "merge")
_WHO = re.compile(r"(.*?) ?<([^<>]*)> (\d{1,12}) ([+-])(\d\d)(\d\d)$")
_DIGEST = re.compile(r"[0-9a-f]{40}")


def parse_git(files: Mapping[str, bytes], path: str) -> Repository:
    """A repository.

    Args:
        files: What lies in ``.git``, by path.
        path: The folder around it.

    Raises:
        Malformed: It is no repository, is damaged, or is larger than the readers take.
    """
    if "HEAD" not in files:
        raise Malformed("is no git repository: it has no .git/HEAD")
    if sum(map(len, files.values())) > 2 * MAX_BYTES:
        raise Malformed(f"is larger than {2 * MAX_BYTES >> 20} MiB")
    store = Store(files)
    refs = _refs(files)
    head = files["HEAD"].decode("utf-8", "replace").strip()
    branch = head[16:] if head.startswith("ref: refs/heads/") else ""
    current = refs.get(head[5:], "") if head.startswith("ref: ") else head
    if current and not _DIGEST.fullmatch(current):
        raise Malformed("is damaged: its HEAD names no commit")
    branches = {name[11:]: digest for name, digest in refs.items() if name.startswith("refs/heads/")}
    tags = {name[10:]: _peeled(digest, store) for name, digest in refs.items() if name.startswith("refs/tags/")}
    commits = _log(current, store)
    names = {"HEAD": current, **tags, **branches}

    def find(ref: str) -> str:
        if names.get(ref):
            return names[ref]
        if ref.startswith("HEAD~") and ref[5:].isdecimal():
            back = _ancestor(commits, current, int(ref[5:]) if len(ref) < 12 else MAX_INSIDE)
            if back:
                return back
        known = sorted({digest for digest in store.known() if digest.startswith(ref)}) if len(ref) >= 7 else []
        if len(known) == 1:
            return known[0]
        raise Fail(f"{path} has no commit, branch or tag {ref}")

    def content(commit: str) -> Mapping[str, bytes]:
        try:
            return _files(commit, store)
        except Malformed as error:
            raise Fail(f"{path} {error}") from None

    rows = tuple({name: row[name] for name in _COLUMNS} for row in commits.values())
    log = Table(_COLUMNS, rows, "id", name=f"the log of {path}")
    return Repository(path, current, branch, branches, tags, log, content, find)


def _refs(files: Mapping[str, bytes]) -> dict[str, str]:
    """Digests by full name; loose ones win over packed ones."""
    found: dict[str, str] = {}
    for line in files.get("packed-refs", b"").decode("utf-8", "replace").splitlines():
        digest, _, name = line.partition(" ")
        if _DIGEST.fullmatch(digest) and name.startswith("refs/"):
            found[name] = digest
    for name, data in files.items():
        text = data[:64].decode("ascii", "replace").strip()
        if name.startswith("refs/") and _DIGEST.fullmatch(text):
            found[name] = text
    return dict(sorted(found.items()))


def _peeled(digest: str, store: Store) -> str:
    """The commit that a tag names; an annotated one is an object of its own."""
    for _ in range(MAX_DEPTH):
        found = store.any(digest)
        if found.kind != "tag":
            return digest
        digest = found.body[7:47].decode("ascii", "replace")
    raise Malformed("is damaged: a tag names itself")


def _log(head: str, store: Store) -> dict[str, dict[str, Any]]:
    """The commits that can be reached, the newest first; among those of one time the one nearer to the head."""
    found: dict[str, dict[str, Any]] = {}
    open_ = [head] if head else []
    while open_:
        digest = open_.pop(0)
        if digest in found:
            continue
        row = found[digest] = _commit(digest, store.get(digest, "commit"))
        if len(found) > MAX_INSIDE:
            raise Malformed(f"has more than {MAX_INSIDE} commits")
        open_.extend(row["parents"])
    order = sorted(found.items(), key=lambda item: item[1]["at"], reverse=True)
    return dict(order)


def _commit(digest: str, body: bytes) -> dict[str, Any]:
    head, _, message = body.decode("utf-8", "replace").partition("\n\n")
    fields: dict[str, list[str]] = {}
    for line in head.split("\n"):
        name, _, value = line.partition(" ")
        fields.setdefault(name, []).append(value)
    who = _WHO.fullmatch(fields.get("author", [""])[0])
    if who is None or "tree" not in fields:
        raise Malformed(f"is damaged: {digest[:12]} is no commit")
    zone = timedelta(hours=int(who[5]), minutes=int(who[6])) * (-1 if who[4] == "-" else 1)
    try:
        at = datetime.fromtimestamp(int(who[3]), UTC).astimezone(timezone(zone))
    except (ValueError, OverflowError, OSError):
        raise Malformed(f"is damaged: {digest[:12]} has no time") from None
    parents = [parent for parent in fields.get("parent", []) if _DIGEST.fullmatch(parent)]
    return {
        "id": digest,
        "parent": parents[0] if parents else "",
        "parents": parents,
        "author": who[1],
        "email": who[2].casefold(),
        "at": at,
        "message": message.strip(),
        "title": message.strip().partition("\n")[0],
        "merge": len(parents) > 1,
        "tree": fields["tree"][0],
    }


def _ancestor(commits: Mapping[str, Mapping[str, Any]], digest: str, steps: int) -> str:
    for _ in range(min(steps, MAX_INSIDE)):
        digest = commits[digest]["parent"] if digest in commits else ""
    return digest


def _files(commit: str, store: Store) -> Mapping[str, bytes]:
    """The files of a commit by path; links and submodules are left out."""
    found: dict[str, bytes] = {}
    open_ = [("", str(_commit(commit, store.get(commit, "commit"))["tree"]), 0)]
    while open_:
        prefix, digest, depth = open_.pop()
        body = store.get(digest, "tree")
        at = 0
        while at < len(body):
            end = body.find(b"\0", at)
            mode, _, name = body[at:end].decode("utf-8", "replace").partition(" ")
            entry = body[end + 1 : end + 21].hex()
            if end < 0 or len(entry) < 40:
                raise Malformed(f"is damaged: {digest[:12]} is no tree")
            at = end + 21
            if mode == "40000" and depth < MAX_DEPTH:
                open_.append((f"{prefix}{name}/", entry, depth + 1))
            elif mode in ("100644", "100755", "100664"):
                found[prefix + name] = store.get(entry, "blob")
            if len(found) + len(open_) > MAX_INSIDE:
                raise Malformed(f"has more than {MAX_INSIDE} files")
    return dict(sorted(found.items()))
