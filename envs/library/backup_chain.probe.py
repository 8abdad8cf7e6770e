"""Restores the chain into memory; exits with 0 where every segment agrees with the index."""

import csv
import json
import pathlib
import sys

base = pathlib.Path("backup")
index = {entry["name"]: entry for entry in json.loads((base / "index.json").read_text())["segments"]}
problems = []
for sidecar in sorted((base / "segments").glob("*.json")):
    meta = json.loads(sidecar.read_text())
    entry = index.get(meta["name"])
    if entry is None:
        problems.append(f"{sidecar.name}: not in the index")
        continue
    with sidecar.with_suffix(".csv").open(newline="") as lines:
        rows = sum(1 for _ in csv.DictReader(lines))
    if rows != entry["rows"]:
        problems.append(f"{meta['name']}.csv: the row count differs from the index")
    if entry["parent"] != meta["parent"]:
        problems.append(f"{meta['name']}.json: the parent differs from the index")
print("\n".join(problems) or "restored")
sys.exit(1 if problems else 0)
