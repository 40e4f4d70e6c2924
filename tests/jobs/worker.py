"""A real Celery worker whose draws and prints stop where a test tells them to, and whose clock is
quick."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings

from config.celery import app
from jobs.registry import Message, Report, find_kind, register
from tests.waiting import wait_until

app.loader.import_default_modules()
_folder = Path(os.environ["LABELLA_STALLS"])

# Beat and reaper as they are, only a day in a few seconds.
settings.JOB_SILENCE_SECONDS = 2
app.conf.beat_schedule = {
    name: {**entry, "schedule": 0.2} for name, entry in settings.CELERY_BEAT_SCHEDULE.items()
}


def _stall(where: str) -> None:
    """Says that this process is at ``where``, and goes on when it may."""
    (_folder / f"{where}-{os.getpid()}").touch()
    go = _folder / f"go-{where}-{os.getpid()}"
    anybody = _folder / f"go-{where}"
    wait_until(lambda: go.exists() or anybody.exists())


def _register_stalling(name: str) -> None:
    kind = find_kind(name)

    def compute(arguments: Mapping[str, Any], report: Report) -> Any:
        _stall("computing")
        return kind.compute(arguments, report)

    def store(arguments: Mapping[str, Any], value: Any) -> Message | None:
        message = kind.store(arguments, value)
        _stall("storing")
        return message

    register(name, compute=compute, store=store)


_register_stalling("draw")
_register_stalling("print")
