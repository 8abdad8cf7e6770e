import json

import pytest

from cowork_dsl.face.main import main
from cowork_dsl.grammar.taxonomy_terms import CAPABILITIES, SCENARIOS

Capture = pytest.CaptureFixture[str]


def test_json_holds_every_term(capsys: Capture) -> None:
    assert main(["taxonomy", "--json"]) == 0

    dimensions = json.loads(capsys.readouterr().out)["dimensions"]

    assert {term["id"] for term in dimensions["scenario"]["terms"]} == SCENARIOS
    assert {term["id"] for term in dimensions["capability"]["terms"]} == CAPABILITIES


def test_one_dimension_with_its_definitions(capsys: Capture) -> None:
    assert main(["taxonomy", "--dimension", "interaction"]) == 0

    lines = capsys.readouterr().out.splitlines()

    assert lines[0] == "interaction: how the conversation is shaped"
    assert "  one_shot: a single request without a reply" in lines


def test_names_what_no_dimension_covers(capsys: Capture) -> None:
    assert main(["taxonomy"]) == 0
    assert "not covered:\n  audio or video" in capsys.readouterr().out


def test_an_unknown_dimension_gets_the_known_ones(capsys: Capture) -> None:
    assert main(["taxonomy", "--dimension", "mood"]) == 2
    assert "scenario, capability, interaction, artifact, intervention, difficulty" in capsys.readouterr().err
