"""Bundles on disk: written whole or not at all, and verified when they are read."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from cowork_dsl.compiler.bundle import models
from cowork_dsl.compiler.bundle.bundle import Bundle, blobs_named, bundle_digest, dump
from cowork_dsl.compiler.bundle.canonical import NotCanonical, parse
from cowork_dsl.compiler.bundle.regular import NotRegular, read_regular
from cowork_dsl.compiler.bundle.store import BlobStore, DamagedBlob, MissingBlob, Store
from cowork_dsl.compiler.instance.clean import unclean

STORE = "store"
"""The name of the store that stands beside bundles, where no other one is named."""

_MAX_TEXT = 8 * 1024 * 1024
_M = TypeVar("_M", bound=models.Model)


class BadBundle(ValueError):
    """A folder that is no bundle, or one that was changed after it was compiled.

    Attributes:
        mend: What the user can do about it.
    """

    def __init__(self, message: str, mend: str = "compile it again: cowork compile FILE.cowork -o DIR") -> None:
        super().__init__(message)
        self.mend = mend


def is_bundle(folder: Path) -> bool:
    """Whether a folder looks like a bundle."""
    return (folder / "manifest.json").is_file() and (folder / "public").is_dir()


def store_beside(folder: Path) -> Store:
    """The store of a bundle's folder where none is named: ``store`` beside it."""
    return Store(folder.absolute().parent / STORE)


def store_of(folder: Path) -> Store:
    """The store that holds the blobs of a bundle that stands: beside it, or beside the bundles of a run."""
    beside = store_beside(folder)
    of_run = Store(folder.absolute().parent.parent / STORE)
    return of_run if of_run.path.is_dir() and not beside.path.is_dir() else beside


def write(bundle: Bundle, folder: Path, store: BlobStore | None = None) -> None:
    """Writes a bundle: blobs first, then the folder under its name by one rename.

    Args:
        bundle: What to write.
        folder: Where; one that stands there is replaced, unless it is the same one.
        store: Where the blobs go; ``store`` beside the folder where None.

    Raises:
        BadBundle: Something else stands there, which is not ours to replace.
    """
    if folder.exists() and not (folder / "manifest.json").is_file() and not _empty(folder):
        raise BadBundle(f"{folder} is there and is no bundle", "name another folder: -o DIR")
    keep = store if store is not None else store_beside(folder)
    for digest in blobs_named(bundle):
        keep.put(bundle.blobs[digest])
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _alone(folder.parent):
        if not _stands(bundle, folder, keep):
            _write_aside(bundle, folder)


def _empty(folder: Path) -> bool:
    return folder.is_dir() and not any(folder.iterdir())


@contextmanager
def _alone(parent: Path) -> Iterator[None]:
    """One process at a time writes into a folder: commands compile one source into one cache at once."""
    handle = os.open(parent, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _stands(bundle: Bundle, folder: Path, store: BlobStore) -> bool:
    try:
        return is_bundle(folder) and load(folder, store).digest == bundle.digest
    except BadBundle:
        return False  # what stands there is broken, and is replaced


def _write_aside(bundle: Bundle, folder: Path) -> None:
    aside = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}-"))
    try:
        for path, data in {**bundle.files(), "manifest.json": dump(bundle.manifest)}.items():
            place = aside / path
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(data)
        aside.chmod(0o755)
        if folder.exists():
            shutil.rmtree(folder)
        aside.rename(folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def load(folder: Path, store: BlobStore | None = None) -> Bundle:
    """Reads a bundle and verifies every digest.

    Raises:
        BadBundle: The folder is no bundle, another format, damaged, or a blob is missing.
    """
    keep = store if store is not None else store_of(folder)
    manifest = _manifest(folder)
    goal = _text(folder, "public/goal.md")
    verifier = _text(folder, "private/verifier.py")
    bundle = Bundle(
        manifest=manifest,
        goal=goal,
        snapshot=_model(folder, "public/workspace.json", models.Snapshot),
        tools=_model(folder, "public/tools.json", models.Tools),
        forms=_model(folder, "private/forms.json", models.Forms).forms,
        services=_model(folder, "private/services.json", models.Services).services,
        policy=_model(folder, "private/policy.json", models.Policy),
        profile=_model(folder, "private/profile.json", models.Profile),
        checks=_model(folder, "private/checks.json", models.Checks),
        rubric=_model(folder, "private/rubric.json", models.Rubric),
        cases=_model(folder, "private/tests.json", models.Cases),
        verifier=verifier,
        blobs={},
    )
    _check_paths(folder, bundle.snapshot)
    on_disk = {path: _bytes(folder, path) for path in bundle.files()}
    if bundle_digest(manifest, on_disk) != manifest.digest:
        raise BadBundle(f"{folder} was changed after it was compiled: its files don't give its digest")
    blobs: dict[str, bytes] = {}
    for digest in blobs_named(bundle):
        try:
            blobs[digest] = keep.get(digest)
        except MissingBlob as error:
            raise BadBundle(
                f"{folder}: the store has no blob {digest[:16]}",
                mend=f"set the store that it was compiled into beside it, as {store_beside(folder).path}",
            ) from error
        except DamagedBlob as error:
            raise BadBundle(f"{folder}: the blob {digest[:16]} in the store is damaged") from error
    return replace(bundle, blobs=blobs)


def _check_paths(folder: Path, snapshot: models.Snapshot) -> None:
    """A bundle from a stranger must not write outside a workspace."""
    for path, entry in snapshot.entries.items():
        reason = unclean(path)
        above = snapshot.entries.get(path.rpartition("/")[0])
        if not reason and above is not None and above.kind != "dir":
            reason = "it lies below a file"
        if not reason and entry.kind == "dir" and entry.blob:
            reason = "it is a folder with content"
        if reason:
            raise BadBundle(f"{folder}: public/workspace.json holds the path {path!r}: {reason}")


def _manifest(folder: Path) -> models.Manifest:
    raw = _parsed(folder, "manifest.json")
    found = raw.get("format") if isinstance(raw, dict) else None
    if found != models.FORMAT:
        raise BadBundle(f"{folder}: manifest.json has format {found!r}, this version reads {models.FORMAT}")
    return _validated(folder, "manifest.json", models.Manifest, raw)


def _model(folder: Path, path: str, kind: type[_M]) -> _M:
    return _validated(folder, path, kind, _parsed(folder, path))


def _validated(folder: Path, path: str, kind: type[_M], raw: object) -> _M:
    try:
        return kind.model_validate(raw)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        at = ".".join(map(str, first["loc"]))
        raise BadBundle(f"{folder}: {path} is not as it should be: {at}: {first['msg']}") from error
    except RecursionError as error:
        raise BadBundle(f"{folder}: {path} nests too deep") from error


def _parsed(folder: Path, path: str) -> object:
    try:
        return parse(_bytes(folder, path))
    except NotCanonical as error:
        raise BadBundle(f"{folder}: {path} can't be read: {error}") from error


def _text(folder: Path, path: str) -> str:
    try:
        return _bytes(folder, path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadBundle(f"{folder}: {path} is not UTF-8 text") from error


def _bytes(folder: Path, path: str) -> bytes:
    try:
        return read_regular(folder / path, _MAX_TEXT * 8)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise BadBundle(f"{folder} is no whole bundle: {path} is missing") from error
    except NotRegular as error:
        raise BadBundle(f"{folder} is no bundle: {path} is a folder, a pipe, a device or too large") from error
