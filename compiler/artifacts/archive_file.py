"""Archives as zip and tar files: members in the order of the source, one fixed time, no compression."""

from __future__ import annotations

import io
import tarfile
import zipfile

from cowork_dsl.compiler.artifacts.registry import Piece, writes
from cowork_dsl.compiler.artifacts.stored import gzipped

_ZIP_TIME = (2020, 1, 1, 0, 0, 0)
_TAR_TIME = 1_577_836_800
_UNIX = 3


@writes("archive", ".zip")
def write_zip(content: Piece) -> bytes:
    """A zip file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as whole:
        for path, stored in content.files.items():
            folder = stored.data is None
            info = zipfile.ZipInfo(f"{path}/" if folder else path, _ZIP_TIME)
            info.create_system = _UNIX
            info.external_attr = ((0o040000 if folder else 0o100000) | stored.mode) << 16 | (0x10 if folder else 0)
            whole.writestr(info, stored.data or b"")
    return out.getvalue()


@writes("archive", ".tar")
def write_tar(content: Piece) -> bytes:
    """A tar file."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as whole:
        for path, stored in content.files.items():
            info = tarfile.TarInfo(path)
            info.mtime = _TAR_TIME
            info.mode = stored.mode
            if stored.data is None:
                info.type = tarfile.DIRTYPE
            else:
                info.size = len(stored.data)
            whole.addfile(info, io.BytesIO(stored.data or b""))
    return out.getvalue()


@writes("archive", ".gz", ".tgz")
def write_tar_gz(content: Piece) -> bytes:
    """A tar file in a gzip file."""
    return gzipped(write_tar(content))
