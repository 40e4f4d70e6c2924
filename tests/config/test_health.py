"""The health checks for supervisors and load balancers."""

import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from config import health
from jobs.models import WorkerHeartbeat
from jobs.services import note_worker

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    health.readiness.forget()


def ask_readiness() -> tuple[int, dict[str, str]]:
    answer = Client().get("/readyz/")
    document = answer.json()
    assert document["ready"] == (answer.status_code == 200)
    return answer.status_code, document["checks"]


def test_a_server_with_all_its_parts_is_ready() -> None:
    note_worker(now=timezone.now())
    status, checks = ask_readiness()
    assert (status, set(checks.values())) == (200, {"ok"})
    assert set(checks) == {"database", "broker", "worker", "disk"}


@pytest.mark.parametrize("seconds_ago", [None, 61, 3600])
def test_a_server_without_a_worker_is_not_ready_but_lives(seconds_ago: int | None) -> None:
    if seconds_ago is not None:
        note_worker(now=timezone.now() - timedelta(seconds=seconds_ago))
    status, checks = ask_readiness()
    assert (status, checks["worker"], checks["database"]) == (503, "failed", "ok")
    assert Client().get("/healthz/").status_code == 200


def test_a_worker_is_noted_a_few_times_a_minute_also_after_the_clock_went_back() -> None:
    now = timezone.now()
    for seconds in (0, 5, 10):
        note_worker(now=now + timedelta(seconds=seconds))
    assert WorkerHeartbeat.objects.get().seen_at == now
    note_worker(now=now + timedelta(seconds=20))
    assert WorkerHeartbeat.objects.get().seen_at == now + timedelta(seconds=20)
    note_worker(now=now - timedelta(days=1))
    assert WorkerHeartbeat.objects.get().seen_at == now - timedelta(days=1)


def test_a_database_that_does_not_answer_is_named() -> None:
    with connection.execute_wrapper(refuse):
        status, checks = ask_readiness()
    assert (status, checks["database"], checks["disk"]) == (503, "failed", "ok")


def refuse(*_words: object) -> None:
    from django.db import OperationalError

    raise OperationalError("unable to open database file")


def test_a_disk_without_room_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    free = shutil.disk_usage(tmp_path).free
    monkeypatch.setattr(health, "LEAST_FREE_BYTES", free * 2)
    status, checks = ask_readiness()
    assert (status, checks["disk"]) == (503, "failed")


def test_a_data_folder_that_cannot_be_written_is_named(settings: Any, tmp_path: Path) -> None:
    settings.VAR = tmp_path / "gone"
    status, checks = ask_readiness()
    assert (status, checks["disk"], checks["broker"]) == (503, "failed", "failed")


def test_strangers_who_ask_again_and_again_cost_one_look() -> None:
    ask_readiness()
    with connection.execute_wrapper(refuse):
        assert ask_readiness()[1]["database"] == "ok"


def test_a_broker_that_is_away_is_named(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    status, checks = ask_readiness()
    assert (status, checks["broker"]) == (503, "failed")


def test_nothing_of_the_server_is_told_to_the_public() -> None:
    with connection.execute_wrapper(refuse):
        answer = Client().get("/readyz/")
    assert b"file" not in answer.content
    assert answer["Cache-Control"].startswith("max-age=0")
