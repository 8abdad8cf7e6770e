"""Writes findings and order from forms, monitor, laboratory, roster and protocol as they stand."""

import csv
import pathlib
import re
from decimal import Decimal


def table(path):
    """Reads the rows of a csv file."""
    with open(path, newline="") as lines:
        return list(csv.DictReader(lines))


forms = {}
for path in sorted(pathlib.Path("forms").glob("*.txt")):
    text = path.read_text()
    forms[path.stem] = int(re.search(r"Age: (\d+)", text).group(1)), re.search(r"Level: (\w+)", text).group(1)
latest = {row["patient"]: row for row in sorted(table("monitor.csv"), key=lambda row: row["at"])}
labs = {row["patient"]: row["lactate"] for row in table("labs.csv")}
(doctor,) = [row["name"] for row in table("staff.csv") if row["role"] == "doctor" and row["on_duty"] == "true"]

rows = []
for patient, (_, level) in forms.items():
    figures = {name: latest[patient][name] for name in ("spo2", "systolic", "pulse", "temp")}
    figures["lactate"] = labs[patient]
    points = 0
    for line in table("points.csv"):
        value, limit = Decimal(figures[line["figure"]]), Decimal(line["limit"])
        if value < limit if line["side"] == "below" else value > limit:
            points += int(line["points"])
    concern = "high" if points >= 5 else "medium" if points >= 2 else "low"
    rows.append({"patient": patient, "level": level, **figures, "points": points, "concern": concern})

pathlib.Path("out").mkdir(exist_ok=True)
with open("out/findings.csv", "w", newline="") as lines:
    writer = csv.DictWriter(lines, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
order = [row["patient"] for row in sorted(rows, key=lambda row: (-row["points"], -forms[row["patient"]][0]))]
listed = "\n".join(f"- {patient}" for patient in order)
pathlib.Path("out/order.md").write_text(
    f"# To\n\n{doctor}\n\n# Order\n\n{listed}\n\n# First\n\n{order[0]}\n\n# Last\n\n{order[-1]}\n"
)
