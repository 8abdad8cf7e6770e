"""Checks claims and screenshots against the registry as it stands, and writes sources, verdicts and article."""

import csv
import datetime
import pathlib
import re

site = re.search(r"A clip about ([A-Z]\w+ [A-Z]\w+)", goal).group(1)
records = {record["id"]: record for record in tools.registry.list_records(site=site)}
shots = {}
for path in sorted(pathlib.Path("shots").glob("*.txt")):
    number, house, day, result = re.search(r"(R-\d+) +(.+)\n(.+?) +Result: (\w+)", path.read_text()).groups()
    day = datetime.datetime.strptime(day, "%d %B %Y").date().isoformat()
    record = records.get(number)
    if record and (record["site"], record["day"], record["result"]) == (house.strip(), day, result.lower()):
        shots[number] = path.name

year = [record for record in records.values() if record["day"] >= "2026"]
fails = [record for record in year if record["result"] == "fail"]
holds = {
    "k1": len(fails) >= 2,
    "k2": not any(record["day"].startswith("2026-05") for record in year),
    "k3": all(record["result"] == "pass" for record in records.values() if record["day"] < "2026"),
    "k4": any("closed for a day" in record["remark"].lower() for record in records.values()),
}

out = pathlib.Path("out")
out.mkdir(exist_ok=True)
with (out / "sources.csv").open("w", newline="") as lines:
    writer = csv.writer(lines)
    writer.writerow(["record", "day", "result", "shot"])
    writer.writerows((r["id"], r["day"], r["result"], shots.get(r["id"], "")) for r in records.values())
with (out / "verdicts.csv").open("w", newline="") as lines:
    writer = csv.writer(lines)
    writer.writerow(["claim", "verdict"])
    writer.writerows((claim, "holds" if held else "wrong") for claim, held in holds.items())
sections = {
    "Fails": len(fails),
    "Latest": max(record["day"] for record in records.values()),
    "Records": "\n".join(f"- {record['id']}" for record in year),
    "Shots": "\n".join(f"- {name}" for name in shots.values()),
    "Text": f"The registry lists {len(records)} inspections of {site}. In 2026 it failed {len(fails)} of {len(year)}.",
}
(out / "article.md").write_text("\n".join(f"# {heading}\n\n{body}\n" for heading, body in sections.items()))
