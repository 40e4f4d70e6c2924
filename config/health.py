"""Liveness and readiness checks, for supervisors and load balancers. Public answers name the
failing part and nothing else."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from time import monotonic

import structlog
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis

from jobs.selectors import is_worker_alive

log = structlog.get_logger(__name__)

LEAST_FREE_BYTES = 64 * 1024 * 1024
KEPT_SECONDS = 2
"""Seconds for which an answer is cached, so that frequent public requests cause one check."""
PATIENCE = 1.0
"""Seconds that a broker may take to answer."""


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """An answer without a database: the web process is up."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Each part that the server needs, ``ok`` or ``failed``; 503 where one has failed."""
    found = readiness.checked()
    is_ready = all(found.values())
    checks = {name: "ok" if is_ok else "failed" for name, is_ok in found.items()}
    return JsonResponse({"ready": is_ready, "checks": checks}, status=200 if is_ready else 503)


class Readiness:
    """The cached results of the checks; the cache uses the monotonic clock."""

    def __init__(self) -> None:
        self._found: dict[str, bool] = {}
        self._good_until = 0.0
        self._checking = Lock()

    def checked(self) -> dict[str, bool]:
        """Whether each part is available."""
        with self._checking:
            if monotonic() >= self._good_until:
                self._found = {name: _is_ok(name, check) for name, check in CHECKS.items()}
                self._good_until = monotonic() + KEPT_SECONDS
            return self._found

    def forget(self) -> None:
        """Clears the cache: the next request checks the parts."""
        self._good_until = 0.0


readiness = Readiness()


def _is_ok(name: str, check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception:
        log.warning("check failed", part=name, exc_info=True)
        return False


def _database_answers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _broker_answers() -> bool:
    if settings.REDIS_URL:
        timeouts = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        with Redis.from_url(settings.REDIS_URL, **timeouts) as broker:
            return bool(broker.ping())
    # The embedded broker makes its folders with its first message.
    folder = settings.VAR / "broker" / "queue"
    return _can_write(folder if folder.exists() else settings.VAR)


def _worker_is_alive() -> bool:
    return is_worker_alive(now=timezone.now())


def _disk_has_room() -> bool:
    return shutil.disk_usage(settings.VAR).free >= LEAST_FREE_BYTES and _can_write(settings.VAR)


def _can_write(folder: Path) -> bool:
    with tempfile.TemporaryFile(dir=folder) as file:
        return file.write(b"?") == 1


CHECKS: dict[str, Callable[[], bool]] = {
    "database": _database_answers,
    "broker": _broker_answers,
    "worker": _worker_is_alive,
    "disk": _disk_has_room,
}
