"""The names of emitted code: every pure function of the language.

``NAMESPACE`` is the verifier's: a claim about the rows of an empty table is not proven there. ``PLAIN`` is for everything else
(tools of services, guards, params, texts): there such a claim has its plain value. Readers of states are the verdict's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cowork_dsl.compiler.values import (
    access,
    arithmetic,
    calendar,
    compare,
    database,
    documents,
    events,
    filters,
    grouped,
    nearness,
    numbers,
    picks,
    relations,
    repository,
    rows,
    scalars,
    tables,
    texts,
)
from cowork_dsl.compiler.values.show import show

Library = dict[str, Callable[..., Any]]


def path(text: str) -> scalars.FilePath:
    """A path as spelled."""
    return scalars.FilePath(text)


def has(value: Any, what: Any) -> bool:
    """``value.has(what)``: whole words in a text, an element, or a key."""
    return texts.has_words(value, what) if access.has_text(value) else access.has_item(value, what)


def make_set(value: Any) -> tables.Unordered:
    """``list.set()``."""
    return tables.Unordered(tuple(rows.rows_of(value)))


def make_bag(value: Any) -> tables.Unordered:
    """``list.bag()``."""
    return tables.Unordered(tuple(rows.rows_of(value)), True)


def flat(value: Any) -> list[Any]:
    """``list.flat()``."""
    return [item for part in rows.rows_of(value) for item in rows.rows_of(part)]


def keys(value: Any) -> list[Any]:
    """``map.keys()``."""
    return [row["key"] for row in rows.rows_of(value)]


def map_values(value: Any) -> list[Any]:
    """``map.values()``."""
    return [row["value"] for row in rows.rows_of(value)]


def table_of(data: Any, columns: Any, key: Any = None) -> tables.Table:
    """A table spelled out."""
    return tables.table_of(list(data), tuple(columns), key)


def _public(*modules: Any) -> Library:
    found: Library = {}
    for module in modules:
        for name, value in vars(module).items():
            own = callable(value) and getattr(value, "__module__", "") == module.__name__
            if own and not isinstance(value, type) and not name.startswith("_"):
                found[name] = value
    return found


_LITERALS: Library = {
    "decimal": scalars.decimal,
    "percent": scalars.percent,
    "money": scalars.money,
    "date": scalars.as_date,
    "time": scalars.as_time,
    "datetime": scalars.as_datetime,
    "duration": scalars.as_duration,
    "path": path,
    "table_of": table_of,
}
_OTHERS: Library = {
    "col": access.col,
    "field": access.field,
    "item": access.item,
    "get": access.get,
    "has": has,
    "sum": rows.sum_,
    "map": rows.map_,
    "any": rows.any_,
    "set": make_set,
    "bag": make_bag,
    "flat": flat,
    "keys": keys,
    "map_values": map_values,
    "round": numbers.round_,
    "min": numbers.min_,
    "max": numbers.max_,
    "abs": numbers.abs_,
    "pow": numbers.pow_,
    "range": numbers.range_,
    "as_text": show,
    "database_table": database.database_table,
    "repository_at": repository.repository_at,
    "repository_changed": repository.repository_changed,
    "show": show,
}
_CHOSEN: Library = {
    name: value
    for module, names in (
        (rows, "where select with_ values_of group mean sort ordered rows columns share"),
        (relations, "join distinct running closure"),
        (picks, "least greatest argmax argmin first last skip reverse only"),
        (compare, "eq ne lt le gt ge contains excludes"),
        (arithmetic, "add sub mul div neg no"),
        (numbers, "mod npv irr as_number"),
        (nearness, "near points match"),
        (events, "until since turn"),
        (
            texts,
            "norm matches quote similar numbers dates words lines length upper lower title strip split replace"
            " starts ends to_number to_date to_money concat join_text",
        ),
        (
            documents,
            "headings under paragraphs doc_tables links pages doc_text near_label quotes",
        ),
        (
            calendar,
            "weeks days hours minutes seconds zoned in_zone weekday month_start month_end add_months"
            " is_business_day add_business_days business_days_to",
        ),
    )
    for name in names.split()
    for value in (getattr(module, name),)
}
_COMMON: Library = {**_LITERALS, **_OTHERS, **_CHOSEN, **_public(grouped, filters)}

PLAIN: Mapping[str, Callable[..., Any]] = {
    **_COMMON,
    "count": rows.count,
    "all": rows.every,
    "never": rows.unmet,
}
NAMESPACE: Mapping[str, Callable[..., Any]] = {
    **_COMMON,
    "count": rows.count_proven,
    "all": rows.all_,
    "never": rows.never,
}
