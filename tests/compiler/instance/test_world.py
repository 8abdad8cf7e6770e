import pytest

from cowork_dsl.compiler.instance.clean import unclean
from tests.compiler.instance.families import built, family, text_of


def test_each_makes_entries_for_every_element() -> None:
    entries = """
      each part {
        of = ["b", "a", "skipped"]
        when = part != "skipped"
        let shout = part.upper()
        file "inbox/{{part}}.txt" = "{{shout}}"
        folder "out/{{part}}"
      }
    """
    bundle = built(family(entries=entries))

    assert text_of(bundle, "inbox/a.txt") == "A\n"
    assert [path for path in bundle.snapshot.entries if path.startswith(("inbox/", "out/"))] == [
        "inbox/a.txt",
        "inbox/b.txt",
        "inbox/orders.csv",
        "out/a",
        "out/b",
    ]


def test_when_leaves_an_entry_out() -> None:
    env = family("n = int(1, 2)", 'file "inbox/two.txt" {\n text = "x"\n when = n == 2\n}')

    assert "inbox/two.txt" in built(env, {"n": "2"}).snapshot.entries
    assert "inbox/two.txt" not in built(env, {"n": "1"}).snapshot.entries


def test_modes() -> None:
    entries = """
      file "a.sh" {
        text = "exit 0"
        executable = true
      }
      file "b.txt" {
        text = "x"
        readonly = true
      }
    """
    bundle = built(family(entries=entries))

    assert {path: oct(bundle.snapshot.entries[path].mode) for path in ("a.sh", "b.txt", "inbox")} == {
        "a.sh": "0o755",
        "b.txt": "0o444",
        "inbox": "0o755",
    }
    assert bundle.tools.readonly == ("b.txt",)


def test_raw_text_is_left_alone() -> None:
    bundle = built(family(entries='file "t.txt" {\n text = "{{not_a_name}}"\n raw = true\n}'))

    assert text_of(bundle, "t.txt") == "{{not_a_name}}\n"


def test_json_values() -> None:
    bundle = built(family("n = int(3, 3)", 'json "c.json" = {count: n, cap: 22_000 EUR, parts: [1, 2]}'))

    assert text_of(bundle, "c.json") == '{\n  "count": 3,\n  "cap": 22000.00,\n  "parts": [1, 2]\n}\n'


@pytest.mark.parametrize(
    "path", ["", "/a", "../a", "a/../b", "a//b", "./a", "a/", "a\\b", "a\nb", "\ud800", "x" * 300, "a/" * 300 + "a"]
)
def test_paths_that_are_refused(path: str) -> None:
    assert unclean(path) != ""


@pytest.mark.parametrize("path", ["a", "a/b.csv", ".hidden", "a b/ä.txt", "…"])
def test_paths_that_are_fine(path: str) -> None:
    assert unclean(path) == ""
