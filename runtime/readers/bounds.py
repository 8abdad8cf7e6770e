"""How much the readers take in: whatever an agent left behind is read in bounded time and memory."""

from __future__ import annotations

MAX_BYTES = 32 * 1024 * 1024
"""A larger file is not parsed."""

MAX_DOCUMENT = 4 * 1024 * 1024
"""A larger document is not parsed: more than a thousand pages of text."""

MAX_CELLS = 1_000_000
"""Cells of one table."""

MAX_DEPTH = 100
"""How deep lists and objects of a json file may nest."""

MAX_EXPONENT = 400
"""A number with a larger exponent is no number of a ledger, and arithmetic on it could fill the memory."""

MAX_FILES = 20_000
"""Files that one glob may name."""

MAX_PARTS = 10_000
"""Parts of one office file."""

MAX_PART = 64 * 1024 * 1024
"""Bytes of one part, unpacked."""

MAX_OFFICE = 256 * 1024 * 1024
"""Bytes of all parts that an office file claims to have, and of all that are unpacked."""

MAX_SHEET_CELLS = 400_000
"""Cells of one workbook."""

MAX_ELEMENTS = 400_000
"""Elements of one XML part."""

MAX_DEPTH_XML = 200
"""How deep the elements of an XML part may nest."""

MAX_VALUES = 1_000_000
"""Values of a yaml file, counting each copy that an alias makes."""

MAX_YAML = 4 * 1024 * 1024
"""A larger yaml text is not parsed."""

MAX_TOML = 512 * 1024
"""A larger toml text is not parsed; its parser is slower than the others."""

MAX_INSIDE_BYTES = 64 * 1024 * 1024
"""What the files inside of a file may unpack to, all together."""

MAX_INSIDE = 5_000
"""Files inside of an archive or a mail, and objects of a repository."""

MAX_PIXELS = 16_000_000
"""A larger picture is not decoded."""

MAX_EVENTS = 20_000
"""Events of a calendar."""

MAX_DATABASE_CELLS = 400_000
"""Cells of all tables of a database."""

MAX_CALENDAR = 2 * 1024 * 1024
"""A larger calendar is not parsed."""
