"""The checked environment: what a file means, before parameters are chosen.

The analysis makes it, the instance and emit passes read it. Expressions stay syntax
trees, each together with its inferred type and the scope that resolves its names.
"""

from __future__ import annotations

from cowork_dsl.compiler.analysis.environment.base import Code, Hole, Origin, Text
from cowork_dsl.compiler.analysis.environment.changes import (
    Act,
    CallTool,
    Change,
    Delete,
    EditWith,
    Insert,
    Put,
    Relocate,
    Reply,
    RunCode,
    Target,
    Update,
)
from cowork_dsl.compiler.analysis.environment.entries import Each, Entry, EntryKind, Fill, TableData
from cowork_dsl.compiler.analysis.environment.head import ColumnDecl, Let, Output, Param, Requirement, Value
from cowork_dsl.compiler.analysis.environment.interface import Interface, Service, ServiceTool
from cowork_dsl.compiler.analysis.environment.users import (
    Advance,
    Event,
    Fact,
    Release,
    Say,
    SetValue,
    State,
    Transition,
    User,
    UserAct,
)
from cowork_dsl.compiler.analysis.environment.verifier import Case, Check, Judge, Score, Turn
from cowork_dsl.compiler.analysis.environment.whole import Environment

__all__ = [
    "Act",
    "Advance",
    "CallTool",
    "Case",
    "Change",
    "Check",
    "Code",
    "ColumnDecl",
    "Delete",
    "Each",
    "EditWith",
    "Entry",
    "EntryKind",
    "Environment",
    "Event",
    "Fact",
    "Fill",
    "Hole",
    "Insert",
    "Interface",
    "Judge",
    "Let",
    "Origin",
    "Output",
    "Param",
    "Put",
    "Release",
    "Relocate",
    "Reply",
    "Requirement",
    "RunCode",
    "Say",
    "Score",
    "Service",
    "ServiceTool",
    "SetValue",
    "State",
    "TableData",
    "Target",
    "Text",
    "Transition",
    "Turn",
    "Update",
    "User",
    "UserAct",
    "Value",
]
