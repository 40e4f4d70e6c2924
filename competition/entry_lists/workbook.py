"""Excel workbooks (.xlsx): checked before they are opened, read row by row, never computed."""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any

from openpyxl import load_workbook  # type: ignore[import-untyped]

from competition.entry_lists.table import (
    MOST_COLUMNS,
    MOST_ROWS,
    ListTable,
    limit_rows,
    refuse_file,
)
from database.limits import LONGEST_SHEET_NAME
from kernel.refusals import Refused

MOST_MEGABYTES = 50
MOST_UNPACKED = MOST_MEGABYTES * 1024 * 1024
MOST_MEMBERS = 1000
CHUNK = 64 * 1024
MOST_LOOKED_AT = 2 * MOST_ROWS
"""The rows read of a sheet, empty ones included: a sheet may claim a million of them."""
DECLARES = re.compile(rb"<!(DOCTYPE|ENTITY)", re.IGNORECASE)
"""No workbook of Excel declares entities: they are used to read other files or to fill memory."""
WIDE = (b"\xff\xfe", b"\xfe\xff")
"""XML in an encoding in which the pattern above would not match; Excel writes UTF-8."""
PACKED_AS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""How Excel packs. Others need memory for what they claim, and fail in their own ways."""
DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError),
    *(OSError, EOFError, ValueError),
)
"""What unpacking raises for an archive that is damaged, or has a password."""
VALUES = (str, int, float, Decimal, date, time, timedelta)
"""What a cell can have that is no formula; a date with a time is a ``date`` too."""
OVERLAP = 16
"""The end of a chunk that is searched again with the next, for a pattern across both."""


def read_workbook(content: bytes, sheet: str = "") -> ListTable:
    """The table of one sheet; of the first if no sheet has that name. Raises Refused."""
    _check_archive(content)
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
        return ListTable(limit_rows(_read_rows(book.worksheets[at])), names, names[at])
    except Refused:
        raise
    except (ValueError, LookupError, TypeError, zipfile.BadZipFile, SyntaxError) as error:
        raise refuse_file("file_is_no_list") from error
    finally:
        book.close()


def _check_archive(content: bytes) -> None:
    """Unpacks every member in pieces and keeps none: the sizes in a directory may be false. Raises
    Refused for more than ``MOST_UNPACKED`` bytes in all, and for declared entities."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            if len(members) > MOST_MEMBERS or sum(m.file_size for m in members) > MOST_UNPACKED:
                raise refuse_file("file_unpacks_too_large", most=MOST_MEGABYTES)
            if not {member.compress_type for member in members} <= PACKED_AS:
                raise refuse_file("file_is_no_list")
            bytes_left = MOST_UNPACKED
            for member in members:
                with archive.open(member) as file:
                    end_before = b""
                    while chunk := file.read(CHUNK):
                        bytes_left -= len(chunk)
                        if bytes_left < 0:
                            raise refuse_file("file_unpacks_too_large", most=MOST_MEGABYTES)
                        if DECLARES.search(end_before + chunk) or chunk.startswith(WIDE):
                            raise refuse_file("file_declares_entities")
                        end_before = chunk[-OVERLAP:]
    except Refused:
        raise
    except DAMAGED as error:
        raise refuse_file("file_is_no_list") from error


def _read_rows(sheet: Any) -> Iterator[tuple[int, list[str]]]:
    """The texts of the cells, row by row, with the number of the row."""
    # The size that a sheet claims may be false. One column more than allowed shows that a sheet is
    # too wide.
    sheet.reset_dimensions()
    rows = sheet.iter_rows(max_row=MOST_LOOKED_AT, max_col=MOST_COLUMNS + 1, values_only=True)
    for line, cells in enumerate(rows, start=1):
        yield line, [_read_cell(value) for value in cells]


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
