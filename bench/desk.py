"""The workload by which rollouts are measured: a small desk of orders, a scripted agent, a user who corrects a file.

Twenty files of about 200 KB; twelve tool calls, three of which start programs; one intervention; eight checks. It is
the same work for every runner, so that only what the runner itself costs differs.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import random
import zipfile
from collections.abc import Callable, Iterable, Mapping

Call = Callable[[str, dict[str, object]], str]
Step = tuple[str, dict[str, object]]

_WORDS = ["alpha", "order", "budget", "region", "review", "ship", "total", "north", "ledger", "note"]
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def _table(rows: int, rng: random.Random) -> bytes:
    lines = ["id,region,sku,amount,remark"]
    for number in range(rows):
        region = rng.choice(("north", "south", "east", "west"))
        sku, amount = rng.randrange(10**6), rng.randrange(100, 90_000) / 100
        lines.append(f"{number},{region},SKU-{sku:06d},{amount:.2f},{rng.choice(_WORDS)}")
    return ("\n".join(lines) + "\n").encode()


def _prose(count: int, rng: random.Random) -> str:
    return " ".join(rng.choice(_WORDS) for _ in range(count))


def _workbook(rows: int, rng: random.Random) -> bytes:
    cells = "".join(
        f'<row r="{row}">'
        + "".join(f'<c r="{column}{row}"><v>{rng.randrange(10**5) / 100}</v></c>' for column in "ABCDEF")
        + "</row>"
        for row in range(1, rows + 1)
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        info = zipfile.ZipInfo("xl/worksheets/sheet1.xml", (2026, 1, 1, 0, 0, 0))
        archive.writestr(info, f'<worksheet xmlns="{_SHEET}"><sheetData>{cells}</sheetData></worksheet>')
    return buffer.getvalue()


def _files() -> dict[str, bytes]:
    rng = random.Random(11)
    files = {
        "README.md": f"# Orders\n\n{_prose(300, rng)}\n".encode(),
        "data/orders.csv": _table(600, rng),
        "data/reference.csv": _table(900, rng),
        "data/returns.csv": _table(450, rng),
        "data/stock.csv": _table(700, rng),
        "config/settings.json": json.dumps({"currency": "EUR", "text": _prose(120, rng)}, indent=2).encode(),
        "config/people.json": json.dumps([{"id": n, "name": _prose(2, rng)} for n in range(150)], indent=1).encode(),
        "config/rules.json": json.dumps({f"r{n}": _prose(8, rng) for n in range(60)}, indent=1).encode(),
        "docs/plan.md": f"# Plan\n\nStatus: draft\n\n{_prose(500, rng)}\n".encode(),
        "reports/budget.xlsx": _workbook(300, rng),
    }
    for number in range(10):
        files[f"docs/note-{number:02d}.md"] = f"# Note {number}\n\n{_prose(1350, rng)}\n".encode()
    return files


def total(data: bytes) -> tuple[float, int]:
    """Sum of the amounts and number of rows of an orders file."""
    amounts = [float(line.split(",")[3]) for line in data.decode().splitlines()[1:]]
    return round(sum(amounts), 2), len(amounts)


def _corrected(data: bytes) -> bytes:
    rows = list(csv.reader(io.StringIO(data.decode())))
    rows[17][3] = "1234.50"
    rows += [["600", "north", "SKU-999998", "10.00", "order"], ["601", "south", "SKU-999999", "20.25", "note"]]
    return ("\n".join(map(",".join, rows)) + "\n").encode()


FILES = _files()
ORDERS = "data/orders.csv"
CORRECTED = _corrected(FILES[ORDERS])
_FIRST, _LATER = total(FILES[ORDERS]), total(CORRECTED)
_REFERENCE = hashlib.sha256(FILES["data/reference.csv"]).hexdigest()
_BUDGET = hashlib.sha256(FILES["reports/budget.xlsx"]).hexdigest()
ADDED = ("out/report.md", "out/summary.json")
CHANGED = (ORDERS, "docs/plan.md")
_SUM = f"import csv;print(round(sum(float(r['amount']) for r in csv.DictReader(open('{ORDERS}'))),2))"

BEFORE: tuple[Step, ...] = (
    ("list_files", {}),
    ("read_file", {"path": "README.md"}),
    ("read_file", {"path": ORDERS}),
    ("read_file", {"path": "config/settings.json"}),
    ("write_file", {"path": "out/summary.json", "content": json.dumps({"total": _FIRST[0], "rows": _FIRST[1]})}),
    (
        "write_file",
        {"path": "out/report.md", "content": f"Total of orders: {_FIRST[0]:.2f} EUR over {_FIRST[1]} rows.\n"},
    ),
    ("edit_file", {"path": "docs/plan.md", "old": "Status: draft", "new": "Status: reviewed"}),
    ("shell", {"command": f"wc -l {ORDERS}"}),
    ("shell", {"command": f'/usr/bin/python3 -c "{_SUM}"'}),
    ("read_file", {"path": "out/summary.json"}),
)
AFTER: tuple[Step, ...] = (
    ("shell", {"command": f"awk -F, 'NR>1{{s+=$4}} END{{printf \"%.2f\", s}}' {ORDERS}"}),
    ("write_file", {"path": "out/summary.json", "content": json.dumps({"total": _LATER[0], "rows": _LATER[1]})}),
)


def drive(call: Call, intervene: Callable[[], object]) -> list[dict[str, object]]:
    """Play the agent and the user; give the events."""
    events: list[dict[str, object]] = [{"actor": "user", "text": "Total the orders and report."}]
    for steps in (BEFORE, AFTER):
        for tool, args in steps:
            events.append({"actor": "agent", "tool": tool, "args": args})
            events.append({"actor": "tool", "tool": tool, "text": call(tool, args)})
        if steps is BEFORE:
            intervene()
            events.append({"actor": "user", "text": "I corrected row 17 and added two.", "changed": [ORDERS]})
    events.append({"actor": "agent", "text": f"The total is {_LATER[0]:.2f} EUR."})
    return events


def verify(read: Callable[[str], bytes], listing: Iterable[str]) -> dict[str, bool]:
    """The eight checks."""
    summary = json.loads(read("out/summary.json"))
    return {
        "total": abs(summary["total"] - _LATER[0]) < 0.005,
        "rows": summary["rows"] == _LATER[1],
        "orders": total(read(ORDERS)) == _LATER,
        "budget": hashlib.sha256(read("reports/budget.xlsx")).hexdigest() == _BUDGET,
        "report": b"Total of orders" in read("out/report.md"),
        "plan": b"Status: reviewed" in read("docs/plan.md"),
        "reference": hashlib.sha256(read("data/reference.csv")).hexdigest() == _REFERENCE,
        "nothing else": set(listing) == FILES.keys() | set(ADDED),
    }


def line(events: list[dict[str, object]], checks: Mapping[str, bool], changes: object) -> bytes:
    """The record of one rollout; a failed check ends the measurement."""
    failed = [name for name, passed in checks.items() if not passed]
    if failed:
        raise AssertionError(f"the workload went wrong: {failed}")
    return json.dumps({"events": events, "checks": checks, "changes": changes}).encode() + b"\n"
