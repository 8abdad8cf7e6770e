"""Merges the policies by number and, once it was asked for, writes the index; always from the files as they stand."""

import csv
import pathlib
import re

policies = []
for path in pathlib.Path("policies").glob("*.md"):
    number = re.match(r"(\d+)-", path.name)
    if number and "__" not in path.name:
        title, text = path.read_text().split("\n", 1)
        policies.append((int(number.group(1)), title.removeprefix("# ").strip(), text.strip()))
policies.sort()

pathlib.Path("out").mkdir(exist_ok=True)
pathlib.Path("out/handbook.md").write_text(
    "\n".join(f"# {number}. {title}\n\n{text}\n" for number, title, text in policies), encoding="utf-8"
)

if any("Now out/index.csv" in message["text"] for message in messages):
    with open("out/index.csv", "w", newline="") as lines:
        writer = csv.writer(lines)
        writer.writerow(["number", "title", "owner", "every"])
        for number, title, text in policies:
            owner, every = re.search(r"Owner: (\w+)\. Reviewed every (\d+) months", text).groups()
            writer.writerow([number, title, owner, every])
