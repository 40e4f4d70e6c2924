"""Turns refusals of the services into pages that say what to do."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from kernel.refusals import Refusal
from web import errors
from web.refusals import word_refusal_fully

METHODS = ("GET", "HEAD", "POST")
"""The methods of pages; read-only pages restrict them themselves."""
API = "/api/"


class RefusalMiddleware:
    """Placed last, so that it is nearest to the views."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith(API):
            return self.get_response(request)
        if request.method not in METHODS:
            return errors.not_done_here(request, HttpResponseNotAllowed(METHODS))
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed):
            return errors.not_done_here(request, response)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A refusal that no form shows is a page; everything else is a fault of ours."""
        if not isinstance(exception, Refusal):
            return None
        # The way back is the page from which the form was sent, if it is one of ours.
        referring_page = request.META.get("HTTP_REFERER", "")
        is_ours = url_has_allowed_host_and_scheme(
            referring_page, allowed_hosts={request.get_host()}
        )
        back_url = ""
        if is_ours:
            back_url = referring_page
        context = {
            "sentences": word_refusal_fully(exception),
            "status": exception.status,
            "back": back_url,
        }
        return render(request, "refusal.html", context, status=exception.status)
