"""`image("scan.png")`: size and format of a picture, and a digest of its pixels, the same for the same picture."""

from __future__ import annotations

import hashlib
import io
import warnings
from typing import Any

from cowork_dsl.compiler.bundle.models import Form
from cowork_dsl.runtime.readers.bounds import MAX_BYTES, MAX_PIXELS
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.registry import reader

_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP")


@reader("image", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp")
def parse_image(data: bytes, path: str, form: Form | None) -> dict[str, Any]:
    """The picture in a file; of a moving one its first frame.

    Raises:
        Malformed: It is none of the formats, or larger than the readers take.
    """
    from PIL import Image, UnidentifiedImageError

    if len(data) > MAX_BYTES:
        raise Malformed(f"is larger than {MAX_BYTES >> 20} MiB")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
                width, height = picture.size
                if width * height > MAX_PIXELS:
                    raise Malformed(f"has more than {MAX_PIXELS:,} pixels")
                pixels = hashlib.sha256(picture.convert("RGBA").tobytes()).hexdigest()
                found = {"width": width, "height": height, "format": (picture.format or "").lower(), "pixels": pixels}
    except UnidentifiedImageError:
        raise Malformed("is no picture that can be read") from None
    except (OSError, ValueError, SyntaxError, ArithmeticError, LookupError, Image.DecompressionBombError) as error:
        raise Malformed(f"is no picture that can be read: {str(error)[:120]}") from None
    return found
