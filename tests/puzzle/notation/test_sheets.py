"""Spreadsheets are read by the cells of their first sheet, within bounds."""

import io
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from puzzle.errors import NotationError
from puzzle.notation.sheets import MAX_XML, sheet_text
from solver.judge import read_only

WORKBOOK = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OPEN = "urn:oasis:names:tc:opendocument:xmlns"
BOARD = [("C2", 3), ("F2", 2), ("D3", 1), ("F3", 2), ("C4", 2), ("F4", 3), ("D5", 0)]


def archive(**parts: str) -> bytes:
    """An archive of parts, whose names have `__` for a slash."""
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as opened:
        for name, text in parts.items():
            opened.writestr(name.replace("__", "/") + ".xml", text)
    return file.getvalue()


def workbook(cells: str, strings: str = "") -> bytes:
    rows = f"<sheetData><row>{cells}</row></sheetData>"
    return archive(
        xl__sharedStrings=f'<sst xmlns="{WORKBOOK}">{strings}</sst>',
        xl__worksheets__sheet10=f'<worksheet xmlns="{WORKBOOK}"/>',
        xl__worksheets__sheet2=f'<worksheet xmlns="{WORKBOOK}">{rows}</worksheet>',
    )


def document(rows: str) -> bytes:
    table = f'<t:table xmlns:t="{OPEN}:table:1.0" xmlns:o="{OPEN}:office:1.0">{rows}</t:table>'
    return archive(content=f"<all>{table}</all>")


def test_numbers_and_texts_of_a_workbook_are_cells() -> None:
    numbers = "".join(f'<c r="{place}"><v>{clue}</v></c>' for place, clue in BOARD)
    assert read_only(sheet_text(workbook(numbers))).puzzle.size == "4x4"
    texts = '<c r="A1" t="s"><v>1</v></c><c r="B1" t="inlineStr"><is><t>a </t><t>b</t></is></c>'
    strings = "<si><t>no</t></si><si><r><t>A</t></r><r><t>1</t></r></si>"
    assert sheet_text(workbook(texts, strings)) == "A1\ta b"
    assert (
        sheet_text(workbook('<c r="ZZZ9"><v>1</v></c><c r="A201"/><c r="B2"><v>3</v></c>')) == "3"
    )


def test_repeated_cells_of_a_document_are_read_within_bounds() -> None:
    blank = '<t:table-cell t:number-columns-repeated="99999999"/>'
    clue = '<t:table-cell o:value="0"/><t:table-cell/><t:table-cell><p>2</p></t:table-cell>'
    rows = f"<t:table-row>{blank}</t:table-row><t:table-row>{clue}{blank}</t:table-row>"
    last = f'<t:table-row t:number-rows-repeated="1048576">{clue}{blank}</t:table-row>'
    lines = sheet_text(document(rows + last)).split("\n")
    assert {*lines} == {"0\t\t2"}
    assert len(lines) == 199


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04 broken",
        archive(other="<a/>"),
        workbook(""),
        workbook('<c r="A1" t="s"><v>7</v></c>'),
        document("<t:table-row t:number-rows-repeated='x'/>"),
        archive(content='<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>'),
        archive(content="<a>" + " " * MAX_XML + "</a>"),
        archive(content="<a>"),
    ],
)
def test_what_is_no_small_spreadsheet_is_refused(data: bytes) -> None:
    with pytest.raises(NotationError, match="save it as CSV"):
        sheet_text(data)
