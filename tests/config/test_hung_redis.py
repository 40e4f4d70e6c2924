"""A Redis that accepts connections and never answers holds up no request."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from config.celery import WORKER_PATIENCE
from config.environment import BASE

LONGEST_HOLD_UP = 8.0
"""Seconds that a request may lose to a broker: a phone waits twelve for its answer."""
SEND = """
import time, django
django.setup()
from config.celery import app
begun = time.monotonic()
try:
    app.send_task("jobs.run", ("job", 1))
except Exception as error:
    print(type(error).__name__, time.monotonic() - begun)
"""
SHOW_WORKER_OPTIONS = """
import django
django.setup()
from celery.apps.worker import Worker
from config.celery import app
Worker(app=app)
print(app.conf.broker_transport_options["socket_timeout"])
"""


@pytest.fixture
def silent_redis() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0), backlog=50) as server:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


def run(script: str, redis_url: str) -> str:
    variables = {**os.environ, "REDIS_URL": redis_url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    variables.setdefault("SECRET_KEY", "k" * 50)
    words = [sys.executable, "-c", script]
    ended = subprocess.run(
        words, cwd=BASE, env=variables, capture_output=True, text=True, timeout=120, check=True
    )
    return ended.stdout


def test_sending_a_message_gives_up_soon(silent_redis: str) -> None:
    name, seconds = run(SEND, silent_redis).split()
    assert "Error" in name
    assert float(seconds) < LONGEST_HOLD_UP


def test_a_worker_waits_longer_than_its_blocking_read(silent_redis: str) -> None:
    assert int(run(SHOW_WORKER_OPTIONS, silent_redis)) == WORKER_PATIENCE
