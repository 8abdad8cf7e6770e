"""The workbook in an xlsx file: cells with values, formulas and formats; what is hidden and merged."""

from __future__ import annotations

from decimal import Decimal, DecimalException

from cowork_dsl.compiler.sheets.cells import Book, Cell, Place, Sheet, SheetError
from cowork_dsl.compiler.sheets.formats import BUILTIN
from cowork_dsl.compiler.sheets.numbers import fifteen
from cowork_dsl.compiler.sheets.refs import MOST_COLUMNS, MOST_ROWS, Area, area_of, column_number
from cowork_dsl.compiler.sheets.rewrite import copied
from cowork_dsl.runtime.readers.bounds import MAX_SHEET_CELLS
from cowork_dsl.runtime.readers.malformed import Malformed
from cowork_dsl.runtime.readers.office.elements import Attributes, parse_xml, stream
from cowork_dsl.runtime.readers.office.package import Package

_MOST_SHEETS = 500
_MOST_FORMATS = 70_000
_DIGITS = "0123456789"
_SHORT = 15


def read_book(data: bytes, path: str) -> Book:
    """The workbook in the bytes of a file.

    Raises:
        Malformed: There is none.
    """
    package = Package(data, "xlsx workbook")
    main = main_part(package)
    tree = parse_xml(package.part(main))
    if tree.tag != "workbook":
        raise Malformed("is no xlsx workbook")
    related = package.related(main)
    parts = {kind: target for kind, target in related.values()}
    strings = _strings(package.find(parts.get("sharedStrings", "")))
    formats = _formats(package.find(parts.get("styles", "")))
    properties = tree.find("workbookPr")
    sheets: list[Sheet] = []
    left = MAX_SHEET_CELLS
    for item in tree.iterfind("sheets/sheet"):
        if len(sheets) >= _MOST_SHEETS:
            raise Malformed(f"has more than {_MOST_SHEETS} sheets")
        kind, target = related.get(item.get("r:id", ""), ("", ""))
        reader = _SheetReader(item.get("name", ""), item.get("state", "visible") != "visible", strings, formats, left)
        sheet = reader.read(package.part(target)) if kind == "worksheet" else Sheet(item.get("name", ""))
        left -= len(sheet.cells)
        sheets.append(sheet)
    names = {
        name.get("name", "").lower(): (name.text or "").lstrip("=")
        for name in tree.iterfind("definedNames/definedName")
        if name.get("localSheetId") is None
    }
    since_1904 = properties is not None and properties.get("date1904", "0") in ("1", "true")
    return Book(tuple(sheets), names, since_1904, path)


def main_part(package: Package) -> str:
    """The part that the archive begins with."""
    for kind, target in package.related("").values():
        if kind == "officeDocument":
            return target
    raise Malformed("is no office file: it names no main part")


def _strings(data: bytes | None) -> list[str]:
    found: list[str] = []
    pieces: list[str] = []
    open_: list[str] = []

    def start(name: str, attributes: Attributes) -> None:
        open_.append(name)
        if name == "si":
            pieces.clear()

    def end(name: str) -> None:
        open_.pop()
        if name == "si":
            found.append("".join(pieces))

    def text(value: str) -> None:
        if open_[-1] == "t" and "rPh" not in open_:
            pieces.append(value)

    if data is not None:
        stream(data, start, end, text)
    return found


def _formats(data: bytes | None) -> list[str]:
    """The number format of each style of cells."""
    if data is None:
        return []
    tree = parse_xml(data)
    own = {item.get("numFmtId", ""): item.get("formatCode", "General") for item in tree.iterfind("numFmts/numFmt")}
    found: list[str] = []
    for style in tree.iterfind("cellXfs/xf"):
        number = style.get("numFmtId", "0")
        found.append(
            own.get(number) or BUILTIN.get(int(number) if number.isdecimal() and len(number) < 6 else 0, "General")
        )
        if len(found) > _MOST_FORMATS:
            raise Malformed(f"has more than {_MOST_FORMATS} styles")
    return found


