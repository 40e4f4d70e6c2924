"""What is served waits for PostgreSQL only so long; a command as long as it needs."""

import os
import subprocess
import sys

import pytest
from django.db import connection

from config.environment import BASE
from tests.jobs.harness import environment

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

SHOW = """
from django.db import connection
with connection.cursor() as cursor:
    for name in ("lock_timeout", "statement_timeout"):
        print(cursor.execute(f"SHOW {name}").fetchone()[0])
"""


def show(name: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {name}")
        return str(cursor.fetchone()[0])


def test_a_connection_has_limits() -> None:
    assert (show("lock_timeout"), show("statement_timeout")) == ("20s", "30s")
    assert connection.get_connection_params()["connect_timeout"] == 5


def test_a_command_has_none() -> None:
    variables = os.environ | environment() | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    words = [sys.executable, "manage.py", "shell", "-v", "0", "-c", SHOW]
    ended = subprocess.run(
        words, cwd=BASE, env=variables, capture_output=True, text=True, timeout=120, check=True
    )
    assert ended.stdout.split() == ["0", "0"]
