"""The table of an uploaded file: CSV, also as Excel saves it in Italy, or a workbook."""

import csv
import io

from competition.entry_lists.table import LARGEST, ListTable, limit_rows, refuse_file
from competition.entry_lists.workbook import read_workbook
from kernel.formulas import unescape_formula

WORKBOOK = b"PK\x03\x04"
OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
"""The signature of .xls, and of a workbook with a password."""
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def read_file(content: bytes, sheet: str = "") -> ListTable:
    """The table of a file. Raises Refused; the code says what is wrong with the file."""
    if len(content) > LARGEST:
        raise refuse_file("file_too_large", most=LARGEST // 1024 // 1024)
    if content.startswith(WORKBOOK):
        return read_workbook(content, sheet)
    if content.startswith(OLD_WORKBOOK):
        raise refuse_file("file_is_an_old_workbook")
    # What is neither kind of workbook is text, if it can be read as text at all. Excel's "Unicode
    # text" is UTF-16; its CSV is UTF-8 with a mark, or the Windows code page.
    if content.startswith(UTF_16):
        text = content.decode("utf-16", errors="replace")
    else:
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = content.decode("cp1252", errors="replace")
    if "\0" in text or text.startswith("%PDF"):
        raise refuse_file("file_is_no_list")
    # Italian Excel separates by semicolons, because the comma is the decimal separator.
    first_line = text.lstrip().partition("\n")[0]
    delimiter = max(";,\t", key=first_line.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows = ((reader.line_num, list(map(unescape_formula, cells))) for cells in reader)
    try:
        return ListTable(limit_rows(rows))
    except csv.Error:
        raise refuse_file("file_is_no_list") from None
