"""The data that the forms of a page were sent with, whether they are valid, and the page that they
were sent from."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeAlias

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

View: TypeAlias = Callable[..., HttpResponse]


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


def posted_from(page: str, *parameters: str) -> Callable[[View], View]:
    """A view that only acts: its forms are sent from ``page``, which is the name of a route with
    these ``parameters`` of the view. Who looks at its address is led there. Where the page is known
    only from a row that the view reads, the view redirects to it itself.

    People do: the page of a refused form stands at this address, and its Undo and its choice of the
    language return to it. So does the sign-in of somebody whose session had expired.
    """

    def decorate(view: View) -> View:
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def act(request: HttpRequest, **given: Any) -> HttpResponse:
            if request.method != "POST":
                return redirect(page, *[given[name] for name in parameters])
            return view(request, **given)

        return act

    return decorate
