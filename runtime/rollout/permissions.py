"""What an environment allows and denies, as the toolbox and the sandbox enforce it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cowork_dsl.compiler.bundle.models import Permission, Permit, Tools
from cowork_dsl.runtime.tools.permissions import Permissions, Right

_PATHS = frozenset({"read", "write", "network"})


def permissions_of(tools: Tools, permits: Sequence[Permit] = ()) -> Permissions:
    """The permissions of a bundle, after what users gave and took; read-only files are denied to the file tools, too."""
    allowed = {one.subject: one.values for one in tools.allow}
    denied = {one.subject: one.values for one in tools.deny}
    return Permissions(
        read=allowed.get("read"),
        write=allowed.get("write"),
        tools=_allowed_tools(tools),
        deny_read=_denied(denied, "read"),
        deny_write=(*_denied(denied, "write"), *tools.readonly),
        deny_tools=frozenset(name for one in tools.deny for name in _tools_of(tools, one)),
        ask_tools=frozenset(name for one in tools.ask for name in _tools_of(tools, one)),
        later=tuple(_right(tools, permit) for permit in permits),
    )


def _denied(denied: Mapping[str, tuple[str, ...]], subject: str) -> tuple[str, ...]:
    """The globs that are denied; all where a statement names none."""
    return denied[subject] or ("**",) if subject in denied else ()


def _right(tools: Tools, permit: Permit) -> Right:
    given = permit.op == "grant"
    if permit.subject in _PATHS:
        return Right(permit.subject, given, permit.values or ("**",))
    return Right("tools", given, _tools_of(tools, Permission(subject=permit.subject, values=permit.values)))


def _tools_of(tools: Tools, permission: Permission) -> tuple[str, ...]:
    """The tools that a permission names: some of a service or a set, or all where it names none."""
    if permission.subject in _PATHS:
        return ()
    of_source = tuple(tool.name for tool in tools.tools if tool.source == permission.subject)
    return tuple(name for name in of_source if name in permission.values) if permission.values else of_source


def _allowed_tools(tools: Tools) -> frozenset[str] | None:
    """All tools, without those of a restricted service that its ``allow`` leaves out."""
    lists = [one for one in tools.allow if one.subject not in _PATHS]
    if not lists:
        return None
    restricted = {one.subject for one in lists}
    free = {tool.name for tool in tools.tools if tool.source not in restricted}
    return frozenset(free.union(*(_tools_of(tools, one) for one in lists)))
