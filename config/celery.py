"""The Celery app, for the workers that run background jobs."""

import os
from pathlib import Path
from typing import Any

from celery import Celery
from celery.exceptions import WorkerShutdown
from celery.signals import (
    celeryd_init,
    worker_process_init,
    worker_ready,
    worker_shutting_down,
)
from celery.worker import state

from config.memory import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("la-bella")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@app.on_after_configure.connect
def _make_folders(sender: Celery, **_: object) -> None:
    """The embedded broker (jobs.broker) needs its folders; Redis has no such options."""
    options = sender.conf.broker_transport_options
    for key in ("data_folder_in", "data_folder_out", "processed_folder", "control_folder"):
        if key in options:
            Path(options[key]).mkdir(parents=True, exist_ok=True)


WORKER_PATIENCE = 10
"""Seconds that Redis may take to answer a worker: more than the longest blocking read (BRPOP), so
that an empty queue is no fault."""


@celeryd_init.connect
def _let_worker_wait(conf: Any, **_: object) -> None:
    options = conf.broker_transport_options
    if "socket_timeout" in options:
        conf.broker_transport_options = {**options, "socket_timeout": WORKER_PATIENCE}


@worker_process_init.connect
@worker_ready.connect
def _settle_memory(**_: object) -> None:
    """Called when everything is loaded: in a worker that runs jobs itself, and in processes that
    a pool forks."""
    settle()


@worker_shutting_down.connect
def _end_at_once_when_idle(**_: object) -> None:
    """Without this an idle worker takes four seconds to end after Ctrl-C: a worker that polls wakes
    up every two seconds, and once more before it ends."""
    if not state.reserved_requests:
        raise WorkerShutdown(0)
