"""The caches in memory: where there is no Redis, and while it does not answer."""

import pytest
from django.core.cache import CacheHandler
from django.core.cache.backends.base import BaseCache

from config.cache import ENTRIES, make_cache_settings

NO_REDIS = "redis://127.0.0.1:1/0"
"""Nothing listens on this port: connections are refused at once."""


def open_caches(redis_url: str | None) -> dict[str, BaseCache]:
    handler = CacheHandler(make_cache_settings(redis_url))
    return {name: handler[name] for name in handler}


@pytest.mark.parametrize("redis_url", [None, NO_REDIS])
def test_no_cache_displaces_what_is_in_another(redis_url: str | None) -> None:
    caches = open_caches(redis_url)
    for name, cache in caches.items():
        cache.clear()
        cache.set("same-key", name)
    for name in ("computed", "requests"):
        for number in range(ENTRIES[name] + 10):
            caches[name].set(f"made-up-{number}", number)
    assert caches["default"].get("same-key") == "default"
    assert caches["computed"].get("same-key") is None
    for cache in caches.values():
        cache.clear()
