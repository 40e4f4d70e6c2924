"""The caches: on Redis, or in the memory of this process while Redis is unreachable; or in memory
alone, where there is no Redis."""

import time
from collections.abc import Mapping
from functools import partialmethod
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import redis
import structlog
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from django.core.exceptions import ImproperlyConfigured

log = structlog.get_logger(__name__)

AGAIN = 5.0
"""Seconds until an unreachable Redis is tried again; meanwhile no request waits for it."""
ENTRIES: Final[Mapping[str, int]] = {"default": 20_000, "requests": 20_000, "computed": 300}
"""The caches, and how many entries of each a process keeps in its memory. A full one drops a third,
those first that were not used for the longest time. Nothing of one cache displaces what is in
another: who reads many pages must not erase the tries that failed."""
OPERATIONS = (
    *("add", "get", "set", "touch", "delete", "incr", "has_key"),
    *("get_many", "set_many", "delete_many", "clear"),
)
LAST_DATABASE = 15


def find_next_database(url: str) -> str:
    """The address of another database of the same Redis, in which the cache is by default:
    ``redis://host/0`` becomes ``redis://host/1``, ``unix://path`` becomes ``unix://path?db=1``.
    Redis has sixteen databases: after the last one comes the one before it."""
    is_socket = url.startswith("unix://")
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    # The path of a socket is that of its file, so the database is always a parameter there.
    number_in_path = "" if is_socket else parts.path.strip("/")
    number = query.pop("db", number_in_path) or "0"
    if not number.isdecimal():
        raise ImproperlyConfigured(f"REDIS_URL names no database: {number!r} is not a number.")
    step = 1 if int(number) < LAST_DATABASE else -1
    next_number = str(int(number) + step)
    if is_socket:
        return f"unix://{parts.path}?{urlencode({**query, 'db': next_number})}"
    return urlunsplit(parts._replace(path=f"/{next_number}", query=urlencode(query)))


def make_cache_settings(redis_url: str | None) -> dict[str, dict[str, Any]]:
    """Django's ``CACHES``. ``default`` has the counters of failed tries, also those of allauth,
    which uses no other cache; ``requests`` those of programs (``api.throttling``); ``computed``
    what can be computed again (``live.computed``)."""
    settings: dict[str, dict[str, Any]] = {}
    for name, entries in ENTRIES.items():
        if redis_url is None:
            settings[name] = {
                "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
                "LOCATION": name,
                "OPTIONS": {"MAX_ENTRIES": entries},
            }
        else:
            settings[name] = {
                "BACKEND": "config.cache.SteadyRedisCache",
                "LOCATION": redis_url,
                "KEY_PREFIX": f"la-bella-{name}",
                "MEMORY_ENTRIES": entries,
                # Short, because a request waits for it; then the memory takes over.
                "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.25},
            }
    return settings


def empty_caches() -> None:
    """For tests and measurements."""
    for cache in caches.all():
        cache.clear()


class SteadyRedisCache(BaseCache):
    """Redis while it answers, else the memory of this process. That is enough to go on: cached
    answers are made again, and failed sign-ins are counted for each process."""

    def __init__(self, server: str, params: Mapping[str, Any]) -> None:
        super().__init__(dict(params))
        self._redis = RedisCache(server, dict(params))
        # The memory of a process is found by its name: each cache has one of its own.
        self._memory = LocMemCache(
            f"instead-of-redis-{self.key_prefix}",
            {"KEY_PREFIX": self.key_prefix, "OPTIONS": {"MAX_ENTRIES": params["MEMORY_ENTRIES"]}},
        )
        self._retry_at = 0.0
        """The monotonic time until which Redis is not asked; 0 while it answers. Shared by all
        threads without a lock: at worst two of them try Redis, or log, at the same time."""

    def run_operation(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """One of OPERATIONS, on Redis or in memory."""
        if time.monotonic() >= self._retry_at:
            try:
                result = getattr(self._redis, name)(*args, **kwargs)
            except (redis.RedisError, OSError) as error:
                if not self._retry_at:
                    log.warning(
                        "Redis does not answer: the cache is in memory meanwhile", error=str(error)
                    )
                self._retry_at = time.monotonic() + AGAIN
            else:
                if self._retry_at:
                    log.warning("Redis answers again")
                    # The next outage must not find what was cached in this one.
                    self._memory.clear()
                    self._retry_at = 0.0
                return result
        return getattr(self._memory, name)(*args, **kwargs)


# get_many and its like too: BaseCache would split them into single requests.
for _name in OPERATIONS:
    setattr(SteadyRedisCache, _name, partialmethod(SteadyRedisCache.run_operation, _name))
