import io
import zlib
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from cowork_dsl.runtime.readers.image import parse_image
from cowork_dsl.runtime.readers.malformed import Malformed


def saved(kind: str, **more: object) -> bytes:
    picture = Image.new("RGB", (40, 20), "#336699")
    picture.putpixel((3, 4), (255, 0, 0))
    out = io.BytesIO()
    picture.save(out, kind, **more)
    return out.getvalue()


@pytest.mark.parametrize(
    ("kind", "name"), [("PNG", "png"), ("JPEG", "jpeg"), ("GIF", "gif"), ("WEBP", "webp"), ("BMP", "bmp")]
)
def test_formats(kind: str, name: str) -> None:
    found = parse_image(saved(kind), "a", None)

    assert {part: found[part] for part in ("width", "height", "format")} == {"width": 40, "height": 20, "format": name}


def test_the_same_picture_in_other_bytes_has_the_same_pixels() -> None:
    one, other = saved("PNG", compress_level=1), saved("PNG", compress_level=9)

    assert one != other
    assert parse_image(one, "a", None)["pixels"] == parse_image(other, "a", None)["pixels"]


def claiming(size: int) -> bytes:
    """A small file that says it is a large picture."""
    head = b"IHDR" + size.to_bytes(4, "big") * 2 + b"\x08\x02\0\0\0"
    data = saved("PNG")
    return data[:12] + head + zlib.crc32(head).to_bytes(4, "big") + data[33:]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no picture"),
        (b"GIF89a", "no picture"),
        (saved("PNG")[:60], "no picture"),
        (claiming(60_000), "pixels"),
        (claiming(2_000_000_000), "pixels|no picture"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "no picture"),
    ],
)
def test_what_is_malformed_says_why_at_once(data: bytes, reason: str) -> None:
    began = monotonic()
    with pytest.raises(Malformed, match=reason):
        parse_image(data, "a.png", None)

    assert monotonic() - began < 3


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(["PNG", "JPEG", "GIF", "WEBP", "BMP"]), st.integers(0, 300), st.binary(min_size=1, max_size=8))
def test_any_bytes_end(kind: str, at: int, junk: bytes) -> None:
    data = saved(kind)
    try:
        parse_image(data[:at] + junk + data[at + len(junk) :], "a", None)
    except Malformed as error:
        assert str(error)
