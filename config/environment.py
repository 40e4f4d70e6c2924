"""Reads the settings that come from the environment, typed and checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

from config.cache import find_next_database
from config.mail_server import read_email_settings

SHORTEST_TOKEN = 20
BASE = Path(__file__).resolve().parent.parent


class NumberKind(NamedTuple):
    """The limits of a whole number. ``meaning`` follows "is a number" where another is refused."""

    meaning: str
    least: int
    most: int


SECONDS = NumberKind(" of seconds up to 86400", 0, 86400)
"""Up to a day."""
RATE = NumberKind(" of requests a minute", 1, 10**9 - 1)
STREAMS = NumberKind(", 0 for any", 0, 10**6 - 1)
"""How many streams of spectators an address may have open in a process; 0: any number."""


@dataclass(frozen=True, slots=True)
class Environment:
    """What the environment variables set (docs/reference/settings.md)."""

    var: Path
    debug: bool
    secret_key: str
    database_url: str
    database_connect_seconds: int
    database_lock_seconds: int
    database_statement_seconds: int
    """How long a connection, a lock and a statement of PostgreSQL may take; 0: without a limit."""
    database_prepares: bool
    """Whether PostgreSQL keeps the plans of frequent statements on each connection."""
    redis_url: str | None
    cache_url: str | None
    """By default another database of the same Redis, so that emptying the cache loses no job."""

    allowed_hosts: list[str]
    trusted_origins: list[str]
    secure: bool
    trusted_proxies: int
    email: Mapping[str, Any]
    """Django's settings of the mail server; without one, mails are written as files."""
    mail_from: str
    anchor_key_file: Path
    """The private key that signs anchors; made with the first anchor."""
    log_format: str
    log_level: str
    log_requests: bool
    api_reads_a_minute: int
    streams_per_address: int
    api_writes_a_minute: int
    """How many requests each token may make (docs/reference/api.md)."""
    metrics_token: str
    """Protects the metrics; without a token they are not served."""
    webhooks_allow_loopback: bool
    """Webhooks also go to programs on this machine, over plain HTTP."""
    cors_origins: list[str]
    """Sites whose scripts may also write to the API, with a token."""


def read_environment() -> Environment:
    """The environment as typed values. Raises ImproperlyConfigured with what to do about it."""
    env = environ.Env()
    var = Path(env.str("LABELLA_VAR", default=str(BASE / "var"))).resolve()
    try:
        debug = env.bool("DEBUG", default=False)
        secure = env.bool("SECURE", default=False)
        log_requests = env.bool("LOG_REQUESTS", default=False)
        allows_loopback = env.bool("WEBHOOKS_ALLOW_LOOPBACK", default=False)
        prepares = env.bool("DATABASE_PREPARES", default=True)
    except ValueError as error:
        raise ImproperlyConfigured(
            "DEBUG, SECURE, LOG_REQUESTS, WEBHOOKS_ALLOW_LOOPBACK and DATABASE_PREPARES are true or"
            f" false: {error}"
        ) from error
    proxies = env.str("TRUSTED_PROXIES", default="0")
    if not (proxies.isascii() and proxies.isdecimal() and len(proxies) == 1):
        raise ImproperlyConfigured(
            f"TRUSTED_PROXIES says how many proxies stand in front, 0 to 9, not {proxies!r}."
        )
    redis_url = env.str("REDIS_URL", default="") or None
    if redis_url and not redis_url.startswith(("redis://", "rediss://", "unix://")):
        raise ImproperlyConfigured(f"REDIS_URL must begin with redis://, not {redis_url!r}.")
    cache_url: str | None = env.str("CACHE_URL", default="") or None
    if cache_url is None and redis_url is not None:
        cache_url = find_next_database(redis_url)
    return Environment(
        var=var,
        debug=debug,
        secret_key=_read_secret_key(env, var),
        database_url=env.str("DATABASE_URL", default=f"sqlite:///{var / 'la-bella.sqlite3'}"),
        database_connect_seconds=_read_number(env, "DATABASE_CONNECT_SECONDS", 5, SECONDS),
        database_lock_seconds=_read_number(env, "DATABASE_LOCK_SECONDS", 20, SECONDS),
        database_statement_seconds=_read_number(env, "DATABASE_STATEMENT_SECONDS", 30, SECONDS),
        database_prepares=prepares,
        redis_url=redis_url,
        cache_url=cache_url,
        allowed_hosts=env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"]),
        trusted_origins=env.list("CSRF_TRUSTED_ORIGINS", default=[]),
        secure=secure,
        trusted_proxies=int(proxies),
        email=read_email_settings(env, var),
        mail_from=env.str("MAIL_FROM", default="La Bella <la-bella@localhost>"),
        anchor_key_file=Path(env.str("ANCHOR_KEY_FILE", default=str(var / "anchor-key"))),
        log_format=_read_choice(env, "LOG_FORMAT", ("text", "json")),
        log_level=_read_choice(env, "LOG_LEVEL", ("INFO", "DEBUG", "WARNING", "ERROR")),
        log_requests=log_requests,
        api_reads_a_minute=_read_number(env, "API_READS_A_MINUTE", 3000, RATE),
        streams_per_address=_read_number(env, "STREAMS_PER_ADDRESS", 200, STREAMS),
        api_writes_a_minute=_read_number(env, "API_WRITES_A_MINUTE", 1200, RATE),
        metrics_token=_read_metrics_token(env),
        webhooks_allow_loopback=allows_loopback,
        cors_origins=_read_origins(env),
    )


def _read_choice(env: environ.Env, name: str, choices: Sequence[str]) -> str:
    """One of the choices; by default the first."""
    value: str = env.str(name, default="") or choices[0]
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is {' or '.join(choices)}, not {value!r}.")
    return value


def _read_origins(env: environ.Env) -> list[str]:
    """Origins as browsers send them: scheme, host and port, and nothing after."""
    origins: list[str] = env.list("CORS_ORIGINS", default=[])
    for origin in origins:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or origin != f"{parts.scheme}://{parts.netloc}":
            raise ImproperlyConfigured(
                f"CORS_ORIGINS has origins such as https://scores.example.org, not {origin!r}."
            )
    return origins


def _read_metrics_token(env: environ.Env) -> str:
    token: str = env.str("METRICS_TOKEN", default="")
    if token and len(token) < SHORTEST_TOKEN:
        raise ImproperlyConfigured(
            f"METRICS_TOKEN is too short: {SHORTEST_TOKEN} characters at least."
        )
    return token


def _read_secret_key(env: environ.Env, var: Path) -> str:
    """The key itself, or the content of its file, so that it need not stand in the environment."""
    key: str = env.str("SECRET_KEY", default="")
    if not key:
        path = Path(env.str("SECRET_KEY_FILE", default=str(var / "secret-key")))
        if not path.is_file():
            raise ImproperlyConfigured(
                f"There is no secret key: set SECRET_KEY, or start with `make run`, "
                f"which makes one in {path}."
            )
        key = path.read_text(encoding="ascii").strip()
    if len(key) < 32:
        raise ImproperlyConfigured("The secret key is too short: 32 characters at least.")
    return key


def _read_number(env: environ.Env, name: str, default: int, kind: NumberKind) -> int:
    text = env.str(name, default=str(default))
    # The number of digits is limited before the text is converted: Python refuses very long ones.
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(kind.most))
    if not is_number or not kind.least <= int(text) <= kind.most:
        raise ImproperlyConfigured(f"{name} is a number{kind.meaning}, not {text!r}.")
    return int(text)
