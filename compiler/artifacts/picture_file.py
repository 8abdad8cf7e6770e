"""Pictures: lines of text on a plain ground, as png files of two colours.

The font is the bitmap font that Pillow carries, each of its dots some pixels wide: it looks the same whatever fonts and
whatever renderer a machine has.
"""

from __future__ import annotations

import re

from cowork_dsl.compiler.artifacts.office.libraries import library
from cowork_dsl.compiler.artifacts.png import two_colours
from cowork_dsl.compiler.artifacts.registry import Files, Piece, Stored, writes
from cowork_dsl.compiler.artifacts.text_file import write_text
from cowork_dsl.compiler.values.failures import Fail

_DOT = 2
_MARGIN = 24
_LINE = 13
_MOST = 8_000
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_COLUMNS = 96


@writes("image")
def write_image(content: Piece) -> bytes:
    """A png file.

    Raises:
        Fail: A character that the font has not, a colour that is none, a picture that is too large.
    """
    return _picture(content)


@writes("scan")
def write_scan(content: Piece) -> Files:
    """A png file, and the same text as a file beside it."""
    return {"": Stored(_picture(content)), content.text("twin"): Stored(write_text(content.text("text")))}


def _picture(content: Piece) -> bytes:
    library("PIL", "a picture", "files")
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.load_default_imagefont()
    lines = [piece for line in content.text("text").rstrip("\n").split("\n") for piece in _wrapped(_drawable(line))]
    widest = max(int(font.getlength(line)) for line in lines)
    width = _pixels(content, "width", widest * _DOT + 2 * _MARGIN)
    height = _pixels(content, "height", len(lines) * _LINE * _DOT + 2 * _MARGIN)
    small = Image.new("1", (max(1, (width - 2 * _MARGIN) // _DOT), max(1, (height - 2 * _MARGIN) // _DOT)), 0)
    draw = ImageDraw.Draw(small)
    for number, line in enumerate(lines):
        draw.text((0, number * _LINE), line, fill=1, font=font)
    page = Image.new("1", (width, height), 0)
    page.paste(small.resize((small.width * _DOT, small.height * _DOT), Image.Resampling.NEAREST), (_MARGIN, _MARGIN))
    return two_colours(
        width, height, page.tobytes(), _colour(content, "ground", "#ffffff"), _colour(content, "ink", "#1a1a1a")
    )


def _pixels(content: Piece, name: str, natural: int) -> int:
    given = content.one(name)
    size = natural if given is None else given
    assert isinstance(size, int)
    if not 1 <= size <= _MOST:
        raise Fail(f"a picture of {size} pixels: `{name}` is from 1 to {_MOST:,}")
    return size


def _colour(content: Piece, name: str, default: str) -> bytes:
    text = content.text(name, default)
    if not _COLOUR.fullmatch(text):
        raise Fail(f"{text!r} is no colour; write it as #ffcc00")
    return bytes.fromhex(text[1:])


_SPELLED = str.maketrans(
    {"–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "…": "...", "€": "EUR", "\t": "    "}
)


def _drawable(line: str) -> str:
    text = line.translate(_SPELLED)
    try:
        text.encode("latin-1")
    except UnicodeEncodeError as error:
        raise Fail(f"the font of pictures has no {text[error.start]!r}; it has Latin letters only") from error
    return text


def _wrapped(line: str) -> list[str]:
    return [line[at : at + _COLUMNS] for at in range(0, len(line), _COLUMNS)] or [""]
