"""The environment of all other kinds of files: its checks tell right from wrong, and what it refuses has its code."""

from pathlib import Path

import pytest

from cowork_dsl.compiler.analysis.check import check_source
from cowork_dsl.compiler.files import Files
from cowork_dsl.compiler.pipeline import check_path, compile_env
from cowork_dsl.compiler.source import Source
from cowork_dsl.validation.options import Options
from cowork_dsl.validation.run import validate
from cowork_dsl.validation.subject import Subject

FILE = Path(__file__).with_name("formats.cowork")
TEXT = FILE.read_text(encoding="utf-8")


@pytest.mark.sandbox
def test_the_environment_passes() -> None:
    env = check_path(str(FILE)).environment
    assert env is not None
    bundle = compile_env(env).bundle
    assert bundle is not None
    report = validate(Subject((bundle,)), Options(instances=1, only=("interventions", "cases"), workers=1))

    assert list(report.findings) == []
    assert report.ok


def test_the_same_bundle_twice_and_another_seed_another_one() -> None:
    env = check_path(str(FILE)).environment
    assert env is not None
    bundles = [compile_env(env, seed=seed).bundle for seed in (3, 3, 4)]
    digests = [bundle.manifest.digest for bundle in bundles if bundle is not None]

    assert digests[0] == digests[1] != digests[2]


SLIPS = {
    "a mail by another name": (
        'mail "inbox/offer.eml" {\n    from    = "Ada',
        'mail "inbox/offer.txt" {\n    from    = "Ada',
        "CW405",
    ),
    "a yaml by another name": ('yaml "inbox/rules.yaml"', 'yaml "inbox/rules.json"', "CW405"),
    "a mail without a sender": (
        '    from    = "Ada Lovelace <ada@example.com>"\n    to      = ["bob',
        '    to      = ["bob',
        "CW218",
    ),
    "a time that is none": ("at      = 2026-08-01T09:00+02:00", 'at      = "August"', "CW316"),
    "addresses that are none": ('to      = ["bob@example.com", "cy@example.com"]', "to      = 7", "CW316"),
    "a word that is none": ('place     = "Room 1"', "status    = sure", "CW351"),
    "an unknown table": (
        'update "inbox/books.sqlite" table "booking"',
        'update "inbox/books.sqlite" table "bookings"',
        "CW410",
    ),
    "a table of no database": (
        'update "out/facts.yaml" { set start = 2026',
        'update "out/facts.yaml" table "x" { set start = 2026',
        "CW418",
    ),
    "a table without a name": (
        'update "inbox/books.sqlite" table "booking"',
        'update "inbox/books.sqlite" table',
        "CW212",
    ),
    "a column that is not there": ("set cost = 9 EUR", "set costs = 9 EUR", "CW406"),
    "a cell of another type": ("| 1 | Van | 480.00 |", "| one | Van | 480.00 |", "CW413"),
    "a row that is too long": ("| 1 | Van | 480.00 |", "| 1 | Van | 480.00 | 2 |", "CW407"),
    "a field that no mail has": ('after.eml("inbox/offer.eml").to ==', 'after.eml("inbox/offer.eml").too ==', "CW256"),
    "a column that no event has": ('.row(.title == "Kick-off")', '.row(.titel == "Kick-off")', "CW251"),
    "a column that no table of the database has": (
        "sum(.amount)\n    expect = facts.spent",
        "sum(.amout)\n    expect = facts.spent",
        "CW251",
    ),
    "a method that repositories lack": ('after.git("project").changed(', 'after.git("project").changes(', "CW253"),
    "a header in a yaml file": ("  key limit   = money(EUR)\n", "  key limit   = money(EUR)\n  | a: text |\n", "CW419"),
}


@pytest.mark.parametrize("name", SLIPS)
def test_slips_have_their_code(name: str) -> None:
    right, wrong, code = SLIPS[name]
    assert right in TEXT
    text = TEXT.replace(right, wrong, 1)
    found = check_source(Source(str(FILE), text), Files()).diagnostics

    assert [one.code for one in found][:1] == [code], [(one.code, one.line, one.message) for one in found]


REFUSED = {
    "a picture with letters that its font has not": ('text  = "Fragile"', 'text  = "漢字"', "CW481"),
    "an author without an address": ('author = "Bob <bob@example.com>"', 'author = "Bob"', "CW481"),
    "an event that ends before it begins": (
        "end       = 2026-09-01T10:00+02:00",
        "end       = 2026-08-01T10:00+02:00",
        "CW481",
    ),
    "a key twice in a database": ("id: serial(2)", "id: serial(1)", "CW481"),
    "two entries for one path": ('file "readme.txt"', 'file "log/steps.csv"', "CW489"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_can_t_be_written_is_refused(name: str) -> None:
    right, wrong, code = REFUSED[name]
    assert right in TEXT
    checked = check_source(Source(str(FILE), TEXT.replace(right, wrong, 1)), Files())
    assert checked.environment is not None, checked.diagnostics
    built = compile_env(checked.environment)

    assert [one.code for one in built.diagnostics] == [code]
