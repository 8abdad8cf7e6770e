import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cowork_dsl.compiler.bundle.bundle import blobs_named, sealed
from cowork_dsl.compiler.bundle.folder import BadBundle, is_bundle, load, store_beside, write
from cowork_dsl.compiler.bundle.store import MemoryStore, Store
from tests.helpers.handmade import handmade_bundle


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(handmade_bundle(), tmp_path / "handmade")
    return tmp_path / "handmade"


def test_reading_gives_the_bundle_back(folder: Path) -> None:
    assert load(folder) == handmade_bundle()


def test_sealing_again_changes_nothing() -> None:
    assert sealed(handmade_bundle()) == handmade_bundle()


def test_blobs_go_to_the_store_that_is_named(tmp_path: Path) -> None:
    store = MemoryStore()
    write(handmade_bundle(), tmp_path / "b", store)

    assert all(map(store.has, blobs_named(handmade_bundle())))
    assert not (tmp_path / "store").exists()
    assert load(tmp_path / "b", store) == handmade_bundle()


def test_nothing_public_names_anything_private(folder: Path) -> None:
    public = "".join(path.read_text("utf-8") for path in (folder / "public").iterdir())

    assert [word for word in ("restate", "drafting", "stale", "fixed_input", "finance") if word in public] == []


def test_writing_twice_leaves_what_stands_beside(folder: Path) -> None:
    (folder / "private" / "validation.json").write_text("{}")
    write(handmade_bundle(), folder)

    assert (folder / "private" / "validation.json").exists()


def test_writing_mends_a_damaged_bundle(folder: Path) -> None:
    (folder / "public" / "goal.md").write_text("another goal")
    write(handmade_bundle(), folder)

    assert load(folder) == handmade_bundle()


def test_what_is_no_bundle_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "thesis.txt").write_text("mine")

    with pytest.raises(BadBundle, match="is no bundle"):
        write(handmade_bundle(), tmp_path / "b")
    assert (tmp_path / "b" / "thesis.txt").read_text() == "mine"


def test_no_half_written_folder_is_left(folder: Path) -> None:
    assert sorted(path.name for path in folder.parent.iterdir()) == ["handmade", "store"]


def _json(path: str, change: Callable[[dict[str, Any]], object]) -> Callable[[Path], object]:
    def apply(folder: Path) -> None:
        value = json.loads((folder / path).read_text())
        change(value)
        (folder / path).write_text(json.dumps(value))

    return apply


def _renamed(path: str) -> Callable[[dict[str, Any]], object]:
    return lambda value: value["entries"].update({path: value["entries"]["inbox/orders.csv"]})


TAMPERING: dict[str, tuple[Callable[[Path], object], str]] = {
    "goal": (lambda f: (f / "public/goal.md").write_text("Do nothing."), "changed after it was compiled"),
    "verifier": (lambda f: (f / "private/verifier.py").write_text("x = 1"), "changed after it was compiled"),
    "weight": (
        _json("private/checks.json", lambda v: v["checks"][1].update(weight=1)),
        "changed after it was compiled",
    ),
    "env": (_json("manifest.json", lambda v: v.update(env="other")), "changed after it was compiled"),
    "format": (_json("manifest.json", lambda v: v.update(format=99)), "format 99"),
    "no format": (_json("manifest.json", lambda v: v.pop("format")), "format None"),
    "unknown key": (_json("private/policy.json", lambda v: v.update(extra=1)), "policy.json is not as it should be"),
    "wrong type": (_json("public/tools.json", lambda v: v.update(tools=7)), "tools.json is not as it should be: tools"),
    "truncated": (lambda f: (f / "private/tests.json").write_bytes(b'{"solution":['), "tests.json can't be read"),
    "deep": (lambda f: (f / "private/policy.json").write_bytes(b"[" * 100_000), "deeper than"),
    "binary": (lambda f: (f / "public/goal.md").write_bytes(b"\xff\x00"), "not UTF-8"),
    "missing": (lambda f: (f / "private/forms.json").unlink(), "forms.json is missing"),
    "outside": (_json("public/workspace.json", _renamed("../../evil")), "'../../evil': it holds the part '..'"),
    "absolute": (_json("public/workspace.json", _renamed("/etc/evil")), "'/etc/evil': it is absolute"),
    "below a file": (_json("public/workspace.json", _renamed("config/report.json/x")), "it lies below a file"),
    "setuid": (
        _json("public/workspace.json", lambda v: v["entries"]["out"].update(mode=0o4755)),
        "less than or equal to 511",
    ),
    "list": (lambda f: (f / "manifest.json").write_text("[]"), "format None"),
}


@pytest.mark.parametrize("name", sorted(TAMPERING))
def test_a_changed_bundle_is_refused_with_the_reason(folder: Path, name: str) -> None:
    tamper, reason = TAMPERING[name]
    tamper(folder)

    with pytest.raises(BadBundle, match=reason):
        load(folder)


def test_a_missing_blob_is_told(folder: Path) -> None:
    with pytest.raises(BadBundle, match="the store has no blob"):
        load(folder, Store(folder / "nowhere"))


def test_bundles_of_a_run_have_their_store_beside_them_all(tmp_path: Path) -> None:
    place = tmp_path / "bundles" / "one"
    write(handmade_bundle(), place, Store(tmp_path / "store"))

    assert load(place).digest == handmade_bundle().digest


def test_a_damaged_blob_is_told(folder: Path) -> None:
    digest = blobs_named(handmade_bundle())[0]
    place = store_beside(folder).path / digest[:2] / digest[2:]
    place.chmod(0o644)
    place.write_bytes(b"other")

    with pytest.raises(BadBundle, match="damaged"):
        load(folder)


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("put", [_pipe, _device, Path.mkdir])
@pytest.mark.parametrize(
    "name", ["public/goal.md", "public/workspace.json", "private/verifier.py", "private/checks.json"]
)
def test_what_is_no_file_is_refused_at_once(folder: Path, name: str, put: Callable[[Path], None]) -> None:
    (folder / name).unlink()
    put(folder / name)
    with pytest.raises(BadBundle):
        load(folder)


@pytest.mark.parametrize("put", [_pipe, _device, Path.mkdir])
def test_a_blob_that_is_no_file_is_damaged(folder: Path, put: Callable[[Path], None]) -> None:
    store = store_beside(folder)
    digest = blobs_named(handmade_bundle())[0]
    place = store.path / digest[:2] / digest[2:]
    place.unlink()
    put(place)
    with pytest.raises(BadBundle, match="damaged"):
        load(folder)


def test_a_folder_of_anything_else_is_no_bundle(tmp_path: Path, folder: Path) -> None:
    assert (is_bundle(tmp_path), is_bundle(folder)) == (False, True)


def test_processes_that_write_one_bundle_at_once_leave_a_whole_one(tmp_path: Path) -> None:
    """Validation, grading and runs of one source all compile it into one cache."""
    code = (
        "from pathlib import Path; from tests.helpers.handmade import handmade_bundle;"
        "from cowork_dsl.compiler.bundle.folder import write;"
        f"[write(handmade_bundle(), Path({str(tmp_path / 'b')!r})) for _ in range(20)]"
    )
    running = [subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True) for _ in range(3)]
    said = [process.communicate(timeout=60)[1] for process in running]

    assert said == ["", "", ""]
    assert load(tmp_path / "b") == handmade_bundle()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b", "store"]
