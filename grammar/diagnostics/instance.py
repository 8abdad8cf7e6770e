"""CW48x and CW49x: what is found when an instance is made, once params are chosen and values drawn."""

from __future__ import annotations

from cowork_dsl.grammar.diagnostics.entry import Entry
from cowork_dsl.grammar.diagnostics.validation_examples import FORGETS, WORLD, case, environment


def _params(lines: str, uses: str = "", entries: str = "") -> str:
    """A whole file with these params; `uses` is a text that inserts them, `entries` stand in the workspace."""
    body = "".join(f"  {line}\n" for line in lines.split("\n"))
    note = f'  file "inbox/note.txt" = "{uses}"\n' if uses else ""
    more = "".join(f"  {line}\n" for line in entries.split("\n") if line)
    world = WORLD.replace("workspace {\n", f"workspace {{\n{note}{more}", 1)
    return environment(world=f"params {{\n{body}}}\n{world}")


def _rows(count: str, generator: str, name: str = "n", type_: str = "int") -> str:
    """A whole file with a generated table."""
    table = (
        f'  table "inbox/more.csv" {{\n    | {name}: {type_} |\n    fill = rows({count}, {name}: {generator})\n  }}\n'
    )
    return environment(world=WORLD.replace("workspace {\n", f"workspace {{\n{table}", 1))


_EACH = 'each part {{\n  of = ["a", "A"]\n  file "inbox/{}.txt" = "{{{{part}}}} of {{{{n}}}}"\n}}'


def _capped(cell: str) -> str:
    """A whole file with a mutant that writes a table with this cell."""
    table = f'    table "out/total.csv" {{\n      | total: money(EUR) |\n      | {cell} |\n    }}\n'
    told = '  file "inbox/cap.txt" = "{{cap}}"\n'
    world = WORLD.replace("workspace {\n", f"workspace {{\n{told}", 1)
    return environment(world=f"value cap = 5 EUR\n{world}", cases=FORGETS + case("mutant", "capped", table, "total"))


ENTRIES = (
    Entry(
        "CW481",
        "no value",
        "The expression is evaluated before any rollout, when the instance is made, and has no value there: it divides by zero, "
        "looks up what is not there, or reads what only a rollout has.",
        _params("n = int(0, 0)\nlet share = 100 / n", "{{share}}"),
        _params("n = int(1, 4)\nlet share = 100 / n", "{{share}}"),
    ),
    Entry(
        "CW482",
        "empty domain",
        "The domain holds no value once the names in it are known: its lower end is above the upper one, or more elements are "
        "asked for than the list has.",
        _params("low = int(5, 5)\nn = int(low, 4)", "{{n}}"),
        _params("low = int(2, 3)\nn = int(low, 4)", "{{n}}"),
    ),
    Entry(
        "CW483",
        "`where` that nothing meets",
        "Values are drawn until all `where` conditions hold. A thousand draws met none, so the condition is impossible or too "
        "narrow; say it in the domains instead.",
        _params("n = int(1, 4)\nwhere = n > 9", "{{n}}"),
        _params("n = int(1, 40)\nwhere = n > 9", "{{n}}"),
    ),
    Entry(
        "CW484",
        "domain that can't be drawn from",
        "The ends of a domain must be of one kind: two whole numbers, two dates, two amounts of one currency.",
        _params('let ends = {low: 100 EUR, high: 200}\n  pay = uniform(ends.get("low"), ends.get("high"))', "{{pay}}"),
        _params(
            'let ends = {low: 100 EUR, high: 200 EUR}\n  pay = uniform(ends.get("low"), ends.get("high"))', "{{pay}}"
        ),
    ),
    Entry(
        "CW485",
        "path that leaves the workspace",
        "Once its holes are filled, a path must still be relative, stay inside the workspace, and have no empty or dotted part.",
        _params('name = pick("../up")', entries='file "inbox/{{name}}.txt" = "x"'),
        _params('name = pick("up")', entries='file "inbox/{{name}}.txt" = "x"'),
    ),
    Entry(
        "CW486",
        "larger than an environment may be",
        "Expansion is bounded: 200,000 rows a table, 5,000 files and folders, and 64 MB a workspace. Nothing of it is made.",
        _rows("1_000_000_000", "serial(1)"),
        _rows("1_000", "serial(1)"),
    ),
    Entry(
        "CW487",
        "cell that does not fit its column",
        "Once its holes are filled, a cell must spell a value of its column's type.",
        _params('word = pick("many")', entries='table "inbox/count.csv" {\n  | n: int |\n  | {{word}} |\n}'),
        _params("word = pick(7)", entries='table "inbox/count.csv" {\n  | n: int |\n  | {{word}} |\n}'),
    ),
    Entry(
        "CW488",
        "no more different values",
        "`unique` draws again until the value is new in its column; its generator has fewer values than the table has rows.",
        _rows("5", "unique(int(1, 4))"),
        _rows("5", "unique(int(1, 400))"),
    ),
    Entry(
        "CW489",
        "two entries for one path",
        "Once holes are filled, two entries make the same path, or one makes a file where another needs a folder.",
        _params("n = int(1, 4)", entries=_EACH.format("{{part | lower}}")),
        _params("n = int(1, 4)", entries=_EACH.format("{{part}}")),
    ),
    Entry(
        "CW490",
        "columns that need each other",
        "A generator may read other columns of its row as `.column`, but not in a circle.",
        _rows("3", ".n + 1"),
        _rows("3", "int(1, 4) + 1"),
    ),
    Entry(
        "CW491",
        "table that needs a rollout",
        "A table is written when the instance is made. What only a rollout has, such as a value in force, the state of a file or a "
        "`let` that reads one, can't be inserted into its cells; `insert` and `update` can.",
        _capped("{{cap}}"),
        _capped("5 EUR"),
    ),
    Entry(
        "CW492",
        "number of rows that can't be",
        "`rows` takes how many rows there are: a whole number from 0 on, once the names in it are known.",
        _params(
            "n = int(1, 2)", entries='table "inbox/more.csv" {\n  | n: int |\n  fill = rows(n - 5, n: serial(1))\n}'
        ),
        _params(
            "n = int(6, 9)", entries='table "inbox/more.csv" {\n  | n: int |\n  fill = rows(n - 5, n: serial(1))\n}'
        ),
    ),
)
