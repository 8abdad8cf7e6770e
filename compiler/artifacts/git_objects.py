"""Git objects: blobs, trees and commits as git stores them, each a file named by its digest."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from cowork_dsl.compiler.artifacts.stored import zlibbed


class Held(NamedTuple):
    """A file of a commit: its content's digest, and whether it may be run."""

    blob: str
    executable: bool


class Objects:
    """The objects of a repository, as files below ``objects``."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def add(self, kind: str, body: bytes) -> str:
        """Stores an object; its digest."""
        whole = f"{kind} {len(body)}".encode() + b"\0" + body
        digest = hashlib.sha1(whole, usedforsecurity=False).hexdigest()
        self.files[f"objects/{digest[:2]}/{digest[2:]}"] = zlibbed(whole)
        return digest

    def tree(self, files: Mapping[str, Held]) -> str:
        """The tree of some files by path."""
        below: dict[str, dict[str, Held]] = {}
        entries: list[tuple[str, str, str]] = []
        for path, held in files.items():
            folder, slash, rest = path.partition("/")
            if slash:
                below.setdefault(folder, {})[rest] = held
            else:
                entries.append((path, "100755" if held.executable else "100644", held.blob))
        entries += [(name, "40000", self.tree(inside)) for name, inside in below.items()]
        # git sorts folders as if their names ended in a slash
        entries.sort(key=lambda entry: (entry[0] + ("/" if entry[1] == "40000" else "")).encode())
        return self.add(
            "tree", b"".join(f"{mode} {name}\0".encode() + bytes.fromhex(digest) for name, mode, digest in entries)
        )

    def commit(self, tree: str, parent: str | None, author: str, at: datetime, message: str) -> str:
        """A commit."""
        zone = at.strftime("%z") or "+0000"
        who = f"{author} {int(at.timestamp())} {zone[:5]}"
        above = f"parent {parent}\n" if parent else ""
        text = message if message.endswith("\n") else f"{message}\n"
        return self.add("commit", f"tree {tree}\n{above}author {who}\ncommitter {who}\n\n{text}".encode())


def index(files: Mapping[str, Held], sizes: Mapping[str, int]) -> bytes:
    """The index of a folder in which nothing was touched since the last commit; times are left at zero."""
    body = b"DIRC" + (2).to_bytes(4, "big") + len(files).to_bytes(4, "big")
    for path in sorted(files, key=str.encode):
        held, name = files[path], path.encode()
        mode = 0o100755 if held.executable else 0o100644
        entry = bytes(24) + mode.to_bytes(4, "big") + bytes(8) + sizes[path].to_bytes(4, "big")
        entry += bytes.fromhex(held.blob) + min(len(name), 0xFFF).to_bytes(2, "big") + name
        body += entry + bytes(8 - len(entry) % 8)
    return body + hashlib.sha1(body, usedforsecurity=False).digest()
