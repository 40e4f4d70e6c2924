"""What a worker keeps of its start is not walked through by the garbage collector again."""

import subprocess
import sys

import pytest

from config.environment import BASE
from config.memory import LARGE_ANSWER
from tests.jobs.harness import environment

SEND = """
import gc
from celery import signals
import config.celery
signals.{name}.send(sender=None)
print(gc.get_threshold()[0], gc.get_freeze_count() > 1000)
"""


@pytest.mark.parametrize("name", ["worker_ready", "worker_process_init"])
def test_a_worker_settles_its_memory(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SEND.format(name=name)],
        cwd=BASE,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [str(LARGE_ANSWER), "True"]
