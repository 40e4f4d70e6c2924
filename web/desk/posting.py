"""The data that the form of a page was sent with."""

from django.http import HttpRequest, QueryDict


def get_posted_data(request: HttpRequest) -> QueryDict | None:
    """The posted data; None for a page that is only looked at, whose form has no errors to show."""
    # Not ``request.POST or None``: a form without filled fields was sent too, and is checked.
    return request.POST if request.method == "POST" else None
