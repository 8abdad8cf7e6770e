"""Settles the claims by the policy in force, writes the files and the wiki page; run again when mail or budget moved."""

import csv
import pathlib
import re
from datetime import date, datetime
from decimal import Decimal

policies = []
for path in pathlib.Path("policy").glob("*.md"):
    text = path.read_text()
    since = re.search(r"In force from (\d+ \w+ \d{4})", text).group(1)
    policies.append((datetime.strptime(since, "%d %B %Y").date(), text))
policy = max(since_text for since_text in policies if since_text[0] <= date(2026, 5, 4))[1]
head = Decimal(re.search(r"at most ([\d.]+) EUR for each person", policy).group(1))
approved = " ".join(
    tools.mail.read_message(id=one["id"])["body"]
    for one in tools.mail.list_messages(folder="inbox")
    if one["from"] == "falk@north.example"
)

claims, totals, seen = [], {}, set()
for path in sorted(pathlib.Path("receipts").glob("*.txt")):
    text = path.read_text()
    number = re.search(r"No\. (\S+)", text).group(1)
    day = datetime.strptime(re.search(r"^\d+ \w+ \d{4}$", text, re.M).group(), "%d %B %Y").date()
    total = Decimal(re.search(r"Total EUR ([\d.]+)", text).group(1))
    category = re.search(r"stamped: (\w+)", text).group(1)
    persons = re.search(r"Persons: (\d+)", text)
    amount, status, reason = total, "accepted", ""
    if re.search(r"beer|wine", text):
        reason = "alcohol"
    elif number in seen:
        reason = "duplicate"
    elif not date(2026, 5, 4) <= day <= date(2026, 5, 8):
        reason = "outside"
    elif persons:
        amount = min(total, head * int(persons.group(1)))
    if reason:
        amount, status = Decimal(0), "rejected"
    seen.add(number)
    claims.append((path.stem, amount, status, reason))
    totals[category] = totals.get(category, Decimal(0)) + amount

with open("notes/missing.csv", newline="") as lines:
    for row in csv.DictReader(lines):
        amount = Decimal(row["amount"])
        status = "approved" if f"approve {row['id']}" in approved else "pending"
        claims.append((row["id"], amount, status, ""))
        if status == "approved":
            totals[row["category"]] += amount

with open("budget.csv", newline="") as lines:
    caps = {row["category"]: Decimal(row["cap"]) for row in csv.DictReader(lines)}
over = {category: totals[category] > cap for category, cap in caps.items()}

pathlib.Path("out").mkdir(exist_ok=True)
with open("out/claims.csv", "w", newline="") as lines:
    writer = csv.writer(lines)
    writer.writerow(["id", "amount", "status", "reason"])
    writer.writerows((number, f"{amount:.2f}", status, reason) for number, amount, status, reason in claims)
with open("out/totals.csv", "w", newline="") as lines:
    writer = csv.writer(lines)
    writer.writerow(["category", "total", "cap", "over"])
    for category, cap in caps.items():
        writer.writerow([category, f"{totals[category]:.2f}", f"{cap:.2f}", "yes" if over[category] else "no"])

page = tools.wiki.read_page(path="travel/may")
rows = [f"| {number} | {amount:.2f} | {status} |" for number, amount, status, _ in claims]
rows += [f"| {category} | {'over' if flag else 'within'} |" for category, flag in over.items()]
tools.wiki.edit_page(path=page["path"], body="\n".join(rows), version=page["version"], by="claims")
