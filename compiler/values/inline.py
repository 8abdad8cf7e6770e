"""Inline markdown to the text that one reads: no marks, no link targets, no struck-out words."""

from __future__ import annotations

import html
import re

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_CODE = re.compile(r"(?<!`)(`{1,8}+)([^`]++)\1(?!`)")
_IMAGE_OR_LINK = re.compile(
    r"!?\[([^\[\]]{0,2000}+)\]\(\s*<?([^()\s<>]{0,2000}+)>?(?:\s+[\"'][^\"'\n]{0,500}+[\"'])?\s*\)"
)
_REFERENCE = re.compile(r"\[([^\[\]]{1,500}+)\]\[([^\[\]]{0,500}+)\]")
_AUTOLINK = re.compile(r"<((?:https?|mailto):[^\s<>]{1,2000}+)>")
_BARE = re.compile(r"\bhttps?://[^\s<>()\[\]\"']{1,2000}+")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,500}+>")
_STRUCK = re.compile(r"~~(?!\s)[^~]++~~")
_STARS = re.compile(r"(\*{1,3})(?!\s)([^*]++)(?<!\s)\1")
_LINES = re.compile(r"(?<![\w_])(_{1,3})(?!\s)([^_]*+(?:(?<=\w)_++(?=\w)[^_]*+)*+)(?<!\s)\1(?![\w_])")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_FIRST = 0xE000
_MOST = 0x1000
_PLACE = re.compile("[\ue000-\uefff]")
_NEST = 4
_OPEN, _CLOSE = "\uf000", "\uf001"
_LINK = 0xF100
_MOST_MARKED = 0x700
_PLACE_OF_LINK = re.compile("\uf000([\uf100-\uf7ff])([^\uf000\uf001]*)\uf001")
_MARKS = re.compile("[\uf000-\uf7ff]")


def without_comments(text: str) -> str:
    """A text without html comments, which nobody reads who reads the page."""
    return _COMMENT.sub("", text) if "<!--" in text else text


def plain(text: str, targets: dict[str, str], *, mark_links: bool = False) -> tuple[str, tuple[str, ...]]:
    """The text of a line or paragraph, and where its links go.

    Args:
        text: Inline markdown.
        targets: Where the references of the document go, by folded label.
        mark_links: Whether to leave marks around the texts of links, for `pieces`.
    """
    links: list[str] = []
    kept: list[str] = []

    def keep(value: str) -> str:
        kept.append(value)
        return chr(_FIRST + len(kept) - 1) if len(kept) <= _MOST else value

    def put_back(found: re.Match[str]) -> str:
        index = ord(found.group(0)) - _FIRST
        return kept[index] if index < len(kept) else ""

    def linked(words: str, target: str) -> str:
        links.append(target)
        if not mark_links or len(links) > _MOST_MARKED:
            return words
        return f"{_OPEN}{chr(_LINK + len(links) - 1)}{words}{_CLOSE}"

    def link(found: re.Match[str]) -> str:
        return linked(found.group(1), found.group(2))

    def reference(found: re.Match[str]) -> str:
        target = targets.get((found.group(2) or found.group(1)).casefold())
        if target is None:
            return found.group(0)
        return linked(found.group(1), target)

    def address(found: re.Match[str]) -> str:
        return linked(keep(found.group(1)), found.group(1))

    def bare(found: re.Match[str]) -> str:
        target = found.group(0).rstrip(".,;:!?")
        return linked(keep(target), target) + keep(found.group(0)[len(target) :])

    text = _MARKS.sub("", _PLACE.sub("", text))
    text = _CODE.sub(lambda found: keep(found.group(2).strip()), text)
    text = _ESCAPE.sub(lambda found: keep(found.group(1)), text)
    text = _IMAGE_OR_LINK.sub(link, text)
    text = _REFERENCE.sub(reference, text)
    text = _AUTOLINK.sub(address, text)
    text = _BARE.sub(bare, text)
    text = _TAG.sub("", _BREAK.sub(" ", text))
    text = _STRUCK.sub("", text)
    for _ in range(_NEST):
        before = text
        text = _LINES.sub(r"\2", _STARS.sub(r"\2", text))
        if text == before:
            break
    text = _PLACE.sub(put_back, html.unescape(text))
    return " ".join(text.split()), tuple(links)


def pieces(text: str, links: tuple[str, ...]) -> list[tuple[str, str]]:
    """A text that ``plain`` marked, as (words, target of their link or an empty text)."""
    found: list[tuple[str, str]] = []
    at = 0
    for match in _PLACE_OF_LINK.finditer(text):
        if match.start() > at:
            found.append((_MARKS.sub("", text[at : match.start()]), ""))
        index = ord(match.group(1)) - _LINK
        found.append((match.group(2), links[index] if index < len(links) else ""))
        at = match.end()
    if at < len(text):
        found.append((_MARKS.sub("", text[at:]), ""))
    return found


def unmarked(text: str) -> str:
    """A text that ``plain`` marked, without the marks."""
    return _MARKS.sub("", text)
