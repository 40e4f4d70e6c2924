"""The scripts that copy the PostgreSQL database and put a copy back."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import LiteralString
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings

from config.environment import BASE
from tests.waiting import wait_until
from tools.migrations import format_newer_version

pytestmark = pytest.mark.services

MAKE_EVENT = """
from tests.factories import make_club, make_event
from tournaments.models import Club
from tests.tournaments.steps import QUICK, pairing, win
club = Club.objects.first() or make_club()
event = make_event(club=club, pairs=4, match_format=QUICK)
win(pairing(event, "main-1-1"))
"""


PRINT_IDENTITY = """
from live.computed import get_database_identity
print(get_database_identity())
"""
KEEP_WRITING = """
import os
from random import Random
from accounts.actors import SYSTEM
from tests.factories import make_event
from tests.tournaments.steps import QUICK
from tournaments.models import Club
from tournaments.playing import play_out
from tournaments.services.results.simulation import ServiceWriter
while not os.path.exists({stop!r}):
    event = make_event(club=Club.objects.get(), pairs=8, match_format=QUICK)
    play_out(ServiceWriter(event.pk, SYSTEM), Random(7))
"""
"""Draws and plays events until there is the file ``stop``."""


class Installation:
    """A database of its own, and the scripts on it."""

    def __init__(self, server: str, folder: Path) -> None:
        self.server = server
        self.name = f"copies_{uuid4().hex[:12]}"
        self.folder = folder
        self.url = f"{server}/{self.name}"
        self.environment: Mapping[str, str] = {
            **os.environ,
            "DATABASE_URL": self.url,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SECRET_KEY": settings.SECRET_KEY,
            "LABELLA_VAR": str(folder),
        }

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=BASE, env=self.environment, check=False, capture_output=True, text=True
        )

    def manage(self, *words: str) -> str:
        done = self.run(sys.executable, "manage.py", *words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """A command of manage.py, in the background."""
        return subprocess.Popen(
            [sys.executable, "manage.py", *words], cwd=BASE, env=self.environment
        )

    def script(self, name: str, argument: Path) -> subprocess.CompletedProcess[str]:
        return self.run(str(BASE / "deploy" / name), str(argument))

    def back_up(self) -> Path:
        done = self.script("backup.sh", self.folder / "backups")
        assert done.returncode == 0, done.stderr
        return Path(done.stdout.strip())

    def events(self, name: str = "") -> int:
        return self._count("SELECT count(*) FROM tournaments_event", name)

    def lines(self) -> int:
        return self._count("SELECT count(*) FROM scoring_line")

    def _count(self, statement: LiteralString, name: str = "") -> int:
        with psycopg.connect(f"{self.server}/{name or self.name}") as line:
            row = line.execute(statement).fetchone()
        assert row is not None
        return int(row[0])

    def databases(self) -> list[str]:
        with psycopg.connect(f"{self.server}/postgres") as line:
            rows = line.execute(
                "SELECT datname FROM pg_database WHERE datname LIKE %s", [f"{self.name}%"]
            )
            return [name for (name,) in rows]


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    server = os.environ["DATABASE_URL"].rpartition("/")[0]
    found = Installation(server, tmp_path)
    with psycopg.connect(f"{server}/postgres", autocommit=True) as line:
        line.execute(f'CREATE DATABASE "{found.name}"')
        try:
            found.manage("migrate", "--no-input", "--verbosity", "0")
            yield found
        finally:
            for name in found.databases():
                line.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def test_copies_go_on_every_night_also_after_one_that_failed(
    installation: Installation,
) -> None:
    folder = installation.folder / "backups"
    folder.write_text("no folder")
    every = {**installation.environment, "EVERY": "1", "RETRY": "1"}
    command = [str(BASE / "deploy" / "backup-nightly.sh"), str(folder)]
    with subprocess.Popen(command, env=every, stderr=subprocess.PIPE, text=True) as nightly:
        try:
            assert nightly.stderr is not None
            assert str(folder) in nightly.stderr.readline()
            folder.unlink()
            wait_until(lambda: len(list(folder.glob("la-bella-*.dump"))) >= 2)
        finally:
            nightly.terminate()


def test_a_copy_that_is_ended_half_way_leaves_no_file(installation: Installation) -> None:
    folder = installation.folder / "backups"
    with psycopg.connect(installation.url) as line:
        # pg_dump waits for this lock.
        line.execute("LOCK TABLE tournaments_event IN ACCESS EXCLUSIVE MODE")
        with subprocess.Popen(
            [str(BASE / "deploy" / "backup.sh"), str(folder)],
            env=installation.environment,
            start_new_session=True,
        ) as copying:
            wait_until(lambda: list(folder.glob("*.partial.*")))
            os.killpg(copying.pid, signal.SIGTERM)
            assert copying.wait(30) != 0
    assert list(folder.iterdir()) == []


def test_what_a_killed_copy_has_left_is_removed_after_a_day(installation: Installation) -> None:
    folder = installation.folder / "backups"
    folder.mkdir()
    old, recent = (folder / f"la-bella-2026.dump.partial.{number}" for number in (1, 2))
    old.touch()
    recent.touch()
    two_days_ago = time.time() - 2 * 86400
    os.utime(old, (two_days_ago, two_days_ago))
    copy = installation.back_up()
    assert set(folder.iterdir()) == {copy, recent}


def test_a_copy_brings_everything_back_and_what_was_there_is_kept(
    installation: Installation,
) -> None:
    installation.manage("shell", "-v", "0", "-c", MAKE_EVENT)
    copy = installation.back_up()
    assert copy.stat().st_mode & 0o077 == 0
    installation.manage("shell", "-v", "0", "-c", MAKE_EVENT)
    assert installation.events() == 2
    done = installation.script("restore.sh", copy)
    assert done.returncode == 0, done.stderr
    assert installation.events() == 1
    installation.manage("verify")
    (before,) = (name for name in installation.databases() if name != installation.name)
    assert before in done.stdout
    assert installation.events(before) == 2


@pytest.mark.parametrize("own_script", [True, False])
def test_a_restored_database_has_another_identity(
    installation: Installation, *, own_script: bool
) -> None:
    before = installation.manage("shell", "-v", "0", "-c", PRINT_IDENTITY)
    assert installation.manage("shell", "-v", "0", "-c", PRINT_IDENTITY) == before
    if own_script:
        copy = installation.back_up()
        # With compose it is put back by pg_restore alone.
        assert (
            "DATA public live_database"
            not in installation.run("pg_restore", "-l", str(copy)).stdout
        )
    else:
        copy = installation.folder / "by-hand.dump"
        done = installation.run(
            "pg_dump", "--format=custom", f"--file={copy}", f"--dbname={installation.url}"
        )
        assert done.returncode == 0, done.stderr
    done = installation.script("restore.sh", copy)
    assert done.returncode == 0, done.stderr
    assert installation.manage("shell", "-v", "0", "-c", PRINT_IDENTITY) != before


def test_a_copy_made_while_others_write_is_of_one_moment(installation: Installation) -> None:
    installation.manage("shell", "-v", "0", "-c", MAKE_EVENT)
    stop = installation.folder / "stop"
    code = KEEP_WRITING.format(stop=str(stop))
    writers = [installation.start("shell", "-v", "0", "-c", code) for _ in range(2)]
    try:
        wait_until(lambda: installation.lines() > 20, seconds=120)
        before = after = 0
        # On a busy machine the writers may pause while a copy is made.
        for _ in range(20):
            before = installation.lines()
            copy = installation.back_up()
            after = installation.lines()
            if before < after:
                break
    finally:
        stop.touch()
        ended = [writer.wait(timeout=120) for writer in writers]
    assert ended == [0, 0]
    assert before < after
    done = installation.script("restore.sh", copy)
    assert done.returncode == 0, done.stderr
    assert before <= installation.lines() <= after
    # Every match, slot, chain and standing follows from the lines that are in the copy.
    installation.manage("verify")


def test_a_database_in_use_is_not_touched(installation: Installation) -> None:
    copy = installation.back_up()
    installation.manage("shell", "-v", "0", "-c", MAKE_EVENT)
    with psycopg.connect(installation.url):
        done = installation.script("restore.sh", copy)
    assert done.returncode == 1
    assert "in use" in done.stderr
    assert installation.databases() == [installation.name]
    assert installation.events() == 1


def test_a_damaged_copy_is_refused(installation: Installation) -> None:
    copy = installation.back_up()
    damaged = copy.read_bytes()
    copy.write_bytes(damaged[: len(damaged) * 3 // 4])
    done = installation.script("restore.sh", copy)
    assert done.returncode
    assert installation.databases() == [installation.name]
    assert installation.events() == 0


def test_a_copy_of_a_newer_version_is_refused_in_the_words_of_the_embedded_one(
    installation: Installation,
) -> None:
    with psycopg.connect(installation.url) as line:
        line.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES "
            "('tournaments', '9999_future', now()), ('otp', '9999_elsewhere', now())"
        )
    copy = installation.back_up()
    installation.manage("shell", "-v", "0", "-c", MAKE_EVENT)
    done = installation.script("restore.sh", copy)
    assert done.returncode == 1
    assert done.stderr.strip() == format_newer_version(str(copy), ["tournaments.9999_future"])
    assert installation.databases() == [installation.name]
    assert installation.events() == 1


def test_what_cannot_be_copied_leaves_nothing(tmp_path: Path) -> None:
    found = Installation(os.environ["DATABASE_URL"].rpartition("/")[0], tmp_path)
    done = found.script("backup.sh", tmp_path / "backups")
    assert done.returncode
    assert list((tmp_path / "backups").iterdir()) == []
