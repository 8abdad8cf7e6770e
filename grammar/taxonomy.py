"""The taxonomy with its definitions, read from `taxonomy.toml`.

The compiler needs only the ids and takes them from `taxonomy_terms.py`, which is rendered from the same file; this module is
for those who show definitions.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from cowork_dsl.grammar.records import dataclass

SOURCE = Path(__file__).with_name("taxonomy.toml")
TERMS_MODULE = Path(__file__).with_name("taxonomy_terms.py")

Entry: TypeAlias = "str | int | list[str] | Mapping[str, Entry]"

_GROUP_KEYS = frozenset({"means", "code"})


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a dimension.

    Attributes:
        dimension: the dimension it belongs to, such as `scenario`.
        id: its stable id; dotted where the dimension has levels.
        means: one line that defines it.
        is_group: whether it only holds other terms and labels nothing by itself.
    """

    dimension: str
    id: str
    means: str
    is_group: bool = False


@dataclass(frozen=True, slots=True)
class Taxonomy:
    """All dimensions and their terms.

    Attributes:
        version: rises when a term is renamed or removed.
        dimensions: name and meaning of each dimension, in order.
        terms: all terms, in the order of the file.
        not_covered: what no dimension covers.
    """

    version: int
    dimensions: Mapping[str, str]
    terms: tuple[Term, ...]
    not_covered: tuple[str, ...]

    def of(self, dimension: str, *, groups: bool = False) -> tuple[Term, ...]:
        """The terms of one dimension, with or without the groups that hold them."""
        return tuple(term for term in self.terms if term.dimension == dimension and (groups or not term.is_group))


@cache
def load_taxonomy() -> Taxonomy:
    """Reads the taxonomy that ships with this version."""
    import tomllib

    raw: dict[str, Entry] = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    version, dimensions, not_covered = raw["version"], raw["dimensions"], raw["not_covered"]
    assert isinstance(version, int)
    assert isinstance(dimensions, Mapping)
    assert isinstance(not_covered, list)
    terms = tuple(term for name in dimensions for term in _walk(name, (), _group(raw[name])))
    return Taxonomy(version, {name: str(means) for name, means in dimensions.items()}, terms, tuple(not_covered))


def _walk(dimension: str, path: tuple[str, ...], group: Mapping[str, Entry]) -> Iterator[Term]:
    for name, entry in group.items():
        if name in _GROUP_KEYS and isinstance(entry, str):
            continue
        here = (*path, name)
        if isinstance(entry, str):
            yield Term(dimension, ".".join(here), entry)
        else:
            members = _group(entry)
            yield Term(dimension, ".".join(here), str(members["means"]), is_group=True)
            yield from _walk(dimension, here, members)


def _group(entry: Entry) -> Mapping[str, Entry]:
    assert isinstance(entry, Mapping)
    return entry


_CONSTANTS = {
    "SCENARIOS": ("scenario", ""),
    "CAPABILITIES": ("capability", ""),
    "INTERACTIONS": ("interaction", ""),
    "SOURCES": ("artifact", "source."),
    "SHAPES": ("artifact", "shape."),
    "PRODUCTS": ("artifact", "product."),
    "INTERVENTIONS": ("intervention", ""),
    "LEVELS": ("difficulty", "level."),
    "HORIZONS": ("difficulty", "horizon."),
}


def render_terms_module(taxonomy: Taxonomy) -> str:
    """The text of `taxonomy_terms.py`: sets of ids that can be imported without reading the toml file."""
    parts = [
        '"""The ids of the taxonomy, rendered from `taxonomy.toml` by `make grammar`; do not edit by hand."""\n',
        f"VERSION = {taxonomy.version}\n",
    ]
    for constant, (dimension, prefix) in _CONSTANTS.items():
        ids = [term.id.removeprefix(prefix) for term in taxonomy.of(dimension) if term.id.startswith(prefix)]
        lines = "".join(f'        "{name}",\n' for name in sorted(ids))
        parts.append(f"{constant} = frozenset(\n    {{\n{lines}    }}\n)\n")
    return "\n".join([parts[0], "".join(parts[1:])])


if __name__ == "__main__":
    TERMS_MODULE.write_text(render_terms_module(load_taxonomy()), encoding="utf-8")
