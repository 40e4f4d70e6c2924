"""Gives every request an id: in its answer, in all lines logged for it, and in its jobs."""

import re
import secrets
from collections.abc import Callable
from time import perf_counter
from typing import Final

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bound_contextvars, get_contextvars

HEADER: Final = "X-Request-ID"
LONGEST: Final = 64
_GIVEN_ID: Final = re.compile(rf"[A-Za-z0-9._-]{{8,{LONGEST}}}")
"""What is accepted from a proxy: nothing that could forge another line of the log."""
_ALPHABET: Final = "23456789BCDFGHJKMNPQRTVWXZ"
"""Without vowels and without characters that look alike: an id is read out over the telephone."""

log = structlog.get_logger(__name__)


def make_request_id() -> str:
    """``K7QM-2XTR-9F``: 47 random bits."""
    characters = "".join(secrets.choice(_ALPHABET) for _ in range(10))
    return f"{characters[:4]}-{characters[4:8]}-{characters[8:]}"


def get_request_id() -> str:
    """The id of the request that this thread answers, or of the request that asked for the job that
    it runs; empty outside both."""
    return str(get_contextvars().get("request_id", ""))


class RequestIdMiddleware:
    """Placed before all other middleware of ours, so that their lines have the id too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # A trusted proxy may give the id that it has logged itself. From anybody else the header is
        # ignored: a client could give two requests the same id.
        given_id = request.headers.get(HEADER, "") if settings.TRUSTED_PROXIES else ""
        request_id = given_id if _GIVEN_ID.fullmatch(given_id) else make_request_id()
        with bound_contextvars(request_id=request_id):
            began = perf_counter()
            response = self.get_response(request)
            if settings.LOG_REQUESTS:
                # The route rather than the path: an address may contain the secret of an
                # invitation.
                match = request.resolver_match  # None if no route fits
                log.info(
                    "request",
                    method=request.method,
                    route=match.route if match else None,
                    status=response.status_code,
                    milliseconds=round((perf_counter() - began) * 1000),
                )
        response[HEADER] = request_id
        return response
