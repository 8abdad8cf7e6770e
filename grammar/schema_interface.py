"""Schema of the interface (I) and of services."""

from __future__ import annotations

from cowork_dsl.grammar.schema_model import Attr, Block, Body, attrs, blocks
from cowork_dsl.grammar.schema_workspace import LET, SET, changes

TOOL_SETS = ("files", "shell", "python")
SUBJECTS = ("read", "write", "network")

BODIES: dict[str, Body] = {
    "interface": Body(
        "interface",
        "What the agent can use, and its bounds.",
        attrs(
            Attr("tools", "words", "The builtin tool sets.", words=TOOL_SETS),
            Attr("python", "names", "Packages that the sandbox must have."),
        ),
        blocks(
            Block("service", "A service that is offered.", labels=("name",), bare=True, unique="service"),
            Block(
                "allow",
                "What is allowed, enforced; all else of the subject is denied.",
                labels=("name",),
                value="subject",
                unique="allow",
            ),
            Block("deny", "What is denied, enforced.", labels=("name",), value="subject", bare=True, unique="deny"),
            Block("rule", "Told and recorded; can be broken.", labels=("name",), value="subject", unique="rule"),
            Block("limits", "Bounds of a rollout.", body="limits", repeat=False),
            Block("clock", "The in-universe clock.", body="clock", repeat=False),
            Block("skill", "A skill: required, optional or a distractor.", labels=("name",), body="later", later=True),
            Block("memory", "What the agent remembers at the start.", labels=("name?",), body="later", later=True),
            Block("ask", "What needs approval first.", labels=("name",), value="subject", later=True),
            Block("trouble", "A fault of a tool.", labels=("name",), body="later", later=True),
            Block("calendar", "A business calendar.", labels=("name",), body="later", later=True),
            LET,
        ),
    ),
    "limits": Body(
        "limits",
        "Bounds of a rollout.",
        attrs(
            Attr("turns", "int", "Work segments."),
            Attr("steps", "int", "Tool calls."),
            Attr("time", "duration", "Real time."),
        ),
    ),
    "clock": Body(
        "clock",
        "The in-universe clock.",
        attrs(
            Attr("start", "datetime", "The time at the start.", required=True),
            Attr("step", "duration", "What a tool call takes."),
            Attr("turn", "duration", "What a turn takes."),
        ),
    ),
    "service": Body(
        "service",
        "Tables and tools outside the sandbox.",
        blocks=blocks(
            Block("table", "A table of the service.", labels=("name",), body="service.table", unique="table"),
            Block("tool", "A tool of the service.", labels=("name",), body="tool", needs_doc=True, unique="tool"),
        ),
    ),
    "service.table": Body("service.table", "The columns of a service's table.", rows="header"),
    "tool": Body(
        "tool",
        "Arguments, failures, changes and the result of a tool.",
        attrs(Attr("return", "expr", "The result, evaluated after the changes.")),
        {
            **blocks(
                Block("arg", "An argument and its type.", labels=("name",), value="type", unique="arg"),
                Block(
                    "fail",
                    "The tool fails with this message where the condition holds.",
                    labels=("text",),
                    body="fail",
                    main="when",
                ),
                LET,
            ),
            **{kind: block for kind, block in changes("tool.").items() if kind in ("insert", "update", "delete")},
        },
    ),
    "fail": Body("fail", "A failure.", attrs(Attr("when", "expr", "The condition.", required=True))),
    "tool.insert": Body("insert", "A new row.", blocks=blocks(SET)),
    "tool.update": Body(
        "update",
        "Changed rows.",
        attrs(Attr("where", "expr", "The rows that are meant, by their columns.")),
        blocks(SET),
    ),
    "tool.delete": Body(
        "delete", "Deleted rows.", attrs(Attr("where", "expr", "The rows that are meant, by their columns."))
    ),
}
