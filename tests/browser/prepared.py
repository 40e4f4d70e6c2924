"""A data directory with what every server makes at its first start: the static files, compressed,
and the tables of the database. Both take fifteen seconds of processor time."""

import fcntl
import os
import shutil
from pathlib import Path

import pytest

from tools.data_dir import create_data_dir
from tools.management import run_manage
from tools.paths import database_path
from tools.static_files import collect_static


def prepare_data_dir(tmp_path_factory: pytest.TempPathFactory, name: str) -> Path:
    """A new data directory. The server that is started there finds them up to date."""
    prepared = _find_prepared(tmp_path_factory)
    data_dir = tmp_path_factory.mktemp(name)
    shutil.copytree(prepared / "static", data_dir / "static")
    shutil.copy(database_path(prepared), database_path(data_dir))
    return data_dir


def _find_prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where they are. The first process of a run makes them; the others wait for it."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        # Each process has a folder of its own in that of the run.
        shared = shared.parent
    prepared = shared / "prepared"
    with (shared / "prepared.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not prepared.exists():
            unfinished = shared / "unfinished"
            shutil.rmtree(unfinished, ignore_errors=True)
            _prepare(unfinished)
            unfinished.rename(prepared)
    return prepared


def _prepare(folder: Path) -> None:
    folder.mkdir()
    create_data_dir(folder)
    environment = {
        "PATH": os.environ["PATH"],
        "LABELLA_VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    run_manage(environment, "migrate", "--no-input", "--verbosity", "0")
    collect_static(folder, environment)
