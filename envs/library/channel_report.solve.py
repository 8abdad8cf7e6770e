"""Fills in the report from the exports that hold and from what was told; run again after every word."""

import csv
import datetime
import pathlib
import re
from decimal import ROUND_HALF_EVEN, Decimal

first, last = map(datetime.date.fromisoformat, re.search(r"from (\S+) to (\d{4}-\d\d-\d\d)", goal).groups())


def views(path):
    """Adds up the views of the week in one export."""
    with path.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    return sum(int(row["views"]) for row in rows if first <= datetime.date.fromisoformat(row["day"]) <= last)


told = None
for message in messages:
    found = re.search(r"(?:should be|news has) ([\d_,]+) views", message["text"])
    if found:
        told = int(found.group(1).replace(",", "").replace("_", ""))

path = pathlib.Path("report/weekly.csv")
with path.open(newline="") as lines:
    rows = list(csv.DictReader(lines))
odd = []
for row in rows:
    channel, before = row["channel"], int(row["last_week"])
    versions = sorted(pathlib.Path("late").glob(f"{channel}_v*.csv"))
    now = views(versions[-1] if versions else pathlib.Path(f"exports/{channel}.csv"))
    if channel == "news" and told is not None:
        now = told
    change = Decimal(now - before) / before
    row["this_week"] = now
    row["change"] = f"{(change * 100).quantize(Decimal('0.1'), ROUND_HALF_EVEN)}%"
    if abs(change) > Decimal("0.3"):
        odd.append((channel, "jump" if change > 0 else "drop"))
with path.open("w", newline="") as lines:
    writer = csv.DictWriter(lines, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
pathlib.Path("out").mkdir(exist_ok=True)
with open("out/anomalies.csv", "w", newline="") as lines:
    writer = csv.writer(lines)
    writer.writerow(["channel", "kind"])
    writer.writerows(odd)
