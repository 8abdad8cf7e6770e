"""Renders one self-contained HTML page: no network, no script but the kit's own, everything escaped."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from cowork_dsl.runtime.pages.text import shortened, shown

HERE = Path(__file__).parent


def render(folder: Path, template: str, context: Mapping[str, object]) -> str:
    """The page that a template makes.

    Args:
        folder: Where the template is; it extends ``page.html.j2`` and imports ``parts.html.j2`` of the kit.
        template: Its file name.
        context: What it shows; strings are data, never markup.
    """
    return _environment(folder).get_template(template).render(context)


@cache
def _environment(folder: Path) -> Environment:
    environment = Environment(
        loader=ChoiceLoader([FileSystemLoader(folder), FileSystemLoader(HERE / "templates")]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    style = (HERE / "page.css").read_text(encoding="utf-8")
    script = (HERE / "page.js").read_text(encoding="utf-8")
    environment.globals.update(
        style=Markup(style),
        script=Markup(script),
        # Even if a value once escaped its cage, the browser runs and loads nothing that is not named by its hash here.
        policy=f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; img-src data:; base-uri 'none'; form-action 'none'",
    )
    environment.filters["shortened"] = shortened
    environment.filters["percent"] = percent
    environment.filters["anchor"] = anchor
    return environment


def percent(rate: float | None) -> str:
    """A rate as people read it; never rounded up to 100 % or down to 0 %."""
    if rate is None:
        return "–"
    if rate in (0, 1):
        return f"{rate:.0%}".replace("%", " %")
    return f"{min(99.9, max(0.1, rate * 100)):.1f} %"


def anchor(*names: str) -> str:
    """An id for a link inside the page; different names give different ids."""
    readable = "-".join("".join(c if c.isascii() and c.isalnum() else "_" for c in name) for name in names)
    return f"{readable}-{sha256(chr(0).join(names).encode('utf-8', 'surrogatepass')).hexdigest()[:6]}"


def _finalize(value: object) -> object:
    return shown(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"
