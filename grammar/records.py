"""`dataclass`, `field` and `replace` as the standard library has them, without what makes its import and its classes slow.

`cowork check` must start in a moment, and a hundred classes cost more time to make than a file to check. Here the
constructor of a class is compiled when its first instance is made, all other methods are shared, and nothing of
`inspect` is loaded. Type checkers see the standard library's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
else:
    _MISSING = object()
    _FIELDS = "__record_fields__"

    class _Field:
        """One field: its default, and where it takes part."""

        __slots__ = ("compare", "default", "default_factory", "name", "repr")

        def __init__(self, default, default_factory, repr, compare):
            self.name = ""
            self.default = default
            self.default_factory = default_factory
            self.repr = repr
            self.compare = compare

    def field(*, default=_MISSING, default_factory=_MISSING, repr=True, compare=True):
        """A field with a default that is made anew, or that takes no part in `repr` or comparisons."""
        return _Field(default, default_factory, repr, compare)

    def replace(obj, /, **changes):
        """The same object with other values of some fields."""
        values = {one.name: getattr(obj, one.name) for one in getattr(obj, _FIELDS)}
        return obj.__class__(**values | changes)

    class _StandardFields:
        """The fields as the standard library describes them, for those who ask."""

        def __get__(self, obj, owner):
            import dataclasses

            found = {}
            for one in getattr(owner, _FIELDS):
                made = dataclasses.field(repr=one.repr, compare=one.compare)
                made.name, made.type, made._field_type = one.name, "Any", dataclasses._FIELD
                found[one.name] = made
            return found

    def _refuse_set(self, name, value):
        raise AttributeError(f"cannot assign to field {name!r}")

    def _refuse_delete(self, name):
        raise AttributeError(f"cannot delete field {name!r}")

    def _values(self):
        return tuple(getattr(self, one.name) for one in getattr(self, _FIELDS) if one.compare)

    def _eq(self, other):
        return _values(self) == _values(other) if other.__class__ is self.__class__ else NotImplemented

    def _hash(self):
        return hash(_values(self))

    def _repr(self):
        inner = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in getattr(self, _FIELDS) if one.repr)
        return f"{self.__class__.__qualname__}({inner})"

    def _getstate(self):
        return [getattr(self, one.name) for one in getattr(self, _FIELDS)]

    def _setstate(self, state):
        for one, value in zip(getattr(self, _FIELDS), state, strict=True):
            object.__setattr__(self, one.name, value)

    def _constructor(cls, fields, frozen):
        names = {"_set": object.__setattr__, "_missing": _MISSING}
        head, body = ["self"], []
        for one in fields:
            name = one.name
            value = name
            if one.default is not _MISSING:
                names[f"_default_{name}"] = one.default
                head.append(f"{name}=_default_{name}")
            elif one.default_factory is not _MISSING:
                names[f"_make_{name}"] = one.default_factory
                head.append(f"{name}=_missing")
                value = f"_make_{name}() if {name} is _missing else {name}"
            else:
                head.append(name)
            slot = cls.__dict__.get(name)
            for base in cls.__mro__:
                slot = base.__dict__.get(name)
                if slot is not None:
                    break
            if type(slot).__name__ == "member_descriptor":
                names[f"_set_{name}"] = slot.__set__
                body.append(f" _set_{name}(self, {value})")
            elif frozen:
                body.append(f" _set(self, {name!r}, {value})")
            else:
                body.append(f" self.{name} = {value}")
        if hasattr(cls, "__post_init__"):
            body.append(" self.__post_init__()")
        exec(f"def __init__({', '.join(head)}):\n" + ("\n".join(body) or " pass"), names)
        made = names["__init__"]
        made.__qualname__ = f"{cls.__qualname__}.__init__"
        return made

    def _lazy_constructor(fields, frozen):
        def __init__(self, *args, **kwargs):
            for cls in self.__class__.__mro__:
                if cls.__dict__.get("__init__") is __init__:
                    cls.__init__ = made = _constructor(cls, fields, frozen)
                    return made(self, *args, **kwargs)
            raise TypeError("the constructor belongs to no class")

        return __init__

    def _process(cls: type, frozen: bool, slots: bool, eq: bool) -> type:
        fields: dict[str, Any] = {}
        for base in reversed(cls.__mro__[1:]):
            for one in base.__dict__.get(_FIELDS, ()):
                fields[one.name] = one
        own = []
        for name, kind in cls.__dict__.get("__annotations__", {}).items():  # noqa: RUF063 (inspect is what this avoids)
            if isinstance(kind, str) and kind.startswith("ClassVar"):
                continue
            default = cls.__dict__.get(name, _MISSING)
            one = default if isinstance(default, _Field) else _Field(default, _MISSING, True, True)
            one.name = name
            fields[name] = one
            own.append(name)
        every = tuple(fields.values())
        kept = cls.__dict__
        space: dict[str, Any] = {
            _FIELDS: every,
            "__dataclass_fields__": _StandardFields(),
            "__match_args__": tuple(fields),
            "__init__": kept.get("__init__") or _lazy_constructor(every, frozen),
            "__repr__": kept.get("__repr__") or _repr,
        }
        if eq:
            space["__eq__"] = kept.get("__eq__") or _eq
            space["__hash__"] = kept.get("__hash__") or (_hash if frozen else None)
        if frozen:
            space |= {"__setattr__": _refuse_set, "__delattr__": _refuse_delete}
        if not slots:
            for name in own:
                if isinstance(kept.get(name), _Field):
                    delattr(cls, name)
            for name, value in space.items():
                setattr(cls, name, value)
            return cls
        if frozen:
            space |= {"__getstate__": _getstate, "__setstate__": _setstate}
        inherited = {name for base in cls.__mro__[1:] for name in base.__dict__.get("__slots__", ())}
        space["__slots__"] = tuple(name for name in own if name not in inherited)
        left_out = {*own, "__dict__", "__weakref__"}
        made = type(cls)(cls.__name__, cls.__bases__, {k: v for k, v in kept.items() if k not in left_out} | space)
        made.__qualname__ = cls.__qualname__
        return made

    def dataclass(cls=None, /, *, frozen=False, slots=False, eq=True):
        """Makes a class of fields."""
        if cls is not None:
            return _process(cls, frozen, slots, eq)
        return lambda given: _process(given, frozen, slots, eq)
