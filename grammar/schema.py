"""The block schema: which kinds may stand where, with which labels and attributes.

It is data. The shape pass, the reference, completions and the grammar for constrained decoding all read it.
"""

from __future__ import annotations

from collections.abc import Mapping

from cowork_dsl.grammar import schema_interface, schema_office, schema_users, schema_verify, schema_workspace
from cowork_dsl.grammar.schema_model import Attr, Block, Body, attrs, blocks

_TOP = Body(
    "top",
    "A file: an environment, or services for others to use.",
    blocks=blocks(
        Block("cowork", "The edition; the first line.", labels=("int",), bare=True, required=True, repeat=False),
        Block("use", "Services of the library or of another file.", labels=("dotted",), value="string", bare=True),
        Block("env", "Title and labels of the environment.", labels=("dotted",), body="env", repeat=False),
        Block("params", "What a family varies.", body="params", repeat=False),
        Block("goal", "All that the agent is told at the start.", body="goal", main="text", repeat=False),
        Block("require", "A completion requirement.", labels=("name",), value="text", unique="require"),
        Block(
            "output",
            "The form of what the agent must produce.",
            labels=("path",),
            body="output",
            bare=True,
            unique="output",
        ),
        Block("value", "A figure or rule in force that is in no file.", labels=("name",), value="expr", unique="value"),
        Block("workspace", "What stands there at the start.", body="workspace", repeat=False),
        Block("interface", "What the agent can use, and its bounds.", body="interface", repeat=False),
        Block("user", "A user; the first one is the principal.", labels=("name",), body="user", unique="user"),
        Block("verify", "How an outcome is judged.", body="verify", repeat=False),
        Block("solution", "What an ideal agent does.", body="solution", repeat=False),
        Block("mutant", "An outcome that must fail.", labels=("name",), body="mutant", unique="case"),
        Block("variant", "An outcome that must pass.", labels=("name",), body="variant", unique="case"),
        Block("service", "Tables and tools outside the sandbox.", labels=("name",), body="service", unique="service"),
    ),
)
_ENV = Body(
    "env",
    "Title and labels of the environment, in the terms of the taxonomy.",
    attrs(
        Attr("title", "string", "One line for people.", required=True),
        Attr("scenario", "term", "Which job the work belongs to.", required=True),
        Attr("capability", "terms", "What the agent must be able to do.", required=True),
        Attr("interaction", "terms", "How the conversation is shaped."),
        Attr("artifact", "terms", "What is read, changed and handed over."),
        Attr("intervention", "terms", "What users or the world do midway."),
        Attr("difficulty", "term", "The declared level."),
        Attr("horizon", "term", "The declared length of a reference run."),
    ),
)
_PARAMS = Body(
    "params",
    "A domain for each param, and what must hold between them.",
    attrs(Attr("where", "expr", "A condition that the draws must meet.", repeat=True)),
    blocks(schema_workspace.LET),
    open="expr",
)
_GOAL = Body(
    "goal",
    "All that the agent is told at the start.",
    attrs(Attr("text", "text", "The words.", required=True), schema_workspace.RAW),
)
_OUTPUT = Body(
    "output",
    "The form of what the agent must produce.",
    attrs(
        Attr("max_words", "int", "The most words."),
        Attr("max_pages", "int", "The most pages."),
        Attr("in_place", "bool", "An existing thing is edited; only the declared cells may move.", later=True),
    ),
    blocks(
        Block("key", "A key of a json, yaml or toml file.", labels=("name",), value="type_or_shape", unique="key"),
        Block("section", "A section of a document, by its heading.", labels=("text",), value="type", unique="section"),
        schema_office.OUTPUT_SHEET,
    ),
    rows="header",
)

BODIES: Mapping[str, Body] = {
    "top": _TOP,
    "env": _ENV,
    "params": _PARAMS,
    "goal": _GOAL,
    "output": _OUTPUT,
    "form": schema_office.FORM,
    **schema_workspace.BODIES,
    **schema_interface.BODIES,
    **schema_users.BODIES,
    **schema_verify.BODIES,
}


def _homes() -> dict[str, tuple[str, ...]]:
    """Where each attribute and kind may stand, for the message about a misplaced one."""
    found: dict[str, list[str]] = {}
    for body in BODIES.values():
        for name in (*body.attrs, *body.blocks):
            home = found.setdefault(name, [])
            if body.name not in home:
                home.append(body.name)
    return {name: tuple(home) for name, home in found.items()}


HOMES: Mapping[str, tuple[str, ...]] = _homes()
