"""The pages of what went wrong: each says what to do, in the reader's language."""

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.template.loader import render_to_string

LONGEST_WINDOW = 60
"""Seconds over which allauth counts what answers with this page."""


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "404.html", status=404)


def not_done_here(request: HttpRequest, refused: HttpResponseNotAllowed) -> HttpResponse:
    """A page in place of this bare refusal of a method."""
    page = render(request, "405.html", status=refused.status_code)
    page["Allow"] = refused["Allow"]
    return page


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """Asked for too often from one address: forms of accounts are, by allauth's limits."""
    page = render(request, "429.html", status=429)
    page["Retry-After"] = str(LONGEST_WINDOW)
    return page


def server_error(request: HttpRequest) -> HttpResponse:
    """Without the request: what broke the page must not break this one too."""
    return HttpResponse(render_to_string("500.html"), status=500)
