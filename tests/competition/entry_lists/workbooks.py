"""Workbooks for tests, good and hostile."""

import io
import re
import zipfile
from collections.abc import Sequence

from openpyxl import Workbook  # type: ignore[import-untyped]


def workbook(rows: Sequence[Sequence[object]], **more: Sequence[Sequence[object]]) -> bytes:
    """A workbook whose first sheet has these rows; ``more`` are other sheets."""
    book = Workbook()
    for title, sheet_rows in {"Foglio1": rows, **more}.items():
        sheet = book.active if title == "Foglio1" else book.create_sheet(title)
        sheet.title = title
        for row in sheet_rows:
            sheet.append(list(row))
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def changed(content: bytes, member: str, new: bytes) -> bytes:
    """The workbook with one of its members replaced."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name in old.namelist():
            archive.writestr(name, new if name == member else old.read(name))
    return buffer.getvalue()


SHEET = "xl/worksheets/sheet1.xml"


def replace_cell(content: bytes, at: str, cell: bytes) -> bytes:
    """The workbook with other XML for one cell of its first sheet."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        sheet = archive.read(SHEET)
    old_cell = re.compile(rb'<c r="%b".*?</c>' % at.encode())
    new_sheet, count = old_cell.subn(lambda _found: cell, sheet)
    assert count == 1
    return changed(content, SHEET, new_sheet)


def bomb(unpacked: int) -> bytes:
    """A small workbook of which one member unpacks to this number of bytes."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("xl/sharedStrings.xml", "w") as file,
    ):
        for _ in range(unpacked // 2**20):
            file.write(b" " * 2**20)
    return buffer.getvalue()


def million_rows(head: str, row: str) -> bytes:
    """A sheet with two rows that says it has a million, and something in the last of them."""
    cells = [("A1", head), ("A2", row), ("A1048576", "far away")]
    rows = "".join(
        f'<row r="{at[1:]}"><c r="{at}" t="inlineStr"><is><t>{text}</t></is></c></row>'
        for at, text in cells
    )
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return (
        f'<worksheet xmlns="{space}"><dimension ref="A1:XFD1048576"/>'
        f"<sheetData>{rows}</sheetData></worksheet>"
    ).encode()


def lying(content: bytes) -> bytes:
    """The same archive, whose directory says that every member is a byte long."""
    data = bytearray(content)
    at = data.find(b"PK\x01\x02")
    while at >= 0:
        data[at + 24 : at + 28] = (1).to_bytes(4, "little")
        at = data.find(b"PK\x01\x02", at + 4)
    return bytes(data)
