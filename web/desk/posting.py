"""The data that the forms of a page were sent with, and whether they are valid."""

from collections.abc import Iterable

from django.forms import BaseForm
from django.http import HttpRequest, QueryDict


def get_posted_data(request: HttpRequest) -> QueryDict | None:
    """The posted data; None for a page that is only looked at, whose form has no errors to show."""
    # Not ``request.POST or None``: a form without filled fields was sent too, and is checked.
    if request.method != "POST":
        return None
    return request.POST


def get_sent_query(request: HttpRequest, field: str) -> QueryDict | None:
    """The query string, if it has this field: the form of the page was sent by GET."""
    if field not in request.GET:
        return None
    return request.GET


def get_form_data(request: HttpRequest) -> QueryDict:
    """The posted data; the query string of a GET."""
    if request.method == "POST":
        return request.POST
    return request.GET


def are_valid(forms: Iterable[BaseForm]) -> bool:
    """Whether all forms are valid. Each is checked, so that the page shows the errors of all."""
    valid = [form.is_valid() for form in forms]
    return all(valid)
