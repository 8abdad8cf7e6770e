"""How findings speak of runs."""

from __future__ import annotations

from collections.abc import Sequence

from cowork_dsl.validation.report.model import CheckOutcome, Run

MAX_LENGTH = 200


def score_words(run: Run) -> str:
    """V_code as findings name it."""
    return "V_code is void" if run.code is None else f"V_code {run.code:.2f}"


def loss_words(run: Run) -> str:
    """The checks that a run lost, with reasons; or how it ended, where no check tells."""
    lost = [outcome for outcome in run.outcomes if outcome.result != "pass"]
    if lost:
        return "; ".join(outcome_words(outcome) for outcome in lost)
    return f"every check passes, but the run ended as `{run.ended}`, not in the principal's final state"


def outcome_words(outcome: CheckOutcome) -> str:
    """What a check said, with what it compared."""
    more = [told for told in outcome.operands if told != outcome.reason]
    compared = f" ({'; '.join(more)})" if more else ""
    text = f"{outcome.check} {outcome.result.replace('_', ' ')}: {outcome.reason}{compared}"
    return text if len(text) <= MAX_LENGTH else f"{text[:MAX_LENGTH]} …"


def named(names: Sequence[str]) -> str:
    """Names in one phrase: `a`, `b` and `c`."""
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}" if quoted else "none"
