"""Data directories that are made once for all processes of a run, and copied for each server."""

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.demo import create_demo, create_first_data
from tools.paths import database_path


def prepare_data_dir(tmp_path_factory: pytest.TempPathFactory, name: str) -> Path:
    """A new data directory with what every server makes at its first start."""
    prepared = _make_once(tmp_path_factory, "empty", create_first_data)
    data_dir = tmp_path_factory.mktemp(name)
    shutil.copytree(prepared / "static", data_dir / "static")
    shutil.copy(database_path(prepared), database_path(data_dir))
    return data_dir


def prepare_demo(tmp_path_factory: pytest.TempPathFactory, name: str) -> Path:
    """A new data directory with the demo and all that the screens need."""
    empty = _make_once(tmp_path_factory, "empty", create_first_data)

    def make(folder: Path) -> None:
        shutil.copytree(empty, folder, dirs_exist_ok=True)
        create_demo(folder)

    # With the secret key, which signs what is stored.
    prepared = _make_once(tmp_path_factory, "demo", make)
    return shutil.copytree(prepared, tmp_path_factory.mktemp(name), dirs_exist_ok=True)


def _make_once(
    tmp_path_factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]
) -> Path:
    """The folder of this name. The first process of a run makes it; the others wait for it."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        # Each process has a folder of its own in that of the run.
        shared = shared.parent
    prepared = shared / f"prepared-{name}"
    with (shared / f"prepared-{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not prepared.exists():
            unfinished = shared / f"unfinished-{name}"
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir(mode=0o700)
            make(unfinished)
            unfinished.rename(prepared)
    return prepared
