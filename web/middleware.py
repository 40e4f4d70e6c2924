"""Refusals of the house become pages that say what to do."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class RefusalMiddleware:
    """Placed last, so that it is nearest to the views."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)
