"""From `.cowork` source to a bundle: pure passes over frozen data."""

if __name__ != "cowork_dsl.compiler":  # one module, one name: a second import path would mean two copies of every class
    raise ImportError("import this package as cowork_dsl.compiler")
