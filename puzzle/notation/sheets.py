"""Spreadsheets as text: the cells of the first sheet of an .xlsx or .ods file.

Both are archives of XML: ECMA-376 (Office Open XML) and OASIS OpenDocument 1.3.
"""

import io
import re
import zlib
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element
from zipfile import BadZipFile, ZipFile

from puzzle.errors import NotationError
from puzzle.lazy_messages import lazy

ARCHIVE = b"PK\x03\x04"
"""How these files begin."""
MAX_XML = 256 << 10
"""Maximum bytes of a part of a file, unpacked: they are read where others wait for answers."""
MAX_SIDE = 200
"""Maximum number of rows and of columns of what is read."""

_PLACE = re.compile(r"([A-Z]{1,2})([0-9]{1,3})")
_SHEET = re.compile(r"xl/worksheets/sheet[0-9]{1,3}\.xml")
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_VALUE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}value"
_FAULTS = BadZipFile, ET.ParseError, EOFError, LookupError, RuntimeError, ValueError, zlib.error
"""What `zipfile` raises for damaged, encrypted and unknown archives, and for other contents."""


def sheet_text(data: bytes) -> str:
    """The cells of the first sheet of a spreadsheet, in rows, with tabs between them.

    Blank rows and columns around them are left out. Raises `NotationError` when there are none, or
    the file is none of these.
    """
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            cells = {at: text.removesuffix(".0") for at, text in _cells(archive) if text.strip()}
    except _FAULTS:
        cells = {}
    if not cells:
        raise NotationError(
            "",
            lazy("The file has no cells of a spreadsheet that can be read"),
            remedy=lazy("save it as CSV or copy its cells"),
        )
    rows, cols = ([at[side] for at in cells] for side in (0, 1))
    return "\n".join(
        "\t".join(cells.get((row, col), "") for col in range(min(cols), max(cols) + 1))
        for row in range(min(rows), max(rows) + 1)
    )


def _cells(archive: ZipFile) -> Iterator[tuple[tuple[int, int], str]]:
    """The texts of cells with their rows and columns."""
    names = archive.namelist()
    if "content.xml" in names:
        return _of_document(_xml(archive, "content.xml"))
    sheet = _xml(archive, min(filter(_SHEET.fullmatch, names), key=lambda name: (len(name), name)))
    shared = "xl/sharedStrings.xml"
    strings = _xml(archive, shared).iterfind("{*}si") if shared in names else ()
    return _of_workbook(sheet, dict(enumerate(map(_text, strings))))


def _xml(archive: ZipFile, name: str) -> Element:
    """A part of an archive, without the entities that only a document type has."""
    with archive.open(name) as file:
        data = file.read(MAX_XML + 1)
    if len(data) > MAX_XML or b"<!DOCTYPE" in data or b"\0" in data:
        raise ValueError("not a part of a small spreadsheet")
    return ET.fromstring(data)  # noqa: S314 - bounded, and without entities


def _text(element: Element) -> str:
    return "".join(element.itertext())


def _of_workbook(
    sheet: Element, strings: Mapping[int, str]
) -> Iterator[tuple[tuple[int, int], str]]:
    for cell in sheet.iterfind("{*}sheetData/{*}row/{*}c"):
        value, place = cell.findtext("{*}v"), _PLACE.fullmatch(cell.get("r", ""))
        col = 0
        for letter in place[1] if place else "":
            col = 26 * col + ord(letter) - 64
        if place is None or max(int(place[2]), col) > MAX_SIDE:
            continue
        if cell.get("t") == "inlineStr":
            value = _text(cell)
        elif cell.get("t") == "s" and value is not None:
            value = strings[int(value)]
        yield (int(place[2]), col), value or ""


def _of_document(content: Element) -> Iterator[tuple[tuple[int, int], str]]:
    table, row = content.find(f".//{_TABLE}table"), 0
    for line in () if table is None else table.iterfind(f"{_TABLE}table-row"):
        for _ in range(_repeated(line, "rows", MAX_SIDE - row)):
            row, col = row + 1, 0
            for cell in line:
                for _ in range(_repeated(cell, "columns", MAX_SIDE - col)):
                    col += 1
                    yield (row, col), cell.get(_VALUE) or _text(cell)


def _repeated(element: Element, what: str, most: int) -> int:
    """How often a row or a cell is repeated, as far as there is room."""
    return min(int(element.get(f"{_TABLE}number-{what}-repeated", 1)), most)
