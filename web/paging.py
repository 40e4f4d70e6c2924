"""Pages of long lists."""

from django.core.paginator import Paginator
from django.http import HttpRequest

ROWS_A_PAGE = 128
"""Of a ranking, or of places."""


def choose_page(request: HttpRequest, count: int, size: int) -> tuple[int, range]:
    """The page that is asked for (``?page=``, from 0; the last for more), and all there are."""
    return page_of(page_asked(request), count, size)


def page_asked(request: HttpRequest) -> int:
    """The page in the address, from 0, whether there is one of that number or not."""
    asked = request.GET.get("page", "")
    return int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 6 else 0


def page_of(asked: int, count: int, size: int) -> tuple[int, range]:
    """That page, or the last, and all there are."""
    paginator = Paginator(range(count), size)
    return paginator.get_page(asked + 1).number - 1, range(paginator.num_pages)


def near_pages(page: int, pages: range) -> list[int | None]:
    """The pages that are linked: the first, the last, and those around this one; None for a gap."""
    paginator = Paginator(pages, 1)
    shown = paginator.get_elided_page_range(page + 1, on_each_side=2, on_ends=1)
    return [number - 1 if isinstance(number, int) else None for number in shown]
