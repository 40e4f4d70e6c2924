"""Processes of a suite share no Redis database: one clears its cache before each test."""

import pytest

from config.cache import find_next_database
from tests.redis_databases import choose_redis_url


@pytest.mark.parametrize("number", [0, 1, 7, 8, 14, 15])
def test_no_two_processes_share_a_redis_database(number: int) -> None:
    suite_url = f"redis://127.0.0.1:6379/{number}"
    urls = [choose_redis_url(suite_url, f"gw{process}") for process in range(4)]
    caches = [find_next_database(url) for url in urls]
    assert len({*urls, *caches}) == 8
