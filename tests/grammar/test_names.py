"""What attributes and labels name."""

from cowork_dsl.grammar.names import ANYWHERE, DECLARES, LABELLED, REFERS, SUBJECTS
from cowork_dsl.grammar.schema import BODIES
from cowork_dsl.grammar.schema_users import EVENTS


def test_every_entry_is_one_of_the_schema() -> None:
    blocks = {(body.name, block) for body in BODIES.values() for block in body.blocks}
    attrs = {(body.name, attr) for body in BODIES.values() for attr in body.attrs}

    assert [one for one in (*DECLARES, *LABELLED) if one not in blocks] == []
    assert [one for one in REFERS if one not in attrs] == []
    assert [one for one in ANYWHERE if not any(one == block for _, block in blocks)] == []
    assert [one for one in SUBJECTS if one not in EVENTS] == []


def test_what_is_referred_to_is_declared_somewhere() -> None:
    declared = {*DECLARES.values(), *ANYWHERE.values(), "transition"}

    assert {*REFERS.values(), *LABELLED.values(), *SUBJECTS.values()} - declared == set()


def test_every_attribute_of_a_name_says_what_it_names() -> None:
    """A name that declares (`on { name = … }`) apart."""
    named = {(body.name, attr.name) for body in BODIES.values() for attr in body.attrs.values() if attr.sort == "name"}

    assert named - set(REFERS) == {("on", "name")}
