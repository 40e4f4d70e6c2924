"""``make load``: a load test that anybody can run against a server."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from accounts.actors import TokenAccess
from accounts.services import make_token
from config.environment import BASE
from scoring.models import Line
from tests.factories import make_club, make_member
from tests.jobs.harness import workers
from tests.live.serving import served
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


def load(address: str, token: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bench.load", address, *words],
        cwd=BASE,
        env={**os.environ, "TOKEN": token},
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_load_is_measured_and_its_event_is_put_away(tmp_path: Path) -> None:
    club = make_club()
    _, secret = make_token(user=make_member(club), name="load", access=TokenAccess.ORGANIZE)
    options = "--tables 2 --spectators 3 --seconds 10 --pace 0.2".split()
    with workers(tmp_path) as started, served(tmp_path) as server:
        for where in ("computing", "storing"):
            started.let_all(where)
        started.start()
        done = load(f"http://localhost:{server.port}", secret, *options)
    assert done.returncode == 0, done.stderr
    for kind in ("hand saved", "page opened", "part read again", "stream opened"):
        assert f"{kind}, p95" in done.stdout
    assert Line.objects.count() > 2
    event = Event.objects.get()
    assert (event.visibility, event.state) == (Event.Visibility.CLUB, Event.State.ARCHIVED)


def test_a_load_ends_where_it_may_not_write(tmp_path: Path) -> None:
    club = make_club()
    _, secret = make_token(user=make_member(club), name="load", access=TokenAccess.READ)
    with served(tmp_path) as server:
        done = load(f"http://localhost:{server.port}", secret)
    assert done.returncode == 1
    assert "events/: 403" in done.stderr
