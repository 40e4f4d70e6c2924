"""What the reader looks for."""

from django.http import HttpRequest

LONGEST = 80


def sought_in(request: HttpRequest) -> str:
    """The part of a name in the address, cut to a sensible length."""
    return " ".join(request.GET.get("q", "")[:LONGEST].split())
