"""Where environments come from and where they go to."""

if __name__ != "cowork_dsl.envs":  # one module, one name: a second import path would mean two copies of every class
    raise ImportError("import this package as cowork_dsl.envs")
