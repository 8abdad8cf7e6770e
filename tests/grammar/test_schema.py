"""The block schema is consistent with itself."""

from __future__ import annotations

from cowork_dsl.compiler.schema.sorts import READ
from cowork_dsl.grammar.schema import BODIES
from cowork_dsl.grammar.schema_model import LABELS, SORTS
from cowork_dsl.grammar.schema_users import EVENTS

KEYWORDS = {"and", "or", "not", "in", "if", "then", "else", "true", "false", "none"}


def test_every_body_that_a_block_names_is_there() -> None:
    named = {block.body for body in BODIES.values() for block in body.blocks.values() if block.body is not None}

    assert named - BODIES.keys() == set()


def test_every_body_can_be_reached() -> None:
    named = {block.body for body in BODIES.values() for block in body.blocks.values()}

    assert BODIES.keys() - named == {"top"}


def test_no_name_is_both_attribute_and_block_of_one_body() -> None:
    both = {name: body.attrs.keys() & body.blocks.keys() for name, body in BODIES.items()}

    assert {name: found for name, found in both.items() if found} == {}


def test_sorts_and_labels_are_declared_and_read() -> None:
    attrs = [attr for body in BODIES.values() for attr in body.attrs.values()]
    blocks = [block for body in BODIES.values() for block in body.blocks.values()]
    sorts = {attr.sort for attr in attrs} | {block.value for block in blocks if block.value is not None}
    labels = {label.rstrip("?") for block in blocks for label in block.labels}
    labels |= {event.subject for event in EVENTS.values() if event.subject}

    assert (sorts - SORTS.keys(), sorts - READ.keys(), labels - LABELS.keys()) == (set(), set(), set())


def test_main_attributes_are_there_and_required_ones_are_not_later() -> None:
    wrong = [
        (name, block.name)
        for name, body in BODIES.items()
        for block in body.blocks.values()
        if block.main is not None and (block.body is None or block.main not in BODIES[block.body].attrs)
    ]
    late = [attr.name for body in BODIES.values() for attr in body.attrs.values() if attr.required and attr.later]

    assert (wrong, late) == ([], [])


def test_no_name_is_a_keyword_of_the_expressions() -> None:
    names = {name for body in BODIES.values() for name in (*body.attrs, *body.blocks)}

    assert names & KEYWORDS == set()


def test_everything_has_one_line_of_documentation() -> None:
    docs = [body.doc for body in BODIES.values()]
    docs += [attr.doc for body in BODIES.values() for attr in body.attrs.values()]
    docs += [block.doc for body in BODIES.values() for block in body.blocks.values()]

    assert [doc for doc in docs if not doc.endswith((".", ":")) or "\n" in doc] == []
