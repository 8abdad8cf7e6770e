"""cowork-gym: environments for cowork agents, from source to a verdict that has been proven.

The public names are listed in one table and resolved on first use, so `import cowork_dsl` costs nothing:

    import cowork_dsl as cw

    env = cw.load("quarter.cowork")
    bundle = env.compile(seed=1)
    report = bundle.test()
"""

__version__ = "0.1.0"

_PUBLIC = {
    "Bundle": "cowork_dsl.face.api",
    "Environment": "cowork_dsl.face.api",
    "Report": "cowork_dsl.face.api",
    "Rollout": "cowork_dsl.face.api",
    "load": "cowork_dsl.face.api",
}

__all__ = ["Bundle", "Environment", "Report", "Rollout", "load"]


def __getattr__(name: str) -> object:
    """Resolves a public name on first use (PEP 562) and keeps it."""
    try:
        home = _PUBLIC[name]
    except KeyError:
        raise AttributeError(f"module 'cowork_dsl' has no attribute {name!r}") from None
    from importlib import import_module

    value: object = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, whether resolved yet or not."""
    return sorted([*__all__, "__version__"])
