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
from cowork_dsl.compiler.analysis.environment.entries import Each, Entry, EntryKind, Fill, Part, TableData
from cowork_dsl.compiler.analysis.environment.head import ColumnDecl, Let, Output, Param, Requirement, Value
from cowork_dsl.compiler.analysis.environment.interface import Interface, Service, ServiceTool, Skill, Trouble
from cowork_dsl.compiler.analysis.environment.users import (
    Address,
    Advance,
    Event,
    Fact,
    NewSession,
    Permit,
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
    "Address",
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
    "NewSession",
    "Origin",
    "Output",
    "Param",
    "Part",
    "Permit",
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
    "Skill",
    "State",
    "TableData",
    "Target",
    "Text",
    "Transition",
    "Trouble",
    "Turn",
    "Update",
    "User",
    "UserAct",
    "Value",
]
