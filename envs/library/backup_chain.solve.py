"""Reads the log, mends the index from sidecars and payloads, writes the report."""

import csv
import json
import pathlib
import re

log = pathlib.Path("logs/restore.log").read_text()
symptom = re.search(r"(s\d+)\.csv: ", log).group(1)

path = pathlib.Path("backup/index.json")
index = json.loads(path.read_text())
wrong = []
for entry in index["segments"]:
    sidecar = pathlib.Path("backup/segments") / f"{entry['name']}.json"
    parent = json.loads(sidecar.read_text())["parent"]
    with sidecar.with_suffix(".csv").open(newline="") as lines:
        rows = sum(1 for _ in csv.DictReader(lines))
    if (entry["parent"], entry["rows"]) != (parent, rows):
        wrong.append(entry["name"])
        entry["parent"], entry["rows"] = parent, rows
path.write_text(json.dumps(index, indent=2) + "\n")

out = pathlib.Path("out")
out.mkdir(exist_ok=True)
(out / "report.md").write_text(
    f"# Cause\n\nThe index entry of {', '.join(wrong)} was wrong.\n\n# Symptom\n\nThe probe stopped at {symptom}.csv.\n"
)
