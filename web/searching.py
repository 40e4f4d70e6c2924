"""The search for entries by name."""

from django.http import HttpRequest

from database.limits import LONGEST_SOUGHT


def read_search(request: HttpRequest) -> str:
    """The search text in the address, cut to a sensible length."""
    return " ".join(request.GET.get("q", "")[:LONGEST_SOUGHT].split())
