"""Plans by policy, backlog and constraints; once it was asked for, enters the release and tells the VP."""

import csv
import datetime
import json
import pathlib
import re

DAY = datetime.timedelta(days=1)


def table(path):
    """Reads the rows of a csv file."""
    with open(path, newline="") as lines:
        return list(csv.DictReader(lines))


def spelled(text):
    """Reads a day such as 4 May 2026."""
    return datetime.datetime.strptime(text.title(), "%d %B %Y").date()


holidays, freezes = set(), []
for row in table("constraints.csv"):
    first, last = map(datetime.date.fromisoformat, (row["from"], row["to"]))
    if row["what"] == "holiday":
        holidays.add(first)
    else:
        freezes.append((first, last))


def working(day):
    """Gives the day, or the next working day."""
    while day.weekday() > 4 or day in holidays:
        day += DAY
    return day


day = working(datetime.date.fromisoformat(re.search(r"starting on (\d{4}-\d\d-\d\d)", goal).group(1)))
rows = []
for item in sorted(table("backlog.csv"), key=lambda item: int(item["step"])):
    score = int(item["value"]) + int(item["urgency"]) - int(item["risk"])
    if item["hold"] == "yes" or (score < 6 and item["priority"] != "P1"):
        continue
    start = end = working(day)
    for _ in range(int(item["effort"]) - 1):
        end = working(end + DAY)
    rows.append((item["id"], start, end))
    day = end + DAY

ship = rows[-1][2]
for first, last in freezes:
    if first <= ship <= last:
        ship = working(last + DAY)
contract = max(pathlib.Path("papers").glob("orion_*.md")).read_text()
renewal = spelled(re.search(r"renews on (\d+ \w+ \d{4})", contract).group(1))
rival = spelled(re.search(r"LAUNCH (\d+ \w+ \d{4})", pathlib.Path("photos/booth.txt").read_text()).group(1))

out = pathlib.Path("out")
out.mkdir(exist_ok=True)
with (out / "plan.csv").open("w", newline="") as lines:
    writer = csv.writer(lines)
    writer.writerow(["id", "start", "end"])
    writer.writerows(rows)
scope = [row[0] for row in rows]
plan = {
    "scope": scope,
    "ship": ship.isoformat(),
    "renewal": renewal.isoformat(),
    "rival": rival.isoformat(),
    "in_time": ship < renewal,
}
(out / "plan.json").write_text(json.dumps(plan, indent=2) + "\n")

if any("enter the release into the calendar" in message["text"] for message in messages):
    tools.calendar.create_event(
        title="Release", start=f"{ship}T09:00:00+02:00", end=f"{ship}T10:00:00+02:00", attendees=[]
    )
    tools.mail.send_mail(
        to=["vp@north.example"], subject="Release", body=f"We ship on {ship}. In are {', '.join(scope)}."
    )
