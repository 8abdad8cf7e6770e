"""From trajectories to models."""

if __name__ != "cowork_dsl.training":  # one module, one name: a second import path would mean two copies of every class
    raise ImportError("import this package as cowork_dsl.training")
