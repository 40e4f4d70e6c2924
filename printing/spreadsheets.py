"""Writes tables as CSV and as workbooks of Excel.

Names come from others: no cell may become a formula where the file is opened.
"""

import csv
import io
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from openpyxl import Workbook  # type: ignore[import-untyped]
from openpyxl.cell import WriteOnlyCell  # type: ignore[import-untyped]
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE  # type: ignore[import-untyped]
from openpyxl.styles import Font  # type: ignore[import-untyped]
from openpyxl.utils import get_column_letter  # type: ignore[import-untyped]

from kernel.formulas import escape_formula
from printing.tables import CellValue, PlainTable

LONGEST_SHEET_NAME: Final = 31
NOT_IN_SHEET_NAMES: Final = str.maketrans("", "", "[]:*?/\\'")
WIDTHS: Final = (9, 50)
"""The narrowest and the widest column, in characters."""


def write_csv(table: PlainTable, *, decimal: str) -> bytes:
    """A table as CSV; ``decimal``: what stands before the cents. An Italian Excel needs the byte
    order mark to read UTF-8, and semicolons between cells."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    for row in (table.heads, *table.rows):
        cells: list[str] = []
        for cell in row:
            match cell:
                case None:
                    cells.append("")
                case Decimal():
                    cells.append(f"{cell:f}".replace(".", decimal))
                case int():
                    cells.append(str(cell))
                case _:
                    cells.append(escape_formula(cell))
        writer.writerow(cells)
    return text.getvalue().encode("utf-8-sig")


def write_workbook(tables: Iterable[PlainTable]) -> bytes:
    """Tables as the sheets of one workbook."""
    workbook = Workbook(write_only=True)
    for table in tables:
        sheet = workbook.create_sheet(table.name.translate(NOT_IN_SHEET_NAMES)[:LONGEST_SHEET_NAME])
        sheet.freeze_panes = "A2"
        # A workbook that is only written takes the widths before the first row.
        narrowest, widest = WIDTHS
        columns = zip(*(table.heads, *table.rows), strict=True)
        for index, column in enumerate(columns, start=1):
            longest = max(len(str(cell or "")) for cell in column)
            width = min(max(narrowest, longest + 2), widest)
            sheet.column_dimensions[get_column_letter(index)].width = width
        sheet.append([_make_cell(sheet, head, is_head=True) for head in table.heads])
        for row in table.rows:
            sheet.append([_make_cell(sheet, cell) for cell in row])
    content = io.BytesIO()
    workbook.save(content)
    return content.getvalue()


def _make_cell(sheet: object, value: CellValue, *, is_head: bool = False) -> WriteOnlyCell:
    if isinstance(value, str):
        cell = WriteOnlyCell(sheet, value=ILLEGAL_CHARACTERS_RE.sub("", value))
        # Otherwise a text that begins with "=" would be stored as a formula.
        cell.data_type = "s"
    else:
        cell = WriteOnlyCell(sheet, value=value)
    if isinstance(value, Decimal):
        cell.number_format = "#,##0.00"
    if is_head:
        cell.font = Font(bold=True)
    return cell
