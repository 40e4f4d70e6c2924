"""The cache on Redis, or in the memory of this process while Redis is unreachable."""

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
    """Redis while it answers, else the memory of this process. That is enough to go on: cached
    answers are made again, and failed sign-ins are counted for each process."""

    def __init__(self, server: str, params: Mapping[str, Any]) -> None:
        super().__init__(dict(params))
        self._redis = RedisCache(server, dict(params))
        self._memory = LocMemCache("while-redis-is-away", dict(params))
        self._retry_at = 0.0
        """The monotonic time until which Redis is not asked; 0 while it answers. Shared by all
        threads without a lock: at worst two of them try Redis, or log, at the same time."""

    def _run_operation(self, name: str, *args: Any, **kwargs: Any) -> Any:
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


def _make_operation(name: str) -> Callable[..., Any]:
    def operation(self: SteadyRedisCache, *args: Any, **kwargs: Any) -> Any:
        return self._run_operation(name, *args, **kwargs)

    operation.__name__ = name
    return operation


# get_many and its like too: BaseCache would split them into single requests.
for _name in OPERATIONS:
    setattr(SteadyRedisCache, _name, _make_operation(_name))
