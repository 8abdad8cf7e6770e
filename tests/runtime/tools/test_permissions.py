"""Rights: allow and deny lists, and what users gave and took since."""

import pytest

from cowork_dsl.runtime.tools.permissions import Permissions, Right


@pytest.mark.parametrize(
    ("later", "may"),
    [
        ((), False),
        ((Right("write", True, ("in/**",)),), True),
        ((Right("write", True, ("in/b.csv",)),), False),
        ((Right("read", True, ("in/**",)),), False),
        ((Right("write", True, ("in/**",)), Right("write", False, ("in/a.csv",))), False),
        ((Right("write", False, ("in/**",)), Right("write", True, ("**",))), True),
    ],
)
def test_the_last_right_that_names_a_path_decides(later: tuple[Right, ...], may: bool) -> None:
    rights = Permissions(deny_write=("in/**",), later=later)

    assert rights.may_write("in/a.csv") is may
    assert rights.forbidden(["in/a.csv", "out/a.csv"]) == (() if may else ("in/a.csv",))


def test_a_right_may_take_what_was_free() -> None:
    rights = Permissions(later=(Right("read", False, ("secret/**",)),))

    assert (rights.may_read("secret/a"), rights.may_read("a")) == (False, True)


def test_a_tool_that_is_granted_is_not_asked_about() -> None:
    held = Permissions(ask_tools=frozenset({"send"}))
    free = Permissions(ask_tools=frozenset({"send"}), later=(Right("tools", True, ("send",)),))
    gone = Permissions(ask_tools=frozenset({"send"}), later=(Right("tools", False, ("send",)),))

    assert [one.asks("send") for one in (held, free, gone)] == [True, False, True]
    assert [one.may_call("send") for one in (held, free, gone)] == [True, True, False]
