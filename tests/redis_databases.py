"""Redis databases of the processes of a suite, which share none."""

from urllib.parse import urlsplit, urlunsplit


def choose_redis_url(suite_url: str, worker: str) -> str:
    """The address for a process of pytest (``gw0`` and so on), within that of its suite: a database
    with an even number. The next one is that of its cache (config.environment)."""
    parts = urlsplit(suite_url)
    first = int(parts.path.strip("/") or 0)
    first -= first % 2
    # Away from the end of the sixteen.
    step = -2 if first >= 8 else 2
    number = first + step * int(worker.removeprefix("gw"))
    return urlunsplit(parts._replace(path=f"/{number}"))
