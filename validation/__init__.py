"""Proving a verifier before anything is rolled out on it."""

# One module, one name: a second import path would mean two copies of every class.
if __name__ != "cowork_dsl.validation":
    raise ImportError("import this package as cowork_dsl.validation")
