"""Liveness and readiness checks, for supervisors and load balancers. They are public, so they name
the failing part and nothing else; the reason is in the log."""

import shutil
import tempfile
from enum import StrEnum
from http import HTTPStatus
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
    """Liveness: the web process answers, whatever else is down."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Readiness: each part that the server needs, ``ok`` or ``failed``; 503 if one has failed."""
    results = readiness.check_parts()
    checks = {}
    for name, is_ok in results.items():
        checks[name] = "ok" if is_ok else "failed"
    is_ready = all(results.values())
    status = HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE
    return JsonResponse({"ready": is_ready, "checks": checks}, status=status)


class ServerPart(StrEnum):
    """What the server needs, under its name in the answer."""

    DATABASE = "database"
    BROKER = "broker"
    WORKER = "worker"
    DISK = "disk"

    def is_available(self) -> bool:
        """A broken part may raise anything instead of answering no."""
        match self:
            case ServerPart.DATABASE:
                with connection.cursor() as cursor:
                    cursor.execute("SELECT 1")
                    return bool(cursor.fetchone() == (1,))
            case ServerPart.BROKER if settings.REDIS_URL:
                timeouts = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
                with Redis.from_url(settings.REDIS_URL, **timeouts) as broker:
                    return bool(broker.ping())
            case ServerPart.BROKER:
                # The embedded broker creates its folders with its first message.
                folder = settings.VAR / "broker" / "queue"
                return _can_write(folder if folder.exists() else settings.VAR)
            case ServerPart.WORKER:
                return is_worker_alive(now=timezone.now())
            case ServerPart.DISK:
                has_room = shutil.disk_usage(settings.VAR).free >= LEAST_FREE_BYTES
                return has_room and _can_write(settings.VAR)


def _can_write(folder: Path) -> bool:
    with tempfile.TemporaryFile(dir=folder) as file:
        return file.write(b"?") == 1


class Readiness:
    """The results of the checks, kept for two seconds."""

    def __init__(self) -> None:
        self._results: dict[str, bool] = {}
        self._valid_until = 0.0  # monotonic: a clock that is set back must not prolong a result
        self._lock = Lock()

    def check_parts(self) -> dict[str, bool]:
        """Whether each part is available."""
        # Checked under the lock: requests that come meanwhile wait for the one result, instead of
        # each running the checks.
        with self._lock:
            if monotonic() >= self._valid_until:
                results = {}
                for part in ServerPart:
                    # Any exception is a failed check.
                    try:
                        results[part.value] = part.is_available()
                    except Exception:
                        log.warning("check failed", part=part.value, exc_info=True)
                        results[part.value] = False
                self._results = results
                self._valid_until = monotonic() + KEPT_SECONDS
            return self._results

    def forget(self) -> None:
        """Clear the results: the next request runs the checks."""
        self._valid_until = 0.0


readiness = Readiness()
