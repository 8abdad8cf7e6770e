"""The small complete environment into which the short examples of the catalogue are put."""

from __future__ import annotations

Chunk = tuple[str, str, str]

_TOP: tuple[Chunk, ...] = (
    ("cowork", "1", "cowork 1\n"),
    (
        "env",
        "demo.orders",
        """env demo.orders {
  title      = "Sum of orders"
  scenario   = finance_accounting.closing_reporting.variance_analysis
  capability = [data_transformation, change_adaptation]
}
""",
    ),
    ("output", '"out/total.csv"', 'output "out/total.csv" {\n  | region: text | total: money(EUR) |\n}\n'),
    (
        "goal",
        "",
        'goal = """\n  Add up the orders in `inbox/` for each region, into `out/total.csv`. At most 12 rows.\n  """\n',
    ),
    ("require", "total", 'require total = "out/total.csv holds the sum of each region"\n'),
)
_SECTIONS: dict[str, tuple[str, tuple[Chunk, ...]]] = {
    "workspace": (
        "workspace",
        (
            (
                "table",
                '"inbox/orders.csv"',
                """table "inbox/orders.csv" {
  | id: int key | region: text | amount: money(EUR) |
  | 1 | EMEA | 100.00 |
  | 2 | APAC | 50.00 |
}
""",
            ),
            ("folder", '"out"', 'folder "out"\n'),
        ),
    ),
    "interface": (
        "interface",
        (("tools", "", "tools = [files, python]\n"), ("clock", "", "clock { start = 2026-04-02T09:00Z }\n")),
    ),
    "user": (
        "user boss",
        (
            ("sees", "", 'sees = ["out/**"]\n'),
            ("authority", "", 'authority = ["inbox/**"]\n'),
            (
                "state",
                "working",
                """state working {
  on turn {
    name = restate
    kind = correction
    update "inbox/orders.csv" {
      where = .id == 2
      set amount = 60 EUR
    }
    say  = "I mended orders.csv."
    goto = checking
  }
}
""",
            ),
            ("state", "checking", 'state checking {\n  on turn {\n    say  = "Thanks."\n    goto = done\n  }\n}\n'),
            ("state", "done", "state done { final = true }\n"),
        ),
    ),
    "verify": (
        "verify",
        (
            (
                "check",
                "total",
                """## The sums follow the orders.
check total {
  covers = total
  proves = [restate]
  expect = after.table("out/total.csv").map(.region, .total) == truth.table("inbox/orders.csv").group(.region).sum(.amount)
}
""",
            ),
        ),
    ),
    "solution": ("solution", (("turn", "", 'turn {\n  python = "print(1)"\n  reply  = "Done."\n}\n'),)),
}
_HOME = {
    **dict.fromkeys(("check", "process", "judge", "score", "let"), "verify"),
    **dict.fromkeys(("fact", "state", "persona", "wants", "sees", "authority", "unknown", "address"), "user"),
    **dict.fromkeys(
        ("table", "file", "json", "folder", "each", "workbook", "document", "image", "repo", "yaml"), "workspace"
    ),
    **dict.fromkeys(
        (
            "tools",
            "python",
            "limits",
            "clock",
            "allow",
            "deny",
            "rule",
            "skill",
            "memory",
            "ask",
            "trouble",
            "calendar",
        ),
        "interface",
    ),
    "turn": "solution",
}


def embed(piece: str) -> str:
    """A whole file: the piece itself where it begins with `cowork` or a comment, else the frame with the piece in it.

    A statement of the piece takes the place of the frame's statement of the same kind and label; all others are added
    where they belong: a `check` to `verify`, a `fact` to the user, a `table` to the workspace.
    """
    if piece.startswith(("cowork ", "# ")):
        return piece
    top = list(_TOP)
    sections = {name: list(chunks) for name, (_, chunks) in _SECTIONS.items()}
    replaced: dict[str, str] = {}
    for chunk in _chunks(piece):
        kind = chunk[0]
        if kind in _SECTIONS:
            replaced[kind] = replaced.get(kind, "") + chunk[2]
        elif kind in _HOME:
            _put(sections[_HOME[kind]], chunk, _SECTIONS[_HOME[kind]][1])
        else:
            _put(top, chunk, _TOP)
    parts = [text for _, _, text in top]
    for name, (head, _) in _SECTIONS.items():
        if name in replaced:
            parts.append(replaced[name])
        else:
            parts.append(f"{head} {{\n{_indented(''.join(text for _, _, text in sections[name]))}}}\n")
    return "".join(parts)


def _put(chunks: list[Chunk], chunk: Chunk, frame: tuple[Chunk, ...]) -> None:
    for index, other in enumerate(chunks):
        if other[:2] == chunk[:2] and other in frame:
            chunks[index] = chunk
            return
    chunks.append(chunk)


def _indented(text: str) -> str:
    return "".join(f"  {line}" if line.strip() else line for line in text.splitlines(keepends=True))


def _chunks(piece: str) -> list[Chunk]:
    """The statements of a piece: each begins with a word at the margin, its `##` lines before it."""
    found: list[list[str]] = []
    doc = False
    for line in piece.splitlines(keepends=True):
        if line.startswith("##"):
            if not doc:
                found.append([])
            doc = True
        elif line[:1].isalpha():
            if not doc:
                found.append([])
            doc = False
        if found:
            found[-1].append(line)
    return [(*_head(lines), "".join(lines)) for lines in found]


def _head(lines: list[str]) -> tuple[str, str]:
    line = next(line for line in lines if line[:1].isalpha())
    kind, _, rest = line.strip().partition(" ")
    rest = rest.strip()
    if rest.startswith('"'):
        return kind, rest[: rest.find('"', 1) + 1]
    return kind, "" if rest[:1] in "={" else rest.partition(" ")[0]
