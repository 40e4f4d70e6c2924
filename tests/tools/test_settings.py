"""What the environment may say, and where it is wrong."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import BASE, read_environment


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


@pytest.mark.parametrize("seconds", ["-1", "soon", "1.5", "86401", ""])
def test_the_patience_with_a_database_is_a_number_of_seconds(
    variables: pytest.MonkeyPatch, seconds: str
) -> None:
    variables.setenv("DATABASE_LOCK_SECONDS", seconds)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_LOCK_SECONDS"):
        read_environment()


@pytest.mark.parametrize(
    ("seconds", "prepares", "options"),
    [
        ("0", "0", None),
        ("0", "1", "-c plan_cache_mode=force_generic_plan"),
        ("7", "0", "-c lock_timeout=7s"),
    ],
)
def test_a_pooler_need_not_get_startup_options(
    tmp_path: Path, seconds: str, prepares: str, options: str | None
) -> None:
    variables = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": "x" * 40,
        "LABELLA_VAR": str(tmp_path),
        "DATABASE_URL": "postgres://user:word@host/name",
        "DATABASE_LOCK_SECONDS": seconds,
        "DATABASE_STATEMENT_SECONDS": "0",
        "DATABASE_PREPARES": prepares,
    }
    printing = "from config.settings import DATABASES as d; print(d['default']['OPTIONS'])"
    words = [sys.executable, "-c", printing]
    ended = subprocess.run(words, cwd=BASE, env=variables, capture_output=True, check=True)
    assert ast.literal_eval(ended.stdout.decode()).get("options") == options


def test_a_database_of_redis_is_a_number(variables: pytest.MonkeyPatch) -> None:
    variables.setenv("REDIS_URL", "redis://host/cards")
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL"):
        read_environment()


def test_without_a_mail_server_mails_are_files(variables: pytest.MonkeyPatch) -> None:
    variables.delenv("EMAIL_URL", raising=False)
    email = read_environment().email
    assert email["MAIL_BACKEND"].endswith("filebased.EmailBackend")


def test_a_mail_server_is_one_address(variables: pytest.MonkeyPatch) -> None:
    variables.setenv("EMAIL_URL", "smtp+tls://iole:pa%40ss@mail.example:587")
    variables.setenv("MAIL_FROM", "Circolo <circolo@mail.example>")
    found = read_environment()
    assert found.mail_from == "Circolo <circolo@mail.example>"
    assert {name: value for name, value in found.email.items() if value} == {
        "MAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": "mail.example",
        "EMAIL_PORT": 587,
        "EMAIL_HOST_USER": "iole",
        "EMAIL_HOST_PASSWORD": "pa@ss",
        "EMAIL_USE_TLS": True,
    }


@pytest.mark.parametrize("url", ["mail.example:25", "https://mail.example", "consolemail://"])
def test_what_is_no_mail_server_is_said(variables: pytest.MonkeyPatch, url: str) -> None:
    variables.setenv("EMAIL_URL", url)
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        read_environment()