class _SheetReader:
    """One pass over the XML of one sheet."""

    def __init__(self, name: str, hidden: bool, strings: list[str], formats: list[str], left: int) -> None:
        self._name, self._hidden = name, hidden
        self._strings, self._formats, self._left = strings, formats, left
        self._cells: dict[Place, Cell] = {}
        self._merged: list[Area] = []
        self._hidden_rows: set[int] = set()
        self._hidden_columns: set[int] = set()
        self._pictures = 0
        self._row = self._column = 0
        self._row_text = ""
        self._columns: dict[str, int] = {}
        self._styles: dict[str, int] = {}
        self._kind, self._style = "n", 0
        self._shared: dict[str, tuple[Place, str]] = {}
        self._sharing = ""
        self._in = ""
        self._has_formula = False
        self._value: list[str] = []
        self._formula: list[str] = []
        self._phonetic = False

    def read(self, data: bytes) -> Sheet:
        """The sheet in its XML."""
        if data.count(b"<c ") + data.count(b"<c>") > self._left:
            raise Malformed(f"has more than {MAX_SHEET_CELLS} cells")
        stream(data, self._start, self._end, self._text)
        return Sheet(
            self._name,
            self._cells,
            self._hidden,
            tuple(self._merged),
            frozenset(self._hidden_rows),
            frozenset(self._hidden_columns),
            self._pictures,
        )

    def _start(self, name: str, attributes: Attributes) -> None:
        if name == "c":
            self._begin(attributes)
        elif name == "row":
            self._row = _bounded(attributes.get("r", ""), self._row + 1, MOST_ROWS)
            self._column = 0
            self._row_text = str(self._row)
            if attributes.get("hidden") in ("1", "true"):
                self._hidden_rows.add(self._row)
        elif name in ("v", "t"):
            self._in = "v"
        elif name == "f":
            self._in = "f"
            self._has_formula = True
            if attributes.get("t") == "shared":
                self._sharing = attributes.get("si", "")
        elif name == "rPh":
            self._phonetic = True
        elif name == "mergeCell":
            area = area_of(attributes.get("ref", ""))
            if area is not None and len(self._merged) < MAX_SHEET_CELLS:
                self._merged.append(area)
        elif name == "col" and attributes.get("hidden") in ("1", "true"):
            first = _bounded(attributes.get("min", ""), 1, MOST_COLUMNS)
            last = _bounded(attributes.get("max", ""), first, MOST_COLUMNS)
            self._hidden_columns.update(range(first, last + 1))
        elif name in ("drawing", "picture"):
            self._pictures += 1

    def _begin(self, attributes: Attributes) -> None:
        reference = attributes.get("r", "")
        letters = reference.rstrip(_DIGITS)
        column = self._columns.get(letters) or self._known(letters)
        self._column = column or self._column + 1
        if column and reference[len(letters) :] != self._row_text:
            self._row_text = reference[len(letters) :]
            self._row = _bounded(self._row_text, self._row, MOST_ROWS)
        self._kind = attributes.get("t", "n")
        style = attributes.get("s", "")
        if style not in self._styles:
            self._styles[style] = _bounded(style, 0, len(self._formats))
        self._style = self._styles[style]
        self._value.clear()
        self._formula.clear()
        self._sharing = ""
        self._has_formula = False

    def _known(self, letters: str) -> int:
        """The number of a column; 0 where the letters are none."""
        if not letters.isalpha() or not letters.isascii() or len(letters) > 3:
            return 0
        number = column_number(letters)
        self._columns[letters] = number if number <= MOST_COLUMNS else 0
        return self._columns[letters]

    def _text(self, value: str) -> None:
        if self._in == "v" and not self._phonetic:
            self._value.append(value)
        elif self._in == "f":
            self._formula.append(value)

    def _end(self, name: str) -> None:
        if name in ("v", "t", "f"):
            self._in = ""
        elif name == "rPh":
            self._phonetic = False
        elif name == "c":
            self._close()

    def _close(self) -> None:
        formula = self._shared_formula("".join(self._formula).strip()) if self._has_formula else ""
        text = "".join(self._value)
        if not formula and not text and self._kind != "inlineStr":
            return
        if len(self._cells) >= self._left:
            raise Malformed(f"has more than {MAX_SHEET_CELLS} cells")
        code = self._formats[self._style] if self._style < len(self._formats) else "General"
        self._cells[self._row, self._column] = Cell(self._typed(text), formula, code)

    def _shared_formula(self, text: str) -> str:
        if not self._sharing:
            return text or "#REF!"
        here = (self._row, self._column)
        if text:
            self._shared[self._sharing] = (here, text)
            return text
        master = self._shared.get(self._sharing)
        if master is None:
            return "#REF!"
        (row, column), formula = master
        return copied(formula, here[0] - row, here[1] - column)

    def _typed(self, text: str) -> object:
        kind = self._kind
        if kind == "s":
            at = _bounded(text.strip(), -1, len(self._strings))
            if not 0 <= at < len(self._strings):
                raise Malformed("has a cell with a text that is not there")
            return self._strings[at]
        if kind in ("str", "inlineStr", "d"):
            return text
        if kind == "b":
            return text.strip() in ("1", "true")
        if kind == "e":
            return SheetError(text.strip()[:20])
        if not text.strip():
            return None
        try:
            number = Decimal(text.strip()) if len(text) < 400 else None
        except DecimalException:
            number = None
        if number is None or not number.is_finite() or abs(number.adjusted()) > 400:
            return text[:200]
        return number if len(text) <= _SHORT else fifteen(number)


def _bounded(text: str, otherwise: int, most: int) -> int:
    """A number of the file, or another where it is none or out of bounds."""
    if not text.isdecimal() or not text.isascii() or len(text) > 8:
        return otherwise
    return int(text) if int(text) <= most else otherwise
