"""Excel workbooks (.xlsx): read row by row, never computed."""

import io
import zipfile
from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any

from openpyxl import load_workbook  # type: ignore[import-untyped]

from competition.entry_lists.archive import check_archive
from competition.entry_lists.table import (
    MOST_COLUMNS,
    MOST_ROWS,
    ListTable,
    limit_rows,
    refuse_file,
)
from database.limits import LONGEST_SHEET_NAME
from kernel.refusals import Refused

MOST_LOOKED_AT = 2 * MOST_ROWS
"""The rows read of a sheet, empty ones included: a sheet may claim a million of them."""
VALUES = (str, int, float, Decimal, date, time, timedelta)
"""What a cell can have that is no formula; a date with a time is a ``date`` too."""


def read_workbook(content: bytes, sheet: str = "") -> ListTable:
    """The table of one sheet; of the first if no sheet has that name. Raises Refused."""
    check_archive(content)
    try:
        # Read only: rows are read one after the other and not kept. Of a formula its text is read,
        # not the result that the file claims.
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=False)
    except Exception as error:  # whatever a broken workbook makes of its reader
        raise refuse_file("file_is_no_list") from error
    try:
        # Excel writes 31 characters at most; others write more.
        names = tuple(each.title[:LONGEST_SHEET_NAME] for each in book.worksheets)
        if not names:
            raise refuse_file("file_is_empty")
        at = 0
        if sheet in names:
            at = names.index(sheet)
        # The size that a sheet claims may be false. One column more than allowed shows that a
        # sheet is too wide.
        worksheet = book.worksheets[at]
        worksheet.reset_dimensions()
        values = worksheet.iter_rows(
            max_row=MOST_LOOKED_AT, max_col=MOST_COLUMNS + 1, values_only=True
        )
        rows = ((line, list(map(_read_cell, cells))) for line, cells in enumerate(values, start=1))
        return ListTable(limit_rows(rows), names, names[at])
    except Refused:
        raise
    except (ValueError, LookupError, TypeError, zipfile.BadZipFile, SyntaxError) as error:
        raise refuse_file("file_is_no_list") from error
    finally:
        book.close()


def _read_cell(value: Any) -> str:
    """The value of a cell as text; of a formula its text, because nothing is computed."""
    if value is None:
        return ""
    # A box that is ticked is 1, and a number of points has no ".0".
    if isinstance(value, bool) or (isinstance(value, float) and value.is_integer()):
        return str(int(value))
    if isinstance(value, VALUES):
        return str(value)
    # A formula of an array or of a data table is an object: its row shall have the fault of any
    # other formula, and not the name of a class.
    formula = getattr(value, "text", None) or ""
    return f"={formula.lstrip('=')}"
