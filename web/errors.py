"""The pages of what went wrong: each says what to do, in the reader's language."""

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.template.loader import render_to_string

from database.unavailable import COMMIT_UNKNOWN, RETRY_AFTER
from observability.requests import get_request_id
from wording.sentences import sentence

ALLAUTH_WINDOW = 60
"""Seconds over which allauth counts what answers with this page."""


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _render_page(request, "400.html", 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _render_page(request, "403.html", 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _render_page(request, "404.html", 404)


def not_done_here(request: HttpRequest, refused: HttpResponseNotAllowed) -> HttpResponse:
    """A page in place of this bare refusal of a method."""
    page = _render_page(request, "405.html", refused.status_code)
    page["Allow"] = refused["Allow"]
    return page


def too_many_requests(request: HttpRequest, wait: int = ALLAUTH_WINDOW) -> HttpResponse:
    """The page for an address that has sent too many requests, for ``wait`` more seconds. allauth
    calls it for the forms of accounts, by its own limits."""
    # Rounded up, so that the wait is over after these minutes.
    minutes = -(-wait // 60)
    context = {"minutes": minutes, "request_id": get_request_id()}
    page = render(request, "429.html", context, status=429)
    page["Retry-After"] = str(wait)
    return page


def server_error(request: HttpRequest) -> HttpResponse:
    """Without the request: what broke the page must not break this one too."""
    context = {"request_id": get_request_id()}
    return HttpResponse(render_to_string("500.html", context), status=500)


def unavailable(part: str) -> HttpResponse:
    """The server has run out of something; nothing was changed, and the page can be sent again. Or
    its database was lost while it saved, and somebody has to look first."""
    is_known = part != COMMIT_UNKNOWN
    context = {
        "said": sentence(part, {}),
        "is_known": is_known,
        "request_id": get_request_id(),
    }
    page = HttpResponse(render_to_string("503.html", context), status=503)
    page["Retry-After"] = str(RETRY_AFTER)
    return page


def _render_page(request: HttpRequest, template: str, status: int) -> HttpResponse:
    return render(request, template, {"request_id": get_request_id()}, status=status)
