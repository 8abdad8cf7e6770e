"""The language as data: grammar, block schema, diagnostics, taxonomy, standard library."""

if __name__ != "cowork_dsl.grammar":  # one module, one name: a second import path would mean two copies of every class
    raise ImportError("import this package as cowork_dsl.grammar")
