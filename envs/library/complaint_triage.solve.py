"""Files every letter by policy and, once it was asked for, writes the table; run again after a change."""

import csv
import pathlib
from decimal import ROUND_HALF_EVEN, Decimal

with open("finance/revenue.csv", newline="") as lines:
    revenue = {row["customer"]: Decimal(row["revenue"]) for row in csv.DictReader(lines)}
with open("crm/customers.csv", newline="") as lines:
    customers = {row["id"]: row for row in csv.DictReader(lines)}

total = sum(revenue.values())
folders = {}
for number, amount in revenue.items():
    if customers[number]["status"] == "lost":
        folders[number] = "legal"
    elif amount / total > Decimal("0.05"):
        folders[number] = "outgoing"
    else:
        folders[number] = "drafts"

for number, folder in folders.items():
    for other in ("outgoing", "drafts", "legal"):
        pathlib.Path(other).mkdir(exist_ok=True)
        path = pathlib.Path(other) / f"{number}.md"
        if other != folder:
            path.unlink(missing_ok=True)
        else:
            path.write_text(f"Dear {customers[number]['name']},\n\nwe are sorry and are looking into your complaint.\n")

if any("table for the board" in message["text"] for message in messages):
    pathlib.Path("out").mkdir(exist_ok=True)
    with open("out/summary.csv", "w", newline="") as lines:
        writer = csv.writer(lines)
        writer.writerow(["customer", "share", "folder"])
        for number, amount in revenue.items():
            share = (amount / total * 100).quantize(Decimal("0.01"), ROUND_HALF_EVEN)
            writer.writerow([number, f"{share}%", folders[number]])
