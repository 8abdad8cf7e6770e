"""Repositories whose objects are broken, missing, or refer to themselves."""

import hashlib
from datetime import UTC, datetime
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.compiler.artifacts.git_objects import Held, Objects
from cowork_dsl.compiler.values.failures import Fail
from cowork_dsl.compiler.values.repository import repository_at
from cowork_dsl.runtime.readers.git import parse_git
from cowork_dsl.runtime.readers.malformed import Malformed


def repository(files: dict[str, bytes] | None = None) -> dict[str, bytes]:
    objects = Objects()
    held = {path: Held(objects.add("blob", data), False) for path, data in (files or {"a.txt": b"1"}).items()}
    head = objects.commit(objects.tree(held), None, "Ada <a@example.com>", datetime(2026, 4, 1, tzinfo=UTC), "First")
    return {**objects.files, "HEAD": b"ref: refs/heads/main\n", "refs/heads/main": f"{head}\n".encode()}


WHOLE = repository()


def test_a_repository_without_a_commit() -> None:
    found = parse_git({"HEAD": b"ref: refs/heads/main\n"}, "project")

    assert (found.head, found.branch, found.log.rows) == ("", "main", ())


def test_a_commit_that_is_checked_out_alone() -> None:
    head = WHOLE["refs/heads/main"]
    found = parse_git({**WHOLE, "HEAD": head}, "project")

    assert (found.branch, found.head) == ("", head.decode().strip())
    assert repository_at(found, "main").files == {"a.txt": b"1"}


def test_names_that_are_none() -> None:
    with pytest.raises(Fail, match="no commit, branch or tag"):
        repository_at(parse_git(WHOLE, "project"), "gone")


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({}, "no git repository"),
        ({**WHOLE, "HEAD": b"../../etc/passwd"}, "names no commit"),
        ({"HEAD": WHOLE["HEAD"], "refs/heads/main": WHOLE["refs/heads/main"]}, "is missing"),
        ({**WHOLE, **{name: b"x" for name in WHOLE if name.startswith("objects/")}}, "damaged"),
        ({**WHOLE, "objects/pack/a.idx": b"", "objects/pack/a.pack": b""}, "version"),
        ({**WHOLE, "x": bytes(70 << 20)}, "larger"),
    ],
)
def test_what_is_malformed_says_why(files: dict[str, bytes], reason: str) -> None:
    with pytest.raises(Malformed, match=reason):
        parse_git(files, "project")


def pack(*objects: bytes) -> dict[str, bytes]:
    """A pack of raw entries, the first of which is the head."""
    body = b"PACK" + (2).to_bytes(4, "big") + len(objects).to_bytes(4, "big")
    names, offsets = b"", b""
    for number, entry in enumerate(objects):
        names += hashlib.sha1(bytes((number,)), usedforsecurity=False).digest()
        offsets += len(body).to_bytes(4, "big")
        body += entry
    index = (
        b"\xfftOc\0\0\0\x02" + bytes(1020) + len(objects).to_bytes(4, "big") + names + bytes(4 * len(objects)) + offsets
    )
    head = hashlib.sha1(b"\0", usedforsecurity=False).hexdigest().encode()
    return {"HEAD": head, "objects/pack/a.idx": index, "objects/pack/a.pack": body}


@pytest.mark.parametrize(
    "entry",
    [
        b"",
        b"\x10x",
        b"\xff" * 12,
        b"\x60\x00" + b"x\x9c\x03\x00\x00\x00\x00\x01",
        b"\x60\x7f" + b"x\x9c\x03\x00\x00\x00\x00\x01",
        b"\x70" + hashlib.sha1(b"\0", usedforsecurity=False).digest() + b"x\x9c\x03\x00\x00\x00\x00\x01",
        b"\x50x",
    ],
)
def test_packs_that_are_damaged(entry: bytes) -> None:
    began = monotonic()
    with pytest.raises(Malformed, match="damaged"):
        parse_git(pack(entry), "project")

    assert monotonic() - began < 2


def test_a_large_object_is_not_unpacked() -> None:
    import zlib

    digest = WHOLE["refs/heads/main"].decode().strip()
    bomb = zlib.compress(b"commit 99999999\0" + bytes(60 << 20))
    with pytest.raises(Malformed, match="damaged"):
        parse_git({**WHOLE, f"objects/{digest[:2]}/{digest[2:]}": bomb}, "project")


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(WHOLE)), st.integers(0, 150), st.binary(min_size=1, max_size=8))
def test_any_bytes_end(name: str, at: int, junk: bytes) -> None:
    data = WHOLE[name]
    try:
        found = parse_git({**WHOLE, name: data[:at] + junk + data[at + len(junk) :]}, "project")
        repository_at(found, "HEAD")
    except (Malformed, Fail) as error:
        assert str(error)
