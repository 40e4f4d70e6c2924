"""Lists as CSV (RFC 4180), for spreadsheets and data frames."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from rest_framework.renderers import BaseRenderer
from rest_framework.serializers import Serializer
from typing_extensions import get_type_hints, is_typeddict

from api.rendering import render_json
from kernel.formulas import escape_formula

MEDIA_TYPE = "text/csv"


class CsvRenderer(BaseRenderer):
    """The rows of a list, a column for each field of the row; ``club.name`` is a field of an object
    inside. The columns do not depend on the rows: every page has the same, an empty one too. The
    ``Link`` header names the next page."""

    media_type = MEDIA_TYPE
    format = "csv"
    charset = "utf-8"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        view = (renderer_context or {})["view"]
        return render_csv(data[view.csv_member], view.find_row_class())


def render_csv(rows: Iterable[Mapping[str, Any]], row_class: Any) -> bytes:
    """Rows that are serialized by ``row_class``: a serializer, or a TypedDict."""
    return render_columns(rows, list(list_columns(row_class)))


def render_columns(rows: Iterable[Mapping[str, Any]], columns: Sequence[tuple[str, ...]]) -> bytes:
    """These columns of the rows, each a path."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([".".join(path) for path in columns])
    for row in rows:
        cells: list[str] = []
        for path in columns:
            value: Any = row
            for name in path:
                # An object on the way may be null, or not be shown.
                value = (value or {}).get(name)
            cells.append(_make_cell(value))
        writer.writerow(cells)
    return text.getvalue().encode()


def list_columns(row_class: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The paths of the columns of a row, in the order of its fields. What holds several values of
    its own (a list, an object of free form) is one column."""
    # By field, the row class of the object that it holds; None for any other value.
    inner_classes: dict[str, Any] = {}
    if is_typeddict(row_class):
        hints: Mapping[str, Any] = get_type_hints(row_class)
        for name, hint in hints.items():
            # An object inside may also be null.
            kinds = {hint}
            if get_origin(hint) in (Union, UnionType):
                kinds = set(get_args(hint)) - {NoneType}
            inner_classes[name] = None
            if len(kinds) == 1 and is_typeddict(*kinds):
                (inner_classes[name],) = kinds
    else:
        # The serializer of an inner object is found as an instance, that of the row as a class.
        serializer = row_class() if isinstance(row_class, type) else row_class
        for name, field in serializer.fields.items():
            if isinstance(field, Serializer) and not field.write_only:
                inner_classes[name] = field
            elif not field.write_only:
                inner_classes[name] = None
    for name, inner_class in inner_classes.items():
        if inner_class is None:
            yield (*path, name)
        else:
            yield from list_columns(inner_class, (*path, name))


def _make_cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        # Plain values are joined as a person would write them; objects keep their JSON, so that a
        # program can read them again.
        if any(isinstance(item, Mapping | list | tuple) for item in value):
            return render_json(value).decode()
        return "; ".join(_make_cell(item) for item in value)
    if isinstance(value, Mapping):
        return render_json(value).decode()
    # A name that begins with "=" must not run as a formula in the spreadsheet of the reader.
    return escape_formula(value) if isinstance(value, str) else str(value)
