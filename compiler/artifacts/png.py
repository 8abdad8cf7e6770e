"""PNG files of two colours, a bit a pixel."""

from __future__ import annotations

import zlib

from cowork_dsl.compiler.artifacts.stored import zlibbed

_PALETTE = 3


def two_colours(width: int, height: int, bits: bytes, ground: bytes, ink: bytes) -> bytes:
    """A png file.

    Args:
        width: In pixels.
        height: In pixels.
        bits: The rows, each padded to whole bytes; a set bit is ink.
        ground: The colour of the ground, three bytes.
        ink: The colour of the ink.
    """
    row = (width + 7) // 8
    lines = b"".join(b"\0" + bits[at : at + row] for at in range(0, row * height, row))
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes((1, _PALETTE, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", head)
        + _chunk(b"PLTE", ground + ink)
        + _chunk(b"IDAT", zlibbed(lines))
        + _chunk(b"IEND", b"")
    )


def _chunk(name: bytes, body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + name + body + zlib.crc32(name + body).to_bytes(4, "big")
