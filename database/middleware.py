"""Repeats reads after the connection to the database was lost."""

from collections.abc import Callable

from django.db import connection
from django.http import HttpRequest, HttpResponse

from database.transactions import is_connection_lost

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class LostConnectionMiddleware:
    """Calls the view of a read once more, on a new connection, if the database went away while it
    ran. A write is repeated only by its transaction, which knows whether it was committing
    (``atomic_with_retry``)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if request.method not in SAFE_METHODS or not is_connection_lost(exception):
            return None
        # Django opens a new connection with the next query. An exception of the second call goes
        # on to the error handlers: there is no third.
        connection.close()
        match = request.resolver_match
        assert match is not None, "a view has raised the exception"
        response: HttpResponse = match.func(request, *match.args, **match.kwargs)
        # The connection may have been lost while Django rendered the first response; then it does
        # not render this one. render() does nothing the second time.
        if hasattr(response, "render"):
            response.render()
        return response
