"""Lists as CSV (RFC 4180), for spreadsheets and data frames."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from rest_framework.renderers import BaseRenderer

from printing.spreadsheets import FORMULA_STARTS


class CsvRenderer(BaseRenderer):
    """The rows of a page, a column for each field; ``club.name`` is a field of an object inside.
    The ``Link`` header names the next page."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        rows = [dict(_flatten(row)) for row in data["results"]]
        heads = list(dict.fromkeys(name for row in rows for name in row))
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\r\n")
        writer.writerow(heads)
        writer.writerows([_make_cell(row.get(head)) for head in heads] for row in rows)
        return text.getvalue().encode()


def _flatten(row: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in row.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def _make_cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "; ".join(_make_cell(item) for item in value)
    text = str(value)
    # Names come from others: no cell may become a formula where the file is opened.
    return f"'{text}" if isinstance(value, str) and text.startswith(FORMULA_STARTS) else text
