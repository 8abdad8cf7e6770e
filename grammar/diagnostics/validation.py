"""CW7xx: what running an environment shows."""

from __future__ import annotations

from cowork_dsl.grammar.diagnostics.entry import Entry
from cowork_dsl.grammar.diagnostics.validation_examples import (
    FORGETS,
    INBOX,
    SCRIPT,
    SUM,
    TOTAL,
    TOUCHES,
    WORLD,
    case,
    check,
    environment,
    lead,
    restated,
    written,
)

_PASSES = environment()
_TWO = environment(
    check("total", SUM) + check("inbox", 'unchanged("inbox/**")', extra="gate = true"),
    cases=FORGETS + TOUCHES,
    requires=TOTAL + INBOX,
)
_PROVED = check("total", SUM, extra="proves = [restate]")
_FOLLOWS = environment(_PROVED, SCRIPT, FORGETS, user=lead(restated("300.00")), later=SCRIPT)
_REREAD = check("reread", 'read("inbox/orders.csv").after(checking).any()', "total", "proves = [restate]").replace(
    "check reread", "process reread"
)
_TOLD = TOTAL + 'require told = "the reply names the file"\n'
_MUTE = case("mutant", "mute", '    reply = "Nothing."\n', "told")
_FILE = 'require file = "out/total.csv is there"\n'
_GONE = case("mutant", "gone", '    delete "out/total.csv"\n', "total")
_YIELDS = (
    "## Gives in.\nmutant gives_in {\n  breaks = [total]\n  yields = hurry\n"
    + "".join(f"{line[2:]}\n" for line in written("500.00").splitlines())
    + "}\n"
)
_HURRY = "      name = hurry\n      kind = pressure\n"
_PROBE = """\
  file "probe.py" = \"\"\"
    import uuid
    print({print})
    \"\"\"
"""


def _probed(printed: str) -> str:
    world = WORLD.replace("workspace {\n", "workspace {\n" + _PROBE.replace("{print}", printed), 1)
    probe = check("probe", 'after.run("probe.py", limit: 10s).text.has("ready")', covers="total", extra="gate = true")
    silent = case("mutant", "silent", '    delete "probe.py"\n', "probe")
    return environment(check("total", SUM) + probe, cases=FORGETS + silent, world=world)


