"""Git repositories: a folder with the files of the last commit, and ``.git`` with all commits."""

from __future__ import annotations

import re
from datetime import datetime

from cowork_dsl.compiler.artifacts.git_objects import Held, Objects, index
from cowork_dsl.compiler.artifacts.registry import Files, Piece, Stored, writes
from cowork_dsl.compiler.values.failures import Fail

_AUTHOR = re.compile(r"[^<>\n]+ <[^<>\s]+>")
_REF = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(?:/[A-Za-z0-9][A-Za-z0-9._-]*)*")
_CONFIG = b"[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n"
_BRANCH = "main"


@writes("repo")
def write_repo(content: Piece) -> Files:
    """The files of a repository's folder.

    Raises:
        Fail: No commit, an author without an address, a path that is removed and never was, commits out of order.
    """
    if not content.parts:
        raise Fail("it has no commit")
    objects = Objects()
    held: dict[str, Held] = {}
    stored: dict[str, Stored] = {}
    refs: dict[str, str] = {}
    last: str | None = None
    for commit in content.parts:
        for path in commit.fields.get("remove", ()):
            gone = [name for name in held if name == path or name.startswith(f"{path}/")]
            if not gone:
                raise Fail(f"{commit.label!r} removes {path}, which is not there")
            for name in gone:
                del held[name], stored[name]
        for path, file in commit.files.items():
            if file.data is not None:
                held[path] = Held(objects.add("blob", file.data), bool(file.mode & 0o100))
                stored[path] = file
        last = objects.commit(objects.tree(held), last, _author(commit), _time(commit), commit.label)
        for name, folder in (("tag", "tags"), ("branch", "heads")):
            if commit.text(name):
                refs[f"refs/{folder}/{_ref(commit.text(name))}"] = last
    refs[f"refs/heads/{_BRANCH}"] = str(last)
    sizes = {path: len(file.data or b"") for path, file in stored.items()}
    inner: dict[str, bytes] = {
        "HEAD": f"ref: refs/heads/{_BRANCH}\n".encode(),
        "config": _CONFIG,
        "index": index(held, sizes),
        **{name: f"{digest}\n".encode() for name, digest in refs.items()},
        **objects.files,
    }
    files = {f"{content.label}/{path}": file for path, file in sorted(stored.items())}
    return {**files, **{f"{content.label}/.git/{name}": Stored(data) for name, data in sorted(inner.items())}}


def _author(commit: Piece) -> str:
    text = commit.text("author")
    if not _AUTHOR.fullmatch(text):
        raise Fail(f"{text!r} is no author; write it as `Ada <ada@example.com>`")
    return text


def _time(commit: Piece) -> datetime:
    at = commit.one("at")
    assert isinstance(at, datetime)
    return at


def _ref(name: str) -> str:
    if not _REF.fullmatch(name) or name.endswith((".lock", ".")) or ".." in name:
        raise Fail(f"{name!r} can't be the name of a branch or a tag")
    return name
