"""Long lists in pages: which one is asked for."""

from django.http import HttpRequest


def paged(request: HttpRequest, count: int, size: int) -> tuple[int, range]:
    """The page that is asked for (``?page=``, from 0; the last for more), and all there are."""
    return page_of(page_asked(request), count, size)


def page_asked(request: HttpRequest) -> int:
    """The page in the address, from 0, whether there is one of that number or not."""
    asked = request.GET.get("page", "")
    return int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 6 else 0


def page_of(asked: int, count: int, size: int) -> tuple[int, range]:
    """That page, or the last, and all there are."""
    pages = range(max(1, -(-count // size)))
    return min(asked, pages[-1]), pages
