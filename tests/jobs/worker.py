"""A real Celery worker whose draws stop where a test tells them to."""

import os
from pathlib import Path

from config.celery import app
from jobs.registry import kind_named, register
from tests.waiting import wait_until

app.loader.import_default_modules()
_draw = kind_named("draw")
_folder = Path(os.environ["LABELLA_STALLS"])


def _stall(where: str) -> None:
    """Says that this process is at ``where``, and goes on when it may."""
    (_folder / f"{where}-{os.getpid()}").touch()
    go = _folder / f"go-{where}-{os.getpid()}"
    anybody = _folder / f"go-{where}"
    wait_until(lambda: go.exists() or anybody.exists())


def _compute(arguments, report):
    _stall("computing")
    return _draw.compute(arguments, report)


def _store(arguments, value):
    message = _draw.store(arguments, value)
    _stall("storing")
    return message


register("draw", compute=_compute, store=_store)
