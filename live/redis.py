"""The one Redis client of a process, for waking streams."""

from functools import cache

import redis
from django.conf import settings


@cache
def client() -> redis.Redis:
    """A client with short time-outs: a Redis that is away must not hold a hand up."""
    return redis.Redis.from_url(
        settings.REDIS_URL or "", socket_timeout=1.0, socket_connect_timeout=1.0
    )
