import gzip
import io
import tarfile
import zipfile
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cowork_dsl.runtime.readers.archive import parse_archive
from cowork_dsl.runtime.readers.malformed import Malformed


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as whole:
        for name, data in members.items():
            whole.writestr(name, data)
    return out.getvalue()


def tarred(*members: tuple[str, bytes, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as whole:
        for name, kind, data in members:
            info = tarfile.TarInfo(name)
            info.type, info.size, info.linkname = kind, len(data), "/etc/passwd"
            whole.addfile(info, io.BytesIO(data))
    return out.getvalue()


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_methods(method: int) -> None:
    found = parse_archive(zipped({"./b/c.txt": b"2", "a.txt": b"1", "d/": b""}, method), "a.zip", None)

    assert found.files == {"a.txt": b"1", "b/c.txt": b"2"}


def test_links_are_left_out() -> None:
    data = tarred(
        ("a", tarfile.SYMTYPE, b""),
        ("b", tarfile.LNKTYPE, b""),
        ("c", tarfile.REGTYPE, b"1"),
        ("d", tarfile.FIFOTYPE, b""),
    )

    assert parse_archive(data, "a.tar", None).files == {"c": b"1"}
    assert parse_archive(gzip.compress(data, mtime=0), "a.tgz", None).files == {"c": b"1"}


BOMB = zipped({"a": bytes(90 << 20)})


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no archive"),
        (b"PK\x03\x04" + b"x" * 100, "no archive"),
        (BOMB, "unpacks to more"),
        (gzip.compress(bytes(200 << 20), mtime=0), "unpacks to more"),
        (gzip.compress(b"x" * 5000, mtime=0)[:-20], "cut off"),
        (zipped({"../a": b"1"}), "leads outside"),
        (zipped({"/a": b"1"}), "leads outside"),
        (tarred(("../../a", tarfile.REGTYPE, b"1")), "leads outside"),
        (zipped({"a": b"1", "./a": b"2"}), "twice"),
        (zipped({str(number): b"" for number in range(20_001)}, zipfile.ZIP_STORED), "members"),
    ],
)
def test_what_is_malformed_says_why_at_once(data: bytes, reason: str) -> None:
    began = monotonic()
    with pytest.raises(Malformed, match=reason):
        parse_archive(data, "a.zip", None)

    assert monotonic() - began < 4


SMALL = (zipped({"a.txt": b"hello" * 20, "b": b"x"}), tarred(("a.txt", tarfile.REGTYPE, b"hello" * 20)))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SMALL), st.integers(0, 700), st.binary(min_size=1, max_size=8))
def test_any_bytes_end(data: bytes, at: int, junk: bytes) -> None:
    try:
        parse_archive(data[:at] + junk + data[at + len(junk) :], "a", None)
    except Malformed as error:
        assert str(error)
