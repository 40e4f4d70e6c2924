"""The cache on Redis; while Redis is away, one in the memory of this process."""

import time
from collections.abc import Callable, Mapping
from typing import Any

import redis
import structlog
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

log = structlog.get_logger(__name__)

AGAIN = 5.0
"""Seconds until an unreachable Redis is tried again; meanwhile no request waits for it."""
OPERATIONS = (
    *("add", "get", "set", "touch", "delete", "incr", "has_key"),
    *("get_many", "set_many", "delete_many", "clear"),
)


class SteadyRedisCache(BaseCache):
    """Redis where it answers. What is kept there is made again without it, and tries that failed
    are counted in this process alone, so nothing of ours stops."""

    def __init__(self, server: str, params: Mapping[str, Any]) -> None:
        super().__init__(dict(params))
        self._redis = RedisCache(server, dict(params))
        self._memory = LocMemCache("while-redis-is-away", dict(params))
        self._away_until = 0.0

    def _call(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= self._away_until:
            try:
                found = getattr(self._redis, name)(*args, **kwargs)
            except (redis.RedisError, OSError) as error:
                self._note_outage(error)
            else:
                self._note_return()
                return found
        return getattr(self._memory, name)(*args, **kwargs)

    def _note_outage(self, error: Exception) -> None:
        if not self._away_until:
            log.warning("Redis does not answer: the cache is in memory meanwhile", error=str(error))
        self._away_until = time.monotonic() + AGAIN

    def _note_return(self) -> None:
        if self._away_until:
            log.warning("Redis answers again")
            self._memory.clear()
            self._away_until = 0.0


def _operation(name: str) -> Callable[..., Any]:
    def operation(self: SteadyRedisCache, *args: Any, **kwargs: Any) -> Any:
        return self._call(name, *args, **kwargs)

    operation.__name__ = name
    return operation


for _name in OPERATIONS:
    setattr(SteadyRedisCache, _name, _operation(_name))
