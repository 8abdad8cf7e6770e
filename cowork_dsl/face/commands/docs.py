"""`cowork docs`: the language reference, and the grammar for constrained decoding."""

import argparse

from cowork_dsl.face import console
from cowork_dsl.face.commands import COMMANDS
from cowork_dsl.face.errors import OK, UsageProblem

SUMMARY = COMMANDS["docs"]
EXAMPLE = "cowork docs functions"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the page and the grammar."""
    parser.add_argument(
        "topic", nargs="?", metavar="TOPIC", help="language, blocks, functions, operators or diagnostics"
    )
    parser.add_argument(
        "--grammar",
        choices=["lark", "llguidance"],
        help="print the grammar instead: as it is, or for constrained decoding",
    )


def run(args: argparse.Namespace) -> int:
    """Prints one page as Markdown, or the grammar."""
    name, text = _grammar(args.grammar) if args.grammar else _page(args.topic)
    if args.json:
        console.out_json({"topic": name, "text": text})
    else:
        console.out(text)
    return OK


def _grammar(form: str) -> tuple[str, str]:
    from importlib.resources import files

    from cowork_dsl.compiler.syntax.constrained import llguidance_grammar

    if form == "llguidance":
        return form, llguidance_grammar()
    return form, files("cowork_dsl.grammar").joinpath("cowork.lark").read_text(encoding="utf-8")


def _page(topic: str | None) -> tuple[str, str]:
    from cowork_dsl.face.reference import PAGES

    if topic is None:
        return "", "".join(f"cowork docs {name}\n" for name in PAGES)
    if topic not in PAGES:
        raise UsageProblem(f"there is no page `{topic}`", mend=f"one of: {', '.join(PAGES)}")
    return topic, PAGES[topic]()
