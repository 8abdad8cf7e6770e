import gzip
import io
import tarfile
import zipfile

import pytest

from cowork_dsl.compiler.artifacts.registry import Piece, Stored, writer_for
from cowork_dsl.compiler.artifacts.stored import deflated, gzipped, zlibbed
from tests.helpers.pieces import read

FILES = {
    "in/a.txt": Stored(b"hello\n"),
    "run.sh": Stored(b"true\n", 0o755),
    "big.bin": Stored(bytes(200_000)),
    "empty": Stored(None, 0o755),
}


@pytest.mark.parametrize("path", ["a.zip", "a.tar", "a.tar.gz", "a.tgz"])
def test_what_is_written_is_read_again(path: str) -> None:
    piece = Piece("archive", path, files=FILES)
    data = writer_for("archive", path)(piece)
    assert isinstance(data, bytes)

    assert data == writer_for("archive", path)(piece)
    assert dict(read("archive", data, path).files) == {
        name: stored.data for name, stored in FILES.items() if stored.data is not None
    }


def test_modes_and_folders_are_kept() -> None:
    piece = Piece("archive", "a.zip", files=FILES)
    zipped = zipfile.ZipFile(io.BytesIO(bytes(writer_for("archive", "a.zip")(piece))))
    packed = tarfile.open(fileobj=io.BytesIO(bytes(writer_for("archive", "a.tar")(piece))))  # noqa: SIM115

    assert zipped.namelist() == ["in/a.txt", "run.sh", "big.bin", "empty/"]
    assert zipped.getinfo("run.sh").external_attr >> 16 & 0o777 == 0o755
    assert [(info.name, info.isdir(), info.mode) for info in packed][-1] == ("empty", True, 0o755)


@pytest.mark.parametrize("size", [0, 1, 65_535, 65_536, 200_000])
def test_streams_without_compression(size: int) -> None:
    import zlib

    data = bytes(number % 251 for number in range(size))

    assert zlib.decompress(deflated(data), -15) == data
    assert zlib.decompress(zlibbed(data)) == data
    assert gzip.decompress(gzipped(data)) == data
