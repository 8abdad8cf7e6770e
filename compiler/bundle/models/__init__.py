"""The files of a bundle, as models; JSON Schemas are generated from these.

Expressions cross this border as ``Code``: the text of one Python expression of the emitted
subset (calls of library functions, names, literals, lambdas), which ``values.admit`` checks
before it is compiled. A ``Template`` is a list of literal strings and ``Code`` holes.
"""

from __future__ import annotations

from cowork_dsl.compiler.bundle.models.base import FORMAT, Code, Hole, Model, Place, Template
from cowork_dsl.compiler.bundle.models.changes import (
    Act,
    CallTool,
    Change,
    Delete,
    Edit,
    Insert,
    Put,
    Relocate,
    Reply,
    RunCode,
    Target,
    Update,
)
from cowork_dsl.compiler.bundle.models.checks import CheckInfo, Checks, Criterion, RequirementInfo, Rubric, Score
from cowork_dsl.compiler.bundle.models.forms import ColumnForm, Form, Forms
from cowork_dsl.compiler.bundle.models.public import (
    Clock,
    FileEntry,
    Limits,
    Manifest,
    Permission,
    Skill,
    Snapshot,
    ToolDecl,
    Tools,
)
from cowork_dsl.compiler.bundle.models.services import Service, Services, ServiceTool
from cowork_dsl.compiler.bundle.models.tests import Case, Cases, Turn
from cowork_dsl.compiler.bundle.models.users import (
    Address,
    Advance,
    Event,
    Fact,
    NewSession,
    Permit,
    Policy,
    Profile,
    Say,
    SetValue,
    State,
    Transition,
    Trouble,
    UserAct,
    UserPolicy,
    UserProfile,
)

__all__ = [
    "FORMAT",
    "Act",
    "Address",
    "Advance",
    "CallTool",
    "Case",
    "Cases",
    "Change",
    "CheckInfo",
    "Checks",
    "Clock",
    "Code",
    "ColumnForm",
    "Criterion",
    "Delete",
    "Edit",
    "Event",
    "Fact",
    "FileEntry",
    "Form",
    "Forms",
    "Hole",
    "Insert",
    "Limits",
    "Manifest",
    "Model",
    "NewSession",
    "Permission",
    "Permit",
    "Place",
    "Policy",
    "Profile",
    "Put",
    "Relocate",
    "Reply",
    "RequirementInfo",
    "Rubric",
    "RunCode",
    "Say",
    "Score",
    "Service",
    "ServiceTool",
    "Services",
    "SetValue",
    "Skill",
    "Snapshot",
    "State",
    "Target",
    "Template",
    "ToolDecl",
    "Tools",
    "Transition",
    "Trouble",
    "Turn",
    "Update",
    "UserAct",
    "UserPolicy",
    "UserProfile",
]
