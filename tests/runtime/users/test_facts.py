"""What may be told, and the leak guard."""

from cowork_dsl.compiler.bundle import models as m
from cowork_dsl.runtime.users.facts import leaks, released

BASE = frozenset({"a"})


def never(moment: str) -> bool:
    return False


def fact(**more: object) -> m.Fact:
    return m.Fact.model_validate({"name": "f", "text": ("x",), **more})


def test_releases() -> None:
    assert released(fact(ask=("x",)), BASE, never)
    assert released(fact(volunteered=True), BASE, never)
    assert not released(fact(never=True), BASE, never)
    assert not released(fact(state="b"), BASE, never)
    assert released(fact(state="b"), BASE | {"b"}, never)
    assert not released(fact(after="m"), BASE, never)
    assert released(fact(after="m"), BASE, lambda moment: moment == "m")
    assert not released(fact(state="b", after="m"), BASE | {"b"}, never)


def test_leaks_by_hole_and_by_term() -> None:
    secret = m.Fact(name="secret", text=("Project Heron",), never=True, terms=("Heron",))
    later = m.Fact(name="later", text=("x",), state="b")
    profile = m.UserProfile(name="lead", facts=(secret, later))

    assert leaks(profile, ("later",), "soon", BASE, never) == ("later",)
    assert leaks(profile, ("later",), "soon", BASE | {"b"}, never) == ()
    assert leaks(profile, (), "as for HERON, no", BASE, never) == ("secret",)
    assert leaks(profile, (), "as for that, no", BASE, never) == ()
