"""Answers that are files: PDFs and spreadsheets, kept by nobody but their reader."""

from typing import Any

from django.utils.cache import patch_cache_control
from rest_framework.renderers import BaseRenderer
from rest_framework.response import Response

PDF = "application/pdf"
EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class FileRenderer(BaseRenderer):
    """Passes the bytes of a file on."""

    charset: str | None = None
    render_style = "binary"

    def render(self, data: Any, *_: Any, **__: Any) -> bytes:
        return b"" if data is None else bytes(data)


class PdfRenderer(FileRenderer):
    media_type = PDF
    format = "pdf"


class WorkbookRenderer(FileRenderer):
    media_type = EXCEL
    format = "xlsx"


class TableRenderer(FileRenderer):
    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"


def answer_file(content: bytes, name: str) -> Response:
    """A file under this name. It may have names, payments or codes in it."""
    response = Response(content)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    # A browser must not guess another type: the cells may have any text.
    response["X-Content-Type-Options"] = "nosniff"
    patch_cache_control(response, private=True, no_store=True)
    return response
