from pathlib import Path

import pytest
from jinja2 import UndefinedError

from cowork_dsl.runtime.pages.kit import anchor, percent, render

PAGE = '{% extends "page.html.j2" %}{% import "parts.html.j2" as ui %}{% block main %}<p title="{{ word }}">{{ word }}</p>{{ ui.badge(word, "good") }}{% endblock %}'


def page(folder: Path, word: str) -> str:
    (folder / "one.html.j2").write_text(PAGE, encoding="utf-8")
    return render(folder, "one.html.j2", {"title": "One", "word": word})


@pytest.mark.parametrize("word", ["<b>", "</p><script>alert(1)</script>", '"><img src=x>', "{{ 7 * 7 }}", "'"])
def test_data_is_never_markup(tmp_path: Path, word: str) -> None:
    made = page(tmp_path, word)

    assert word not in made.partition("<main")[2].partition("</main>")[0] or word.isalnum() or word.startswith("{{")
    assert "49" not in made.partition("<main")[2]
    assert made.count("<script>") == 1


def test_text_that_no_file_can_hold_is_written_as_its_number(tmp_path: Path) -> None:
    made = page(tmp_path, "a\ud800\x00\u202eb")

    assert "a&lt;U+D800&gt;&lt;U+0000&gt;&lt;U+202E&gt;b" in made
    made.encode("utf-8")


def test_nothing_is_loaded(tmp_path: Path) -> None:
    made = page(tmp_path, "x")

    assert "http://" not in made and "https://" not in made
    assert "default-src &#39;none&#39;" in made
    assert 'src="' not in made and "@import" not in made and "url(" not in made


def test_a_missing_value_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "two.html.j2").write_text("{{ nothing }}", encoding="utf-8")

    with pytest.raises(UndefinedError):
        render(tmp_path, "two.html.j2", {})


def test_the_same_data_gives_the_same_bytes(tmp_path: Path) -> None:
    assert page(tmp_path, "x") == page(tmp_path, "x")


@pytest.mark.parametrize(
    ("rate", "words"),
    [(None, "–"), (0.0, "0 %"), (1.0, "100 %"), (0.9999, "99.9 %"), (0.00001, "0.1 %"), (0.5, "50.0 %")],
)
def test_rates_are_never_rounded_to_certainty(rate: float | None, words: str) -> None:
    assert percent(rate) == words


def test_anchors_differ_where_names_do() -> None:
    assert anchor("a b") != anchor("a_b")
    assert anchor("a", "b") != anchor("ab")
    assert " " not in anchor("ä <b>")
