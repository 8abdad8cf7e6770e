"""What became of files and tables; after in ``verify``, now in guards."""

from __future__ import annotations

V = "verify process"
ENTRIES = (
    ("", V + " guard", "exists(*_targets: target) -> bool", "Whether each of these is there."),
    (
        "",
        V,
        "unchanged(*_targets: target) -> bool",
        "Whether the parsed content equals `truth`, cell by cell; users' own changes never count.",
    ),
    ("", V, "only_changed(*_targets: target) -> bool", "Whether nothing but these differs from `truth`."),
    ("", V, "created(*_targets: target) -> bool", "Whether each of these is there and was not in `truth`."),
    ("", V, "deleted(*_targets: target) -> bool", "Whether each of these is gone and is in `truth`."),
    (
        "",
        V,
        "kept(*_terms: secret) -> bool",
        "Whether nothing that the agent made holds the terms of a fact, a text or a list of texts.",
    ),
    ("", V + " solution case", "at(_moment: moment) -> root", "The state at an earlier moment."),
    ("", "service", "clock() -> datetime", "The in-universe time of the call."),
    ("", V + " user guard", "first(_path: path) -> moment", "The end of the tool call that made a file."),
    ("", V + " user guard", "turn(_number: int) -> moment", "The moment of the n-th hand-back."),
)
