"""Proving a verifier before anything is rolled out on it."""

if __name__ != "cowork_dsl.validation":  # one module, one name: a second import path would mean two copies of every class
    raise ImportError("import this package as cowork_dsl.validation")
