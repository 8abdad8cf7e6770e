import pytest

from cowork_dsl.compiler.instance.problems import ParamProblem
from cowork_dsl.compiler.instance.sample import sample_instances
from tests.compiler.instance.families import built, family, text_of

PARAMS = """
n = int(2, 9)
day = date(2026-01-01, 2026-01-31)
who = pick("Ada", "Ben", "Cy")
some = subset(["a", "b", "c", "d"], 2)
pay = uniform(1 EUR, 2 EUR)
let double = n * 2
"""
NOTE = 'file "inbox/note.txt" = "{{n}} {{double}} {{day}} {{who | upper}} {{some}} {{pay}}"'
FAMILY = family(PARAMS, NOTE)


def test_params_are_spelled_as_in_the_language() -> None:
    asked = {"n": "4", "day": "2026-01-15", "who": "Ben", "some": '["b", "d"]', "pay": "1.5 EUR"}
    bundle = built(FAMILY, asked)

    assert text_of(bundle, "inbox/note.txt") == '4 8 2026-01-15 BEN ["b", "d"] 1.5 EUR\n'
    assert bundle.manifest.params == {**asked, "who": '"Ben"'}


def test_what_a_manifest_holds_gives_the_same_instance() -> None:
    bundle = built(FAMILY, seed=5)

    assert built(FAMILY, bundle.manifest.params, seed=5) == bundle


def test_seeds_draw_different_instances() -> None:
    found = {tuple(sorted(built(FAMILY, seed=seed).manifest.params.items())) for seed in range(8)}

    assert len(found) == 8


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"n": "10"}, "it is a whole number from 2 to 9"),
        ({"n": "2.5"}, "it is a whole number from 2 to 9"),
        ({"n": "true"}, "it is a whole number from 2 to 9"),
        ({"who": "Dan"}, "it is one of Ada, Ben, Cy"),
        ({"some": '["d", "b"]'}, "in this order"),
        ({"some": '["a"]'}, "2 of a, b, c, d"),
        ({"pay": "1.5 USD"}, "it is a value from 1 EUR to 2 EUR"),
        ({"pay": "3 EUR"}, "it is a value from 1 EUR to 2 EUR"),
        ({"day": "2026-02-01"}, "it is a date from 2026-01-01 to 2026-01-31"),
        ({"double": "4"}, "no param `double`"),
        ({"n": "after.text(1)"}, "no value of the language"),
        ({"n": "("}, "no value of the language"),
    ],
)
def test_what_is_outside_the_domain_is_refused(asked: dict[str, str], told: str) -> None:
    with pytest.raises(ParamProblem, match=told):
        built(FAMILY, asked)


def test_where_is_met() -> None:
    env = family("a = int(1, 6)\nb = int(1, 6)\nwhere = a + b == 7", 'file "inbox/n.txt" = "{{a}} {{b}}"')
    sums = {sum(map(int, text_of(built(env, seed=seed), "inbox/n.txt").split())) for seed in range(5)}

    assert sums == {7}
    with pytest.raises(ParamProblem, match="`where` of line"):
        built(env, {"a": "1", "b": "1"})


def test_domains_may_use_other_params_and_lets() -> None:
    env = family("low = int(5, 5)\nlet high = low + 1\nn = int(low, high)", 'file "inbox/n.txt" = "{{n}}"')

    assert {text_of(built(env, seed=seed), "inbox/n.txt") for seed in range(12)} == {"5\n", "6\n"}


def test_samples_have_the_corners() -> None:
    found = sample_instances(FAMILY, 12, 1)

    assert [one.why for one in found[:3]] == ["seed 1", "lowest", "highest"]
    assert found[1].params == {
        "n": "2",
        "day": "2026-01-01",
        "who": '"Ada"',
        "some": '["a", "b"]',
        "pay": "1 EUR",
    }
    assert {'"Ada"', '"Ben"', '"Cy"'} <= {one.params["who"] for one in found}
    assert len({(one.seed, *one.params.items()) for one in found}) == 12


def test_samples_without_params_are_seeds() -> None:
    found = sample_instances(family(), 3, 7)

    assert [(one.seed, one.params) for one in found] == [(7, {}), (8, {}), (9, {})]


def test_samples_keep_to_where() -> None:
    env = family("a = int(1, 6)\nb = int(1, 6)\nwhere = a < b", 'file "inbox/n.txt" = "{{a}} {{b}}"')

    assert all(int(one.params["a"]) < int(one.params["b"]) for one in sample_instances(env, 6, 1))
