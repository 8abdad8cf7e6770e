"""Writes the report of the round that is due, by the logs that are there and by all rules told so far."""

import csv
import datetime
import json
import pathlib
import zoneinfo
from decimal import Decimal

LONDON = zoneinfo.ZoneInfo("Europe/London")
said = [message["text"] for message in messages if message["speaker"] == "head"]
day = next(datetime.date.fromisoformat(word) for word in goal.split() if word[:4].isdigit() and word.count("-") == 2)


def table(path):
    """Reads a log by id; none where it is not there yet."""
    path = pathlib.Path(path)
    if not path.exists():
        return None
    with path.open(newline="") as lines:
        return {row["id"]: row for row in csv.DictReader(lines)}


def london(clock):
    """Gives the instant of a London wall clock on the day."""
    return datetime.datetime.combine(day, datetime.time.fromisoformat(clock), LONDON)


received, gateway, tests = map(table, ("exchange/received.csv", "ours/gateway.csv", "ours/tests.csv"))
late = {}
for number, row in received.items():
    at = london(row["received"])
    if at - london(row["planned"]) >= datetime.timedelta(minutes=30):
        late[number] = at
known_tests = set(late) & set(tests or {})
for number in known_tests:
    del late[number]

first = min(late.values())
utc = any("written in UTC" in text for text in said)
report = {
    "late": len(late),
    "first_late": first.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if utc else first.isoformat(),
    "cause": "open",
    "refuted": [],
}
if gateway:
    left = {number: datetime.datetime.fromisoformat(gateway[number]["sent"].replace("Z", "+00:00")) for number in late}
    planned = {number: london(received[number]["planned"]) for number in late}
    ours = any(left[number] - planned[number] >= datetime.timedelta(minutes=30) for number in late)
    theirs = any(late[number] - left[number] >= datetime.timedelta(minutes=30) for number in late)
    report["cause"] = "exchange" if theirs else "scheduler"
    report["refuted"] = [name for name, wrong in (("c1", not theirs), ("c2", ours), ("c4", known_tests)) if wrong]
    loss = sum(Decimal(gateway[number]["slippage"]) for number in late)
    if any("whole number of cents" in text for text in said):
        report["loss_cents"] = int(loss * 100)
    else:
        report["loss"] = f"{loss:.2f} EUR"
if any("key sources" in text for text in said):
    report["sources"] = ["exchange/received.csv", "ours/gateway.csv", *(["ours/tests.csv"] if tests else [])]

names = ["round1", "round2", "round3", "final"]
out = pathlib.Path("out")
name = next(name for name in names if not (out / f"{name}.json").exists())
(out / f"{name}.json").write_text(json.dumps(report, indent=2) + "\n")
