"""Completion."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.lsp import Page, applied

Open = Callable[..., Page]
CHECK = "expect = memo.words() <= 200\n"


@pytest.mark.parametrize(
    ("after", "typed", "more", "expected", "never"),
    [
        (
            "  capability = [data_transformation, change_adaptation, composition_communication]\n",
            "  di",
            "\n",
            ["difficulty"],
            ["goal"],
        ),
        ("}\n\nparams {\n", "  ", "\n", ["let", "where"], ["title"]),
        (CHECK, "    ", "\n", ["covers", "weight", "given"], ["persona"]),
        ("covers = ", "", "", ["summary", "memo", "inbox"], ["rows"]),
        ("goto = ", "", "", ["drafting", "correcting", "done"], ["summary"]),
        ("breaks = [", "", "", ["rows", "revenue", "reread"], ["clear", "stale"]),
        ("proves = [", "", "", ["restate"], []),
        ("kind = ", "", "", ["correction", "noise"], []),
        ("gate   = ", "", "", ["true", "false"], []),
        ("scenario   = finance_accounting.", "", "", ["finance_accounting.closing_reporting.statement_build"], []),
        ("capability = [", "", "", ["clarification"], ["finance_accounting"]),
        ("tools = [", "", "", ["files", "shell", "python"], []),
        ("  turn ", "", "", ["drafting", "correcting"], []),
        ('edit "out/summary.csv" = ', "", "", ["reverse", "bump"], ["near"]),
        (CHECK, "    expect = out.", "\n", ["where", "count", "map"], ["revenue", "upper"]),
        (CHECK, "    expect = out.all(.", "\n", ["region", "revenue"], ["order_id"]),
        (CHECK, "    expect = out.all(o: o.", ")\n", ["region", "revenue"], ["order_id"]),
        (CHECK, "    expect = totals.", "\n", ["argmax", "keys"], ["ordered"]),
        (CHECK, "    expect = after.", "\n", ["table", "json", "md"], ["upper"]),
        (CHECK, "    expect = cutoff.", "\n", ["year", "month"], ["where"]),
        (CHECK, "    expect = to", "\n", ["totals", "memo", "regions", "after", "near"], ["fake", "int"]),
        (CHECK, "    expect = near(out.count(), ", "\n", ["totals", "abs"], ["serial"]),
        ("name = restate\n", "      when = ex", "\n", ["exists", "table"], ["totals"]),
        ("order_id: serial(1),\n", "        day: fake.", ",\n", ["company", "city"], ["where"]),
        ("region_count = ", "", "", ["int", "pick"], ["totals", "serial"]),
        ('after.table("', "", "", ["out/summary.csv", "inbox/*.csv", "inbox/**"], ["memo"]),
        ('sees      = ["', "", "", ["out/**", "out/memo.md"], []),
        ('run   = "', "", "", ["quarter_rollup.solve.py"], ["out/memo.md"]),
        ("Cut-off: {{", "", "", ["cutoff", "regions"], ["totals", "after"]),
        ("Cut-off: {{cutoff", " | ", "", ["upper", "date"], ["cutoff"]),
        ('say  = "{{', "", "", ["restated", "currency"], ["totals"]),
        ("where = .order_id == 7\n", "        set ", "\n", ["order_id", "revenue"], ["region"]),
        ("state done { final = true }\n", "  state more {\n    on ", " {\n    }\n  }\n", ["turn", "ask", "change"], []),
        (
            "state done { final = true }\n",
            "  state more {\n    on ask ",
            " {\n    }\n  }\n",
            ["currency", "restated"],
            [],
        ),
        ("process reread {\n", '    expect = read("inbox/apac.csv").after(', "\n", ["correcting"], []),
        ("process reread {\n", "    expect = asked(", "\n", ["currency"], []),
        ("process reread {\n", "    expect = calls(", "\n", ["read_file"], []),
    ],
)
def test_offers_what_may_stand_there(
    page: Page, after: str, typed: str, more: str, expected: list[str], never: list[str]
) -> None:
    found = page.labels(page.insert(after, typed, more))

    assert [name for name in expected if name not in found] == []
    assert [name for name in never if name in found] == []


def test_types_stand_in_headers_only(page: Page) -> None:
    assert "money" in page.labels(page.insert("| region: ", ""))
    assert page.labels(page.insert("| region", "")) == []


def test_services_and_their_tools(negotiation: Page) -> None:
    assert {"mail", "calendar"} <= set(negotiation.labels(negotiation.insert("  service ", "")))
    assert "std.mail" in negotiation.labels(negotiation.insert("use ", ""))
    assert "message" in negotiation.labels(negotiation.insert("after.mail.", ""))
    assert "mail.message" in negotiation.labels(negotiation.insert("  update ", ""))


def test_files_of_the_project_can_be_used(tmp_path: Path, open_page: Open) -> None:
    (tmp_path / "shop.cowork").write_text("cowork 1\n")
    (tmp_path / "notes.txt").write_text("x")
    page = open_page('cowork 1\nuse shop = "', tmp_path / "a.cowork")

    assert page.labels(page.insert('use shop = "', "")) == ["shop.cowork"]


def test_what_is_chosen_replaces_what_was_typed(page: Page) -> None:
    place = page.insert("    scenario   = ".strip() + " ", "", "")
    page.edit(page.text.replace("finance_accounting.closing_reporting.variance_analysis", "finance_accounting.clo"))
    line = page.text[: page.text.index("scenario")].count("\n")
    end = page.text.split("\n")[line].index(".clo") + 4
    items = page.client.at("completion", page.uri, {"line": line, "character": end})["items"]
    chosen = next(one for one in items if one["label"].endswith("closing_reporting.statement_build"))
    edit = chosen["textEdit"]

    assert place["line"] == line
    assert "scenario   = finance_accounting.closing_reporting.statement_build\n" in applied(page.text, [edit])


def test_a_comment_has_no_choices(page: Page) -> None:
    assert page.labels(page.insert("cowork 1\n", "# ", "\n")) == []


def test_broken_text_above_does_no_harm(page: Page) -> None:
    page.edit(page.text.replace("let out    = after", "let out2 = f(1, [2\n  let out    = after"))

    assert "restate" in page.labels(page.insert("proves = [", ""))
    assert "weight" in page.labels(page.insert("check memo {\n", "    ", "\n"))


def test_an_empty_file_begins_with_the_edition(open_page: Open) -> None:
    page = open_page("")

    assert "cowork" in page.labels({"line": 0, "character": 0})
