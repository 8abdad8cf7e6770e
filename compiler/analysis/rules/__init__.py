"""What is wrong with a file whose parts are each well formed: one rule a module, run on what is sound."""

from __future__ import annotations

from collections.abc import Callable

from cowork_dsl.compiler.analysis.context import Context
from cowork_dsl.compiler.analysis.draft import Draft
from cowork_dsl.compiler.analysis.rules.authority import authority
from cowork_dsl.compiler.analysis.rules.borne import borne
from cowork_dsl.compiler.analysis.rules.cases import cases
from cowork_dsl.compiler.analysis.rules.coverage import coverage
from cowork_dsl.compiler.analysis.rules.domains import domains
from cowork_dsl.compiler.analysis.rules.edition import edition
from cowork_dsl.compiler.analysis.rules.entries import entries
from cowork_dsl.compiler.analysis.rules.firing import firing
from cowork_dsl.compiler.analysis.rules.guards import guards
from cowork_dsl.compiler.analysis.rules.honest import honest
from cowork_dsl.compiler.analysis.rules.knowhow import knowhow
from cowork_dsl.compiler.analysis.rules.lastword import lastword
from cowork_dsl.compiler.analysis.rules.leaks import leaks
from cowork_dsl.compiler.analysis.rules.named import named
from cowork_dsl.compiler.analysis.rules.nothing import nothing
from cowork_dsl.compiler.analysis.rules.offered import offered
from cowork_dsl.compiler.analysis.rules.permits import permits
from cowork_dsl.compiler.analysis.rules.permitted import permitted
from cowork_dsl.compiler.analysis.rules.prose import prose
from cowork_dsl.compiler.analysis.rules.proved import proved
from cowork_dsl.compiler.analysis.rules.reads import reads
from cowork_dsl.compiler.analysis.rules.release import release
from cowork_dsl.compiler.analysis.rules.score import score
from cowork_dsl.compiler.analysis.rules.sections import sections
from cowork_dsl.compiler.analysis.rules.sessions import sessions
from cowork_dsl.compiler.analysis.rules.stated import stated
from cowork_dsl.compiler.analysis.rules.states import states
from cowork_dsl.compiler.analysis.rules.taxonomy import taxonomy
from cowork_dsl.compiler.analysis.rules.tied import tied
from cowork_dsl.compiler.analysis.rules.told import told
from cowork_dsl.compiler.analysis.rules.turns import turns
from cowork_dsl.compiler.analysis.rules.unused import unused
from cowork_dsl.compiler.analysis.rules.values import values
from cowork_dsl.compiler.analysis.rules.weights import weights
from cowork_dsl.compiler.analysis.rules.writable import writable

Rule = Callable[[Draft, Context], None]

RULES: tuple[Rule, ...] = (
    sections,
    taxonomy,
    borne,
    domains,
    reads,
    coverage,
    stated,
    entries,
    values,
    offered,
    writable,
    states,
    firing,
    guards,
    lastword,
    authority,
    permits,
    sessions,
    knowhow,
    named,
    proved,
    told,
    release,
    leaks,
    weights,
    score,
    prose,
    tied,
    honest,
    permitted,
    turns,
    cases,
)
"""The rules of environments."""

FILE_RULES: tuple[Rule, ...] = (edition, nothing, unused)
"""The rules of every file, run last."""
