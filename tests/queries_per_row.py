"""Fails the test of a page or a document that makes one query per row."""

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.utils.decorators import sync_and_async_middleware
from zeal.middleware import zeal_middleware

READING = ("GET", "HEAD")


@sync_and_async_middleware
def refuse_queries_per_row(get_response):  # type: ignore[no-untyped-def]
    """A middleware for requests that read. Services may write row by row: each forfeit of a
    withdrawal, for example, can change the next match."""
    checked = zeal_middleware(get_response)

    def choose(request: HttpRequest):  # type: ignore[no-untyped-def]
        return checked if request.method in READING else get_response

    if iscoroutinefunction(get_response):

        async def respond_later(request: HttpRequest):  # type: ignore[no-untyped-def]
            return await choose(request)(request)

        return respond_later

    def respond(request: HttpRequest):  # type: ignore[no-untyped-def]
        return choose(request)(request)

    return respond
