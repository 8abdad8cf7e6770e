"""Office archives with the same bytes on every machine: parts in one order, one date, one level of compression."""

from __future__ import annotations

import io
import re
import zipfile

_FIRST = "[Content_Types].xml"
_DATE = (1980, 1, 1, 0, 0, 0)
_LEVEL = 6
_STAMP = "2000-01-01T00:00:00Z"
_DATES = re.compile(
    rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(</dcterms:(?:created|modified)>)|(<cp:lastPrinted>)[^<]*(</cp:lastPrinted>)"
)


def settled(data: bytes, drop: tuple[str, ...] = ()) -> bytes:
    """An archive packed anew: what says which program packed it, and when, is gone.

    Args:
        data: The archive.
        drop: Parts that are left out.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist() if name not in drop}
    core = parts.get("docProps/core.xml")
    if core is not None:
        parts["docProps/core.xml"] = _DATES.sub(rb"\g<1>\g<3>%s\g<2>\g<4>" % _STAMP.encode(), core)
    return packed(parts)


def packed(parts: dict[str, bytes]) -> bytes:
    """The archive of some parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
        for name in sorted(parts, key=lambda name: (name != _FIRST, name)):
            info = zipfile.ZipInfo(name, _DATE)
            info.create_system = 3
            info.external_attr = 0o644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, parts[name], compresslevel=_LEVEL)
    return out.getvalue()
