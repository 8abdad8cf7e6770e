"""Schema of the verifier (V), the solution, and the cases that try the verifier."""

from __future__ import annotations

from cowork_dsl.grammar.schema_model import Attr, Block, Body, attrs, blocks
from cowork_dsl.grammar.schema_workspace import LET, changes, entries

_COVERS = Attr("covers", "name", "The one requirement that it speaks for.", required=True)
_CHECK = attrs(
    _COVERS,
    Attr("gate", "bool", "It only multiplies: failing it makes V_code 0."),
    Attr("weight", "int", "Its share of the mean; 1 where it is left out."),
    Attr("proves", "names", "The transitions whose effect it shows."),
    Attr("given", "expr", "A premise; without it the result is not proven.", repeat=True),
    Attr("expect", "expr", "What must hold; the least of several counts.", required=True, repeat=True),
)
_ACTING = (
    Attr("python", "code", "A python program that runs in the box.", repeat=True),
    Attr("shell", "code", "A shell script that runs in the box.", repeat=True),
    Attr("run", "string", "A file beside the source that runs in the box.", repeat=True),
    Attr("reply", "text", "What the agent says when it hands back."),
)
_CALL = Block("call", "Calls a tool.", labels=("dotted",), body="call", bare=True)
_TURN = Block(
    "turn",
    "One work segment: in order, by its number, or while the principal is in a state.",
    labels=("turn?",),
    body="turn",
)
_CASE = Body(
    "case",
    "An outcome: changes over the solution's final state, replaced turns, or one of the attributes.",
    attrs(
        Attr("from", "moment", "The agent idles from this hand-back on."),
        Attr("ignores", "name", "The run without this transition's change."),
        Attr("yields", "name", "Marks the case that gives in to this pressure or noise."),
        Attr("without", "expr", "The solution's record without these calls."),
        Attr("repeat", "expr", "The solution's record with these calls twice."),
        *_ACTING,
    ),
    {**entries(), **changes(), **blocks(_CALL, _TURN, LET)},
)

BODIES: dict[str, Body] = {
    "verify": Body(
        "verify",
        "How an outcome is judged.",
        blocks=blocks(
            LET,
            Block(
                "check",
                "A check of states.",
                labels=("name",),
                body="check",
                main="expect",
                needs_doc=True,
                unique="check",
            ),
            Block(
                "process",
                "A check that also reads the record.",
                labels=("name",),
                body="check",
                main="expect",
                needs_doc=True,
                unique="check",
            ),
            Block(
                "judge", "A criterion that a model judges.", labels=("name",), body="judge", main="ask", unique="check"
            ),
            Block("score", "How code and judges combine.", body="score", repeat=False),
        ),
    ),
    "check": Body("check", "A check.", _CHECK),
    "judge": Body(
        "judge",
        "A criterion that a model judges.",
        attrs(
            _COVERS,
            Attr("weight", "int", "Its share of the mean; 1 where it is left out."),
            Attr("sees", "sees", "What it is shown: artifacts, `reply`, `replies`, parts of the record."),
            Attr("ask", "text", "The question.", required=True),
            Attr("cap", "expr", "A bound that code sets.", later=True),
        ),
        blocks(
            Block("example", "A calibration example.", labels=("name",), body="later", later=True),
        ),
    ),
    "score": Body(
        "score",
        "Exponents and the line.",
        attrs(
            Attr("code", "share", "The exponent of V_code."),
            Attr("judge", "share", "The exponent of V_LLM."),
            Attr("pass", "share", "The line that V_code must reach; 1 where it is left out."),
        ),
    ),
    "solution": Body("solution", "What an ideal agent does.", blocks=blocks(_TURN, LET)),
    "turn": Body("turn", "One work segment.", attrs(*_ACTING), {**entries(), **changes(), **blocks(_CALL, LET)}),
    "call": Body("call", "The arguments of a call.", open="expr"),
    "mutant": Body(
        "mutant",
        "An outcome that must fail.",
        {"breaks": Attr("breaks", "names", "The checks that it loses at least.", required=True), **_CASE.attrs},
        _CASE.blocks,
    ),
    "variant": Body("variant", "An outcome that must pass.", _CASE.attrs, _CASE.blocks),
}
