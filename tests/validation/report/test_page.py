from pathlib import Path

from cowork_dsl.validation.report.model import Report
from cowork_dsl.validation.report.page import env_page, failures, page_names, tiles, write_report
from tests.helpers.reports import sample


def test_what_was_not_measured_says_so() -> None:
    shown = {tile.label: (tile.value, tile.note) for tile in tiles(sample())}

    assert shown["Workspace mutation"] == ("–", "not measured")
    assert shown["Mutants killed"] == ("2 / 3", "declared")
    assert shown["Solution wins"] == ("2 / 2", "runs in 2 instances")


def test_parts_that_did_not_run_are_absent() -> None:
    bare = sample().model_copy(
        update={
            "paths": None,
            "effort": None,
            "interventions": None,
            "cases": None,
            "only": (),
            "mutants": None,
            "variants": None,
        }
    )
    page = env_page(bare)

    assert 'id="findings"' in page
    assert 'id="paths"' not in page and 'id="cases"' not in page and 'href="#effort"' not in page


def test_each_failed_check_has_its_line_and_operands() -> None:
    env = sample()
    lost = [(f.run, f.outcome.check) for f in failures(env)]
    page = env_page(env)

    assert ("stale", "revenue") in lost
    assert "expect = near(out, totals, 0.01 EUR)" in page
    assert "totals = {EMEA: 12.50 EUR}" in page


def test_a_hostile_name_makes_a_harmless_file(tmp_path: Path) -> None:
    envs = (sample("../../etc/passwd"), sample("../../etc/passwd"), sample("index"))
    names = page_names(envs)
    write_report(Report(envs=envs), tmp_path / "pages")

    assert len(set(names)) == 3
    assert all("/" not in name and not name.startswith(".") for name in names)
    assert sorted(path.name for path in tmp_path.rglob("*.html")) == sorted([*names, "index.html"])


def test_the_same_report_gives_the_same_bytes() -> None:
    assert env_page(sample()) == env_page(sample())
