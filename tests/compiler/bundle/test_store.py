from pathlib import Path

import pytest

from cowork_dsl.compiler.bundle.canonical import digest_of
from cowork_dsl.compiler.bundle.store import DamagedBlob, MemoryStore, MissingBlob, Store


def test_gives_back_what_was_put(tmp_path: Path) -> None:
    for store in (Store(tmp_path / "store"), MemoryStore()):
        digest = store.put(b"content")

        assert (digest, store.get(digest), store.has(digest)) == (digest_of(b"content"), b"content", True)


def test_the_same_bytes_are_kept_once(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = store.put(b"content")

    assert store.put(b"content") == first
    assert list(store.digests()) == [first]


def test_a_missing_blob_is_told(tmp_path: Path) -> None:
    for store in (Store(tmp_path), MemoryStore()):
        with pytest.raises(MissingBlob):
            store.get("0" * 64)


def test_a_damaged_blob_is_told_and_mended_when_it_is_put_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    digest = store.put(b"content")
    place = tmp_path / digest[:2] / digest[2:]
    place.chmod(0o644)
    place.write_bytes(b"other")

    with pytest.raises(DamagedBlob):
        store.get(digest)
    store.put(b"content")
    assert store.get(digest) == b"content"


@pytest.mark.parametrize("digest", ["../../etc/passwd", "", "A" * 64, "/" + "0" * 63])
def test_a_hostile_digest_becomes_no_path(tmp_path: Path, digest: str) -> None:
    with pytest.raises(MissingBlob):
        Store(tmp_path).get(digest)


def test_a_blob_cannot_be_written_by_who_shares_it(tmp_path: Path) -> None:
    digest = Store(tmp_path).put(b"content")

    assert (tmp_path / digest[:2] / digest[2:]).stat().st_mode & 0o222 == 0


def test_removing_frees_the_bytes(tmp_path: Path) -> None:
    store = Store(tmp_path)
    digest = store.put(b"content")

    assert store.remove(digest) == 7
    assert not store.has(digest)
