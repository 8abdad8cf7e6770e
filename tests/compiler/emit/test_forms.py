from cowork_dsl.grammar.diagnostics.validation_examples import check, lead
from tests.compiler.instance.families import built, family

LATE = """\
      name = late
      kind = new_info
      table "inbox/late.csv" {
        | id: int key | amount: money(EUR) |
        | 9 | 1.00 EUR |
      }
"""
TOTAL = 'after.table("out/total.csv").sum(.total) == truth.tables("inbox/*.csv").sum(.amount)'


def test_the_forms_of_entries_outputs_and_what_users_put() -> None:
    env = family(
        entries='json "config.json" = {cap: 5 EUR, names: ["a"]}\nfile "note.txt" = "x"',
        user=lead(LATE, say="inbox/late.csv came in."),
        verify=check("total", TOTAL, extra="proves = [late]"),
    )
    bundle = built(env)
    forms = {form.pattern: form for form in bundle.forms}

    assert list(forms) == ["out/total.csv", "config.json", "inbox/orders.csv", "inbox/late.csv"]
    assert forms["config.json"].keys == {"cap": "money(EUR)", "names": "list(text)"}
    assert [(column.name, column.type, column.key) for column in forms["inbox/late.csv"].columns] == [
        ("id", "int", True),
        ("amount", "money(EUR)", False),
    ]
    assert (forms["out/total.csv"].output, forms["inbox/orders.csv"].output) == (True, False)