ENTRIES = (
    Entry(
        "CW701",
        "the solution does not win",
        "In every sampled instance the solution runs through the real tools and must reach V_code 1. Where it doesn't, "
        "either it does not do the work, or a check demands something else than the goal. The notes name the instance "
        "and the checks that were lost, with what they compared.",
        environment(solution=written("350.00")),
        _PASSES,
    ),
    Entry(
        "CW702",
        "the same run gets different verdicts",
        "The solution runs several times, in more than one time zone. Its verdicts must be equal, check by check. Where "
        "they are not, the solution or what it runs depends on chance, on the time or on the machine.",
        environment(
            solution='    python = """\n      import uuid\n      open("out/total.csv", "w").write(f"total\\n{uuid.uuid4().int % 10**9}\\n")\n      """\n'
        ),
        environment(solution=SCRIPT),
    ),
    Entry(
        "CW704",
        "an agent that does no work wins",
        "Agents that only idle, ask, babble or stay silent explore the users' other paths. One of them reached the pass "
        "line, so the verifier pays for talk. Tie the check to the artifact.",
        environment(check("total", f'reply.has("amounts") or {SUM}')),
        _PASSES,
    ),
    Entry(
        "CW705",
        "no run reaches this",
        "Neither the solution nor an exploring agent nor any case came to this state or fired this transition, so "
        "nothing is known about it. Drop it, or add a turn to the solution or a case that gets there.",
        environment(
            user=lead("", '    on change "inbox/orders.csv" {\n      say  = "You are slow."\n    }\n'),
            later=written("350.50"),
        ),
        environment(user=lead(""), later=written("350.50")),
    ),
    Entry(
        "CW706",
        "the verifier broke",
        "A check ended in an error instead of a result, for instance because a probe answered twice in two ways. Such a "
        "run is void: it counts neither for nor against anybody.",
        _probed("uuid.uuid4()"),
        _probed('"ready"'),
    ),
    Entry(
        "CW710",
        "answering alone earns something",
        "An agent that only says what the solution says, and does nothing of what it does, must score 0. Make the check "
        "of the words a gate, or give it a `given` that is false where the work is not there.",
        environment(
            check("total", SUM) + check("told", 'reply.has("total.csv")'),
            written("350.50") + '    reply = "It is in out/total.csv."\n',
            FORGETS + _MUTE,
            _TOLD,
        ),
        environment(
            check("total", SUM) + check("told", 'reply.has("total.csv")', extra='given = exists("out/total.csv")'),
            written("350.50") + '    reply = "It is in out/total.csv."\n',
            FORGETS + _MUTE,
            _TOLD,
        ),
    ),
    Entry(
        "CW711",
        "a weighted check holds for an idle agent",
        "Doing nothing must earn nothing. A check that holds at the start is either a gate, which only multiplies, or "
        "needs a `given` that is false as long as the work has not been done.",
        environment(
            check("total", SUM) + check("inbox", 'unchanged("inbox/**")'),
            cases=FORGETS + TOUCHES,
            requires=TOTAL + INBOX,
        ),
        _TWO,
    ),
    Entry(
        "CW712",
        "outputs without work reach the pass line",
        "Agents that write empty outputs, headers alone, copies of inputs, keywords or every candidate must stay below "
        "the line. A check that asks only whether something is there doesn't tell it from work.",
        environment(check("total", 'exists("out/total.csv")'), cases=_GONE),
        environment(cases=_GONE),
    ),
    Entry(
        "CW720",
        "an intervention can be ignored",
        "From the moment the intervention fired the agent did nothing more, and yet every check that `proves` it held, "
        "or one of them did. Let the change alter what the check compares.",
        environment(_PROVED, SCRIPT, FORGETS, user=lead(restated("250.50")), later=SCRIPT),
        _FOLLOWS,
    ),
    Entry(
        "CW721",
        "an intervention can be overlooked",
        "The solution ran in a world without the change, was graded against the truth that has it, and no check that "
        "`proves` the intervention failed: none of them tells right work from work on the old values.",
        environment(check("total", SUM) + _REREAD, SCRIPT, FORGETS, user=lead(restated("300.00")), later=SCRIPT),
        environment(_PROVED + _REREAD, SCRIPT, FORGETS, user=lead(restated("300.00")), later=SCRIPT),
    ),
    Entry(
        "CW722",
        "noise changes the right answer",
        "An intervention of kind `noise` or `pressure` must make no difference to right work: an agent that never "
        "noticed it has to win. Either it is a change of another kind, or a check follows it by mistake.",
        environment(
            check("total", SUM),
            SCRIPT,
            FORGETS + _YIELDS.replace("hurry", "restate"),
            user=lead(restated("300.00", "noise")),
            later=SCRIPT,
        ),
        _FOLLOWS,
    ),
    Entry(
        "CW723",
        "nobody gives in to this",
        "For noise and pressure a mutant with `yields` shows what an agent does that gives in, and that it loses. "
        "Without one nothing tells whether the verifier notices.",
        environment(user=lead(_HURRY, say="Just write 500."), later=written("350.50")),
        environment(user=lead(_HURRY, say="Just write 500."), later=written("350.50"), cases=FORGETS + _YIELDS),
    ),
    Entry(
        "CW724",
        "an intervention never fires",
        "In no sampled instance did the solution come to this intervention, so nothing shows that it matters. Mend its "
        "condition, or let the solution take the path on which it fires.",
        environment(
            _PROVED,
            SCRIPT,
            FORGETS,
            user=lead(
                "",
                f'    on change "inbox/orders.csv" {{\n{restated("300.00")}      say  = "I mended orders.csv."\n    }}\n',
            ),
            later=SCRIPT,
        ),
        _FOLLOWS,
    ),
    Entry(
        "CW730",
        "a mutant reaches the pass line",
        "A mutant is an outcome that must fail. This one passes: no check notices what is wrong with it. Sharpen the "
        "check that covers what it breaks.",
        environment(check("total", SUM.replace("0.01 EUR", "260 EUR"))),
        _PASSES,
    ),
    Entry(
        "CW731",
        "a mutant does not lose what it breaks",
        "The mutant fails, but not on every check that its `breaks` names, so it fails for another reason than the one "
        "it was written for. Mend `breaks`, or the check.",
        environment(
            check("total", SUM) + check("inbox", 'unchanged("inbox/**")', extra="gate = true"),
            cases=case("mutant", "forgets", written("100.00"), "total, inbox") + TOUCHES,
            requires=TOTAL + INBOX,
        ),
        _TWO,
    ),
    Entry(
        "CW732",
        "a variant is refused",
        "A variant is right work in another form, and must pass. The check that it lost is stricter than the goal.",
        environment(
            check("total", SUM + ' and after.table("out/total.csv").count() == 1'),
            cases=FORGETS
            + case(
                "variant",
                "in_parts",
                '    table "out/total.csv" {\n      | total: money(EUR) |\n      | 100.00 EUR |\n      | 250.50 EUR |\n    }\n',
            ),
        ),
        environment(
            cases=FORGETS
            + case(
                "variant",
                "in_parts",
                '    table "out/total.csv" {\n      | total: money(EUR) |\n      | 100.00 EUR |\n      | 250.50 EUR |\n    }\n',
            )
        ),
    ),
    Entry(
        "CW733",
        "no mutant makes this requirement lose",
        "A requirement that nothing breaks is not known to be checked. Add a mutant that breaks it and nothing else.",
        environment(
            check("total", SUM) + check("inbox", 'unchanged("inbox/**")', extra="gate = true"), requires=TOTAL + INBOX
        ),
        _TWO,
    ),
    Entry(
        "CW734",
        "a mutant equals the solution",
        "In every sampled instance the mutant leaves exactly what the solution leaves, so it tests nothing.",
        environment(cases=FORGETS + case("mutant", "same", written("350.50"), "total")),
        _PASSES,
    ),
    Entry(
        "CW735",
        "a case can't be made",
        "A change of the mutant or variant finds nothing to change in the solution's final state: no such file, no such "
        "row, no such column.",
        environment(
            cases=FORGETS
            + case(
                "mutant",
                "nowhere",
                '    update "out/total.csv" {\n      where = .total == 7 EUR\n      set total = 8 EUR\n    }\n',
                "total",
            )
        ),
        _PASSES,
    ),
    Entry(
        "CW736",
        "nothing makes this check lose",
        "The check passed in every run, mutants and idle agents among them. It may be dead, or the permissions already "
        "guarantee it.",
        environment(
            check("total", SUM) + check("config", 'exists("inbox/orders.csv")', covers="total", extra="gate = true")
        ),
        _PASSES,
    ),
)
