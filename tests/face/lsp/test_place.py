"""Where the cursor stands, in sound and in broken text."""

import pytest

from cowork_dsl.face.lsp.place import Place, locate


def at(text: str) -> Place:
    """The place of the mark `^`."""
    return locate(text.replace("^", ""), text.index("^"))


def kinds(place: Place) -> list[str]:
    return [head.kind for head in place.heads]


def test_a_statement_begins() -> None:
    place = at("cowork 1\nverify {\n  check a {\n    cov^")

    assert kinds(place) == ["verify", "check"]
    assert place.tokens == ()
    assert place.body is not None and place.body.name == "check"


def test_a_value_is_being_written() -> None:
    place = at("verify {\n  check a {\n    covers = su^\n  }\n}\n")

    assert place.given == ()
    assert place.attr is not None and place.attr.name == "covers"


def test_a_label_is_being_written() -> None:
    place = at("user a {\n  state b {\n    on ask cur^")

    assert place.given is None
    assert place.kind == "on"
    assert [text for _, text in place.tokens] == ["on", "ask"]


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ('file "inbox/^', "string"),
        ('goal = """\n  some ^', "string"),
        ("# a word^", "comment"),
        ("  | a: te^", "row"),
        ('a = "x" # "^', "comment"),
        ('a = "#" + b^', "code"),
    ],
)
def test_what_it_stands_in(text: str, inside: str) -> None:
    assert at(text).inside == inside


def test_an_unclosed_bracket_above_does_no_harm() -> None:
    place = at("verify {\n  let a = f(1, [2\n  let b = 3\n  check c {\n    expect = a.^")

    assert kinds(place) == ["verify", "check"]
    assert place.attr is not None and place.attr.name == "expect"
    assert place.tokens[-1] == ("DOT", ".")


def test_a_brace_too_much_ends_nothing_twice() -> None:
    assert kinds(at("params {\n}\n}\ngoal {\n  te^")) == ["goal"]


def test_brackets_of_the_statement_are_told() -> None:
    assert at("let a = out.all(x: [x.^").open == ("RPAR", "RSQB")


def test_lines_that_go_on_belong_to_the_statement() -> None:
    place = at("verify {\n  let a = b\n    .where(c)\n    .^")

    assert place.kind == "let"


def test_objects_are_no_blocks() -> None:
    place = at('workspace {\n  json "a.json" = {a: {b: ^')

    assert kinds(place) == ["workspace"]
    assert place.open == ("RBRACE", "RBRACE")


def test_a_short_form_has_the_main_attribute() -> None:
    place = at('variant a {\n  edit "b.csv" = rev^')

    assert place.attr is not None and place.attr.sort == "operator"
