"""What the environment may say, and where it is wrong."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import read_environment


@pytest.fixture
def variables(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setenv("SECRET_KEY", "x" * 40)
    for name in ("REDIS_URL", "CACHE_URL", "TRUSTED_PROXIES"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


@pytest.mark.parametrize(
    ("redis", "cache"),
    [
        ("redis://host:6379/0", "redis://host:6379/1"),
        ("redis://host:6379/15", "redis://host:6379/14"),
        ("redis://host", "redis://host/1"),
        (
            "rediss://me:word@host/3?ssl_cert_reqs=none",
            "rediss://me:word@host/4?ssl_cert_reqs=none",
        ),
        ("unix:///run/redis.sock", "unix:///run/redis.sock?db=1"),
        ("unix:///run/redis.sock?db=4", "unix:///run/redis.sock?db=5"),
    ],
)
def test_the_cache_has_a_database_of_its_own(
    variables: pytest.MonkeyPatch, redis: str, cache: str
) -> None:
    variables.setenv("REDIS_URL", redis)
    assert read_environment().cache_url == cache


def test_the_cache_may_be_on_another_redis(variables: pytest.MonkeyPatch) -> None:
    variables.setenv("REDIS_URL", "redis://one/0")
    variables.setenv("CACHE_URL", "redis://two/0")
    assert read_environment().cache_url == "redis://two/0"


def test_without_redis_there_is_no_cache_on_it(variables: pytest.MonkeyPatch) -> None:
    assert read_environment().cache_url is None


@pytest.mark.parametrize("proxies", ["-1", "one", "12", ""])
def test_the_number_of_proxies_is_a_number(variables: pytest.MonkeyPatch, proxies: str) -> None:
    variables.setenv("TRUSTED_PROXIES", proxies)
    with pytest.raises(ImproperlyConfigured, match="TRUSTED_PROXIES"):
        read_environment()


def test_a_database_of_redis_is_a_number(variables: pytest.MonkeyPatch) -> None:
    variables.setenv("REDIS_URL", "redis://host/cards")
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL"):
        read_environment()
