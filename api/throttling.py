"""How many requests a program may make: counted by token, reads and writes apart."""

from dataclasses import dataclass
from time import time
from typing import Any

from django.conf import settings
from django.core.cache import caches
from knox.crypto import hash_token
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from api.authentication import TOKEN, read_credentials

WINDOW = 60
"""Seconds. Requests are counted in windows of the clock, so that nothing has to be cleared away."""
REQUESTS = "requests"
"""The cache of these counters. Apart from that of failed tries: made-up tokens have counters in it,
which must not displace the others."""


@dataclass(frozen=True, slots=True)
class Rate:
    """The state of a token's window after a request."""

    limit: int
    used: int
    reset: int
    """Seconds until the next window."""

    @property
    def remaining(self) -> int:
        return max(self.limit - self.used, 0)


class TokenRateThrottle(BaseThrottle):
    """Counts the requests of a token, before it is known whether there is such a token: a program
    that goes on with a revoked one costs no query either. A whole hall may share one network
    address, so phones at tables, people and the public are not counted here."""

    rate: Rate | None = None

    def allow_request(self, request: Request, view: Any) -> bool:
        token = read_credentials(request, TOKEN)
        if token is None:
            return True
        kind = "read" if request.method in SAFE_METHODS else "write"
        limit, now = settings.API_RATES[kind], int(time())
        # The name has the number of the window: in the next one nothing is counted under it.
        name = f"rate:{kind}:{hash_token(token)[:32]}:{now // WINDOW}"
        cache = caches[REQUESTS]
        # Kept for longer than the window, whenever in it the first request has come.
        cache.add(name, 0, 2 * WINDOW)
        try:
            used_requests = int(cache.incr(name))
        except ValueError:  # its window ended between the two
            used_requests = 1
        self.rate = Rate(limit, used_requests, WINDOW - now % WINDOW)
        return used_requests <= limit

    def wait(self) -> int | None:
        return None if self.rate is None else self.rate.reset


def add_rate_headers(response: Response, rate: Rate) -> None:
    """The usual three headers, so that a program can slow down before it is refused."""
    response["RateLimit-Limit"] = str(rate.limit)
    response["RateLimit-Remaining"] = str(rate.remaining)
    response["RateLimit-Reset"] = str(rate.reset)
