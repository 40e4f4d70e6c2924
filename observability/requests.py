"""Every request has an id: in its answer, in all lines logged for it, and in the jobs it asks."""

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
_GIVEN: Final = re.compile(rf"[A-Za-z0-9._-]{{8,{LONGEST}}}")
_SIGNS: Final = "23456789BCDFGHJKMNPQRTVWXZ"
"""Without vowels, and without signs that look alike: it is read out over the telephone."""

log = structlog.get_logger(__name__)


def new_request_id() -> str:
    """``K7QM-2XTR-9F``: 47 random bits."""
    drawn = "".join(secrets.choice(_SIGNS) for _ in range(10))
    return f"{drawn[:4]}-{drawn[4:8]}-{drawn[8:]}"


def current_request_id() -> str:
    """The id of the request that this thread answers, or of the one that asked for the job that
    it runs; empty outside of both."""
    return str(get_contextvars().get("request_id", ""))


class RequestIdMiddleware:
    """Placed first. A proxy that is trusted may give the id that it has logged itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = _read_given_id(request) or new_request_id()
        with bound_contextvars(request_id=request_id):
            began = perf_counter()
            response = self.get_response(request)
            if settings.LOG_REQUESTS:
                _log_request(request, response, perf_counter() - began)
        response[HEADER] = request_id
        return response


def _read_given_id(request: HttpRequest) -> str:
    given = request.headers.get(HEADER, "") if settings.TRUSTED_PROXIES else ""
    return given if _GIVEN.fullmatch(given) else ""


def _log_request(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """The route rather than the path: an address may hold the secret of an invitation."""
    match = request.resolver_match
    log.info(
        "request",
        method=request.method,
        route=match.route if match else None,
        status=response.status_code,
        milliseconds=round(seconds * 1000),
    )
