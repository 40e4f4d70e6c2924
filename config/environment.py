"""The settings that come from the environment: typed, and loud about what is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import environ
from django.core.exceptions import ImproperlyConfigured

LAST_DATABASE = 15
SHORTEST_TOKEN = 20
MAIL_SCHEMES = ("smtp://", "smtp+tls://", "smtp+ssl://")
BASE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Environment:
    """What a machine may say about this installation."""

    var: Path
    debug: bool
    secret_key: str
    database_url: str
    redis_url: str | None
    cache_url: str | None
    """Another database of the same Redis: to empty the cache loses no job."""

    allowed_hosts: list[str]
    trusted_origins: list[str]
    secure: bool
    trusted_proxies: int
    email: Mapping[str, Any]
    """Django's settings of the mail server; without one, mails are files in the folder."""
    mail_from: str
    anchor_key_file: Path
    """The private key that signs anchors; made there with the first one."""
    log_format: str
    log_level: str
    log_requests: bool
    metrics_token: str
    """Protects the metrics; without a token they are not served."""


def read_environment() -> Environment:
    """The environment as typed values. Raises ImproperlyConfigured with what to do about it."""
    env = environ.Env()
    var = Path(env.str("LABELLA_VAR", default=str(BASE / "var"))).resolve()
    try:
        debug = env.bool("DEBUG", default=False)
        secure = env.bool("SECURE", default=False)
        log_requests = env.bool("LOG_REQUESTS", default=False)
    except ValueError as error:
        raise ImproperlyConfigured(
            f"DEBUG, SECURE and LOG_REQUESTS are true or false: {error}"
        ) from error
    proxies = env.str("TRUSTED_PROXIES", default="0")
    if not (proxies.isascii() and proxies.isdecimal() and len(proxies) == 1):
        raise ImproperlyConfigured(
            f"TRUSTED_PROXIES says how many proxies stand in front, 0 to 9, not {proxies!r}."
        )
    redis_url = _redis_url(env)
    return Environment(
        var=var,
        debug=debug,
        secret_key=_secret_key(env, var),
        database_url=env.str("DATABASE_URL", default=f"sqlite:///{var / 'la-bella.sqlite3'}"),
        redis_url=redis_url,
        cache_url=env.str("CACHE_URL", default="") or _next_database(redis_url),
        allowed_hosts=env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"]),
        trusted_origins=env.list("CSRF_TRUSTED_ORIGINS", default=[]),
        secure=secure,
        trusted_proxies=int(proxies),
        email=_email(env, var),
        mail_from=env.str("MAIL_FROM", default="La Bella <la-bella@localhost>"),
        anchor_key_file=Path(env.str("ANCHOR_KEY_FILE", default=str(var / "anchor-key"))),
        log_format=_one_of(env, "LOG_FORMAT", ("text", "json")),
        log_level=_one_of(env, "LOG_LEVEL", ("INFO", "DEBUG", "WARNING", "ERROR")),
        log_requests=log_requests,
        metrics_token=_metrics_token(env),
    )


def _one_of(env: environ.Env, name: str, choices: Sequence[str]) -> str:
    """One of the choices; by default the first."""
    given: str = env.str(name, default="") or choices[0]
    if given not in choices:
        raise ImproperlyConfigured(f"{name} is {' or '.join(choices)}, not {given!r}.")
    return given


def _metrics_token(env: environ.Env) -> str:
    token: str = env.str("METRICS_TOKEN", default="")
    if token and len(token) < SHORTEST_TOKEN:
        raise ImproperlyConfigured(
            f"METRICS_TOKEN is too short: {SHORTEST_TOKEN} characters at least."
        )
    return token


def _secret_key(env: environ.Env, var: Path) -> str:
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


def _redis_url(env: environ.Env) -> str | None:
    url = env.str("REDIS_URL", default="")
    if url and not url.startswith(("redis://", "rediss://", "unix://")):
        raise ImproperlyConfigured(f"REDIS_URL must begin with redis://, not {url!r}.")
    return url or None


def _next_database(url: str | None) -> str | None:
    """``redis://host/0`` becomes ``redis://host/1``, ``unix://path`` becomes ``unix://path?db=1``;
    the last of sixteen, as Redis has them, becomes the one before it."""
    if url is None:
        return None
    is_socket = url.startswith("unix://")
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    number = query.pop("db", "" if is_socket else parts.path.strip("/")) or "0"
    if not number.isdecimal():
        raise ImproperlyConfigured(f"REDIS_URL names no database: {number!r} is not a number.")
    following = str(int(number) + 1 if int(number) < LAST_DATABASE else int(number) - 1)
    if is_socket:
        return f"unix://{parts.path}?{urlencode({**query, 'db': following})}"
    return urlunsplit(parts._replace(path=f"/{following}", query=urlencode(query)))


def _email(env: environ.Env, var: Path) -> dict[str, Any]:
    url: str = env.str("EMAIL_URL", default="")
    if not url:
        folder = str(var / "mail")
        return {
            "MAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend",
            "EMAIL_FILE_PATH": folder,
        }
    if not url.startswith(MAIL_SCHEMES):
        raise ImproperlyConfigured(
            "EMAIL_URL names the mail server: smtp+tls://user:password@host:587 (STARTTLS), "
            "smtp+ssl://user:password@host:465, or smtp://host:25 without encryption."
        )
    found: dict[str, Any] = environ.Env.email_url_config(url)
    found["MAIL_BACKEND"] = found.pop("EMAIL_BACKEND")
    return {name: found[name] for name in found if name.startswith(("EMAIL_", "MAIL_"))}
