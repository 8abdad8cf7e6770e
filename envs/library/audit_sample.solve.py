"""Draws the sample by method.md, without the regions that are barred at present; run again after a word from legal."""

import csv
import json
import math
import pathlib
import re
from decimal import ROUND_HALF_EVEN, Decimal

method = pathlib.Path("method.md").read_text()
level = re.search(r"at (\d+)% confidence", goal).group(1)
margin = re.search(r"margin of error of\s+(\d+)%", goal).group(1)
z = re.search(rf"([\d.]+) at {level} %", method).group(1)
line = Decimal(re.search(r"more than (\d+) %", method).group(1)) / 100
small = re.findall(r"[A-Z]\w+", re.search(r"the country is (.*)\.", method).group(1))

closed = None
for message in messages:
    barred = re.search(r"region (\w+) may not be tested", message["text"])
    if barred:
        closed = barred.group(1)
    if "has cleared" in message["text"]:
        closed = None

with open("data/figures.csv", newline="") as lines:
    rows = [row for row in csv.DictReader(lines) if row["region"] != closed]

forced, others = [], {}
for row in rows:
    before, now = Decimal(row["q2"]), Decimal(row["q3"])
    variance = (now - before) / before if before else None
    if before == now == 0:
        reason = "zero"
    elif variance is None or abs(variance) > line:
        reason = "variance"
    elif row["country"] in small:
        reason = "country"
    else:
        reason = "random"
    shown = "" if variance is None else f"{(variance * 100).quantize(Decimal('0.01'), ROUND_HALF_EVEN)}%"
    line_out = [row["id"], row["region"], row["country"], row["q2"], row["q3"], shown, reason]
    if reason == "random":
        others.setdefault(row["region"], []).append(line_out)
    else:
        forced.append(line_out)

uncorrected = Decimal(z) ** 2 * Decimal("0.25") / (Decimal(margin) / 100) ** 2
size = math.ceil(uncorrected / (1 + (uncorrected - 1) / len(rows)))

sample = list(forced)
turn = 0
while len(sample) < size:
    for region in sorted(others):
        if len(sample) < size:
            sample.append(others[region][turn])
    turn += 1

out = pathlib.Path("out")
out.mkdir(exist_ok=True)
with (out / "sample.csv").open("w", newline="") as lines:
    writer = csv.writer(lines)
    writer.writerow(["id", "region", "country", "q2", "q3", "variance", "reason"])
    writer.writerows(sample)
sizes = {"population": len(rows), "uncorrected": round(float(uncorrected), 2), "size": size}
(out / "size.json").write_text(json.dumps(sizes, indent=2) + "\n")
(out / "memo.md").write_text(
    f"# Size\n\n{size}\n\n# Forced\n\n{len(forced)}\n\n# Method\n\n"
    f"We want to be {level} % sure that what we find holds within {margin} %. The usual formula asks for that many rows, "
    f"fewer because there are only {len(rows)} in all. Rows that are empty, that moved much or that stand for a small "
    "country had to be in; the others were spread over the regions.\n"
)
