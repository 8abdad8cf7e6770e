"""XML without its dangers: no document types, no entities, a bounded number of elements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from cowork_dsl.runtime.readers.bounds import MAX_DEPTH_XML, MAX_ELEMENTS
from cowork_dsl.runtime.readers.malformed import Malformed

Attributes = dict[str, str]
Start = Callable[[str, Attributes], None]
End = Callable[[str], None]
Text = Callable[[str], None]


class _Names(dict[str, str]):
    """Names of elements without their namespaces, each found once."""

    def __missing__(self, name: str) -> str:
        found = self[name] = name.rpartition(" ")[2]
        return found


def stream(data: bytes, start: Start, end: End, text: Text) -> None:
    """Walks over an XML text; names of elements are without their namespaces, those of attributes as expat has them.

    Raises:
        Malformed: It is no XML, or has what no office program writes.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    names = _Names()
    depth = 0

    def begin(name: str, attributes: Attributes) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH_XML:
            raise Malformed(f"nests deeper than {MAX_DEPTH_XML} levels")
        start(names[name], attributes)

    def finish(name: str) -> None:
        nonlocal depth
        depth -= 1
        end(names[name])

    def refuse(*_: object) -> None:
        raise Malformed("declares a document type, which no office program does")

    parser.StartElementHandler = begin
    parser.EndElementHandler = finish
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except Malformed:
        raise
    except expat.ExpatError as error:
        raise Malformed(f"holds broken XML: {expat.ErrorString(error.code)} in line {error.lineno}") from None
    except (ValueError, LookupError):
        raise Malformed("holds XML in an encoding that is not known") from None


def _local(name: str) -> str:
    space, _, local = name.rpartition(" ")
    return f"r:{local}" if space.endswith("relationships") else local


def parse_xml(data: bytes) -> Element:
    """The tree of an XML text.

    Raises:
        Malformed: It is no XML, or has more elements than are looked at.
    """
    if data.count(b"<") - data.count(b"</") > MAX_ELEMENTS:
        raise Malformed(f"has more than {MAX_ELEMENTS} elements")
    builder = TreeBuilder()
    count = 0

    def start(name: str, attributes: Attributes) -> None:
        nonlocal count
        count += 1
        if count > MAX_ELEMENTS:
            raise Malformed(f"has more than {MAX_ELEMENTS} elements")
        builder.start(name, {_local(key): value for key, value in attributes.items()} if attributes else {})

    stream(data, start, lambda name: _closed(builder, name), builder.data)
    found: Element = builder.close()
    return found


def _closed(builder: TreeBuilder, name: str) -> None:
    builder.end(name)


def inside(element: Element, name: str) -> Iterator[Element]:
    """All descendants of a name."""
    return element.iter(name)
