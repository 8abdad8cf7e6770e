"""Deflate without compression: the same bytes whatever version of zlib a machine has."""

from __future__ import annotations

import zlib

_LONGEST = 65_535


def deflated(data: bytes) -> bytes:
    """A raw deflate stream of stored blocks."""
    blocks = [data[at : at + _LONGEST] for at in range(0, len(data), _LONGEST)] or [b""]
    made: list[bytes] = []
    for number, block in enumerate(blocks, 1):
        size = len(block)
        made += [
            bytes((number == len(blocks),)),
            size.to_bytes(2, "little"),
            (size ^ 0xFFFF).to_bytes(2, "little"),
            block,
        ]
    return b"".join(made)


def zlibbed(data: bytes) -> bytes:
    """A zlib stream."""
    return b"\x78\x01" + deflated(data) + zlib.adler32(data).to_bytes(4, "big")


def gzipped(data: bytes) -> bytes:
    """A gzip file without a name and without a time."""
    head = b"\x1f\x8b\x08\x00" + bytes(4) + b"\x00\xff"
    return head + deflated(data) + zlib.crc32(data).to_bytes(4, "little") + (len(data) % 2**32).to_bytes(4, "little")
