import pytest

from cowork_dsl.compiler.values.failures import Fail
from tests.helpers.pieces import folder, piece, read, written

PICTURE = piece("image", "a.png", text="Receipt 12\nTotal 4.50 EUR", ground="#ffffff", ink="#000000")


def test_what_is_written_is_a_picture_with_dark_text() -> None:
    from io import BytesIO

    from PIL import Image

    data = written(PICTURE)
    shown = Image.open(BytesIO(data)).convert("L")

    assert read("image", data) == {**read("image", data), "width": shown.width, "height": shown.height, "format": "png"}
    assert set(shown.tobytes()) == {0, 255}
    assert 0.01 < shown.tobytes().count(0) / len(shown.tobytes()) < 0.2


def test_the_same_text_looks_the_same_and_another_one_does_not() -> None:
    other = piece("image", "a.png", text="Receipt 13\nTotal 4.50 EUR", ground="#ffffff", ink="#000000")

    assert written(PICTURE) == written(PICTURE)
    assert read("image", written(PICTURE))["pixels"] != read("image", written(other))["pixels"]


def test_a_size_that_is_asked_for() -> None:
    found = read("image", written(piece("image", "a.png", text="x", width=301, height=77)))

    assert (found["width"], found["height"]) == (301, 77)


def test_a_scan_has_its_text_beside_it() -> None:
    files = folder(piece("scan", "in/a.png", text="Total 4.50 EUR", twin="in/a.txt"))

    assert files["in/a.txt"] == b"Total 4.50 EUR\n"
    assert read("image", files[""])["format"] == "png"


@pytest.mark.parametrize(
    "fields",
    [{"text": "漢字"}, {"text": "x", "ink": "red"}, {"text": "x", "width": 0}, {"text": "x", "height": 90_000}],
)
def test_pictures_that_are_none(fields: dict[str, object]) -> None:
    with pytest.raises(Fail):
        written(piece("image", "a.png", **fields))  # type: ignore[arg-type]
