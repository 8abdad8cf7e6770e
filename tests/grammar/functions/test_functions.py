"""The catalogue: whole, regular, and implemented."""

from cowork_dsl.compiler.analysis.notation import type_from_text
from cowork_dsl.compiler.analysis.results import RULES
from cowork_dsl.compiler.instance.generators import GENERATORS
from cowork_dsl.grammar.functions import catalogue, free, method, names_of
from cowork_dsl.runtime.verdict.library import LIBRARY
from cowork_dsl.runtime.verdict.module import BOUND

ELSEWHERE = {"clock", "first", "turn"}
"""Bound by services; moments, which are emitted as texts."""


def test_everything_supported_is_implemented() -> None:
    known = {*LIBRARY, *BOUND, *GENERATORS, *ELSEWHERE}
    missing = [
        one.emitted for one in catalogue() if one.supported and one.family != "domains" and one.emitted not in known
    ]

    assert missing == []


def test_every_type_can_be_read() -> None:
    kinds = [type_from_text(parameter.type) for function in catalogue() for parameter in function.parameters]

    assert all(kind.kind for kind in kinds)


def test_every_rule_exists() -> None:
    rules = {function.result[1:] for function in catalogue() if function.result.startswith("=")}
    unknown = {rule for rule in rules if rule not in RULES and not rule.startswith("by_key(")}

    assert unknown == {"read"}


def test_every_entry_has_a_sentence() -> None:
    bad = [function.signature for function in catalogue() if not function.doc.strip().endswith(".")]

    assert bad == []


def test_one_entry_a_name_and_receiver() -> None:
    keys = [(one.name, receiver, one.family) for one in catalogue() for receiver in (one.receivers or ("",))]

    assert len(keys) == len(set(keys))


def test_look_up() -> None:
    actual = (method("count", "groups"), free("int", "domain"), free("int", "fill"), "where" in names_of("table"))

    assert (
        actual[0] and actual[0].emitted,
        actual[1] and actual[1].emitted,
        actual[2] and actual[2].emitted,
        actual[3],
    ) == (
        "group_count",
        "domain_int",
        "draw_int",
        True,
    )
