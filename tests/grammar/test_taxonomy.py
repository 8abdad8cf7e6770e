from pathlib import Path

from cowork_dsl.grammar import taxonomy_terms
from cowork_dsl.grammar.taxonomy import TERMS_MODULE, load_taxonomy, render_terms_module


def test_terms_module_is_what_the_taxonomy_renders() -> None:
    """`python -m cowork_dsl.grammar.taxonomy`, a part of `make grammar`, rewrites the module."""
    expected = render_terms_module(load_taxonomy())

    assert Path(TERMS_MODULE).read_text(encoding="utf-8") == expected


def test_scenarios_are_fourteen_fields_of_three_areas_of_three_tasks() -> None:
    fields: dict[str, dict[str, int]] = {}
    for scenario in taxonomy_terms.SCENARIOS:
        field, area, _task = scenario.split(".")
        areas = fields.setdefault(field, {})
        areas[area] = areas.get(area, 0) + 1

    assert len(fields) == 14
    assert {tuple(areas.values()) for areas in fields.values()} == {(3, 3, 3)}


def test_scenario_codes_count_up() -> None:
    import tomllib

    from cowork_dsl.grammar.taxonomy import SOURCE

    fields = tomllib.loads(SOURCE.read_text(encoding="utf-8"))["scenario"].values()

    assert [field["code"] for field in fields] == [f"S{n:02}" for n in range(1, 15)]


def test_the_other_dimensions_have_their_terms() -> None:
    counts = {
        "capability": len(taxonomy_terms.CAPABILITIES),
        "interaction": len(taxonomy_terms.INTERACTIONS),
        "source": len(taxonomy_terms.SOURCES),
        "shape": len(taxonomy_terms.SHAPES),
        "product": len(taxonomy_terms.PRODUCTS),
        "intervention": len(taxonomy_terms.INTERVENTIONS),
        "level": len(taxonomy_terms.LEVELS),
        "horizon": len(taxonomy_terms.HORIZONS),
    }

    assert counts == {
        "capability": 17,
        "interaction": 9,
        "source": 13,
        "shape": 4,
        "product": 6,
        "intervention": 15,
        "level": 4,
        "horizon": 4,
    }


def test_every_term_is_defined_in_one_line_of_its_own() -> None:
    for dimension in load_taxonomy().dimensions:
        meanings = [term.means for term in load_taxonomy().of(dimension, groups=True)]

        assert all(meaning and "\n" not in meaning for meaning in meanings)
        assert len(set(meanings)) == len(meanings)
