"""Pages of long lists. In addresses they count from 0, in Django's ``Page`` from 1."""

from collections.abc import Sequence
from typing import Any, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

from web.numbers import parse_number

ROWS_A_PAGE = 128
"""Of a ranking, or of places."""
Row = TypeVar("Row")


def choose_page(
    request: HttpRequest, rows: "Sequence[Row] | QuerySet[Any]", size: int
) -> Page[Row]:
    """The page of the rows that is asked for by ``?page=``; the last for more."""
    return cut_page(read_page_number(request), rows, size)


def read_page_number(request: HttpRequest, name: str = "page") -> int:
    """The page in the address, from 0, whether there is one of that number or not."""
    return parse_number(request.GET.get(name), digits=5) or 0


def cut_page(
    asked: int, rows: "Sequence[Row] | QuerySet[Any]", size: int, *, count: int | None = None
) -> Page[Row]:
    """The page of that number, from 0, or the last. ``count``: the number of rows, if it is known;
    else a query counts them."""
    paginator = Paginator(rows, size)
    if count is not None:
        # A cached property, which would count them.
        paginator.count = count
    return paginator.get_page(asked + 1)
