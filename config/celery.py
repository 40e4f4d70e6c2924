"""The Celery app: where long work is taken from the broker that the settings name."""

import os
from pathlib import Path

from celery import Celery
from celery.exceptions import WorkerShutdown
from celery.signals import worker_process_init, worker_ready, worker_shutting_down
from celery.worker import state

from config.memory import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("la-bella")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@app.on_after_configure.connect
def _make_folders(sender: Celery, **_: object) -> None:
    options = sender.conf.broker_transport_options
    for key in ("data_folder_in", "data_folder_out", "processed_folder", "control_folder"):
        if key in options:
            Path(options[key]).mkdir(parents=True, exist_ok=True)


@worker_process_init.connect
@worker_ready.connect
def _settle_memory(**_: object) -> None:
    """Once all is loaded, in a process that runs jobs itself and in those that a pool forks."""
    settle()


@worker_shutting_down.connect
def _end_at_once_when_idle(**_: object) -> None:
    """A worker that polls looks up only every two seconds, and once more before it goes: four
    seconds of a Ctrl-C, in which there is nothing to finish."""
    if not state.reserved_requests:
        raise WorkerShutdown(0)
