"""The data that the forms of a page were sent with, and whether they are valid."""

from collections.abc import Iterable

from django.forms import BaseForm
from django.http import HttpRequest, QueryDict


def get_posted_data(request: HttpRequest) -> QueryDict | None:
    """The posted data; None for a page that is only looked at, whose form has no errors to show."""
    # Not ``request.POST or None``: a form without filled fields was sent too, and is checked.
    return request.POST if request.method == "POST" else None


def are_valid(forms: Iterable[BaseForm]) -> bool:
    """Whether all forms are valid. Each is checked, so that the page shows the errors of all."""
    valid = [form.is_valid() for form in forms]
    return all(valid)
