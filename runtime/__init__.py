"""Everything that runs: sandboxes, tools, users, records, verdicts, rollouts."""

if __name__ != "cowork_dsl.runtime":  # one module, one name: a second import path would mean two copies of every class
    raise ImportError("import this package as cowork_dsl.runtime")
