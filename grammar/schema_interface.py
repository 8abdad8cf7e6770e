"""Schema of the interface (I) and of services."""

from __future__ import annotations

from cowork_dsl.grammar.schema_model import Attr, Block, Body, attrs, blocks
from cowork_dsl.grammar.schema_workspace import LET, RAW, SET, changes

SKILL_KINDS = ("required", "optional", "distractor")
TROUBLE_KINDS = ("rate_limit", "server_error", "slow", "empty")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
TOOL_SETS = ("files", "shell", "python", "wait")
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
            Block(
                "skill",
                "Know-how for the agent, a file at `.skills/NAME/SKILL.md`.",
                labels=("name",),
                body="skill",
                main="text",
                unique="skill",
            ),
            Block(
                "memory",
                "What the agent remembers of earlier sessions, a file at `.memory/NAME.md`.",
                labels=("name",),
                body="memory",
                main="text",
                unique="memory",
            ),
            Block(
                "ask",
                "What needs approval first: each call is held until a user decides.",
                labels=("name",),
                value="subject",
                bare=True,
                unique="ask",
            ),
            Block("trouble", "A fault of a tool at one of its calls.", labels=("dotted",), body="trouble"),
            Block(
                "calendar",
                "A business calendar, for the functions of business days.",
                labels=("name",),
                body="calendar",
                unique="calendar",
            ),
            LET,
        ),
    ),
    "skill": Body(
        "skill",
        "Know-how for the agent.",
        attrs(
            Attr("about", "string", "One line that the agent is shown: what it is good for.", required=True),
            Attr("kind", "word", "What it is to this task; `optional` where it is left out.", words=SKILL_KINDS),
            Attr("text", "text", "What it says."),
            Attr("from", "string", "A file beside the source that says it."),
            RAW,
        ),
    ),
    "memory": Body(
        "memory",
        "What the agent remembers of earlier sessions.",
        attrs(
            Attr("text", "text", "What it says."),
            Attr("from", "string", "A file beside the source that says it."),
            RAW,
        ),
    ),
    "trouble": Body(
        "trouble",
        "A fault of a tool at one of its calls.",
        attrs(
            Attr("at", "call", "Which call of this tool, as in `call(3)`; counted from 1.", required=True),
            Attr("kind", "word", "What goes wrong.", required=True, words=TROUBLE_KINDS),
        ),
    ),
    "calendar": Body(
        "calendar",
        "A business calendar.",
        attrs(
            Attr(
                "weekend", "words", "The days off of a week; Saturday and Sunday where it is left out.", words=WEEKDAYS
            ),
            Attr("holidays", "expr", "A list of dates."),
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
