"""Redis goes away and comes back: everything but long work goes on, and that starts by itself."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.test import Client

from accounts.actors import TokenAccess
from accounts.models import User
from accounts.services import make_token
from config.environment import BASE
from jobs.models import Job
from tests.factories import NOW, draw_now, make_event, owner_of
from tests.jobs.harness import environment
from tests.live.serving import Server, served
from tests.tournaments.steps import QUICK, pairing
from tests.waiting import wait_until
from tournaments.models import Event
from tournaments.services.events.events import start_play
from tournaments.services.hall.table_codes import make_codes

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

REAP_LATER = """
import datetime, django
django.setup()
from django.utils import timezone
from jobs.services import reap
print(reap(now=timezone.now() + datetime.timedelta(hours=1)))
"""


class PrivateRedis:
    """A Redis of this test, that can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1"]
        self._process = subprocess.Popen(
            [*command, "--save", "", "--dir", str(self.folder)], stdout=subprocess.DEVNULL
        )
        wait_until(self.answers)

    def answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(7).startswith(b"+PONG")
        except OSError:
            return False

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[PrivateRedis]:
    found = PrivateRedis(tmp_path)
    try:
        yield found
    finally:
        found.stop()


@pytest.fixture
def running() -> Event:
    event = draw_now(make_event(pairs=8, tables=4, match_format=QUICK, drawn=False))
    return start_play(event=event, actor=owner_of(event.club), now=NOW)


def owner(event: Event) -> User:
    return User.objects.get(roles__club=event.club, roles__kind="OWNER")


def token_of(event: Event) -> str:
    _token, secret = make_token(user=owner(event), name="tests", access=TokenAccess.ORGANIZE)
    return f"Token {secret}"


def ask_everything(server: Server, event: Event, number: int) -> None:
    """Pages, reads, codes, and a hand of the match of this number, as on any evening."""
    actor = owner_of(event.club)
    token = token_of(event)
    browser = Client()
    browser.force_login(owner(event))
    cookie = f"sessionid={browser.cookies['sessionid'].value}"
    board, desk = f"/events/{event.pk}", f"/desk/events/{event.pk}"
    for page in ("/", f"{board}/", f"{board}/bracket/", f"{board}/places/", f"{board}/screen/"):
        assert server.ask("GET", page)[0] == 200, page
    for page in ("/desk/", f"{desk}/", f"{desk}/bracket/", f"{desk}/tables/", "/accounts/login/"):
        status, _ = server.ask("GET", page, Cookie=cookie)
        assert status in (200, 302), page
    stage = event.stages.get().pk
    reads = ("events/", f"events/{event.pk}/standings/", f"events/{event.pk}/bracket/")
    for path in (*reads, f"stages/{stage}/ranking/"):
        assert server.ask("GET", f"/api/v1/{path}")[0] == 200, path
    made = make_codes(event=event, actor=actor, now=NOW)
    assert server.ask("POST", "/api/v1/devices/", {"code": "ACDEFG"})[0] in (404, 410, 422)
    assert server.ask("POST", "/api/v1/devices/", {"code": made[0].code})[0] == 201
    match = pairing(event, f"main-1-{number}").match
    assert match is not None
    line = {"kind": "hand", "data": {"points": [6, None]}, "version": match.version}
    key = {"Idempotency-Key": f"key-{number}", "Authorization": token}
    status, document = server.ask("POST", f"/api/v1/matches/{match.pk}/lines/", line, **key)
    assert status == 201, document


@contextmanager
def working(redis: PrivateRedis, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A worker on this Redis."""
    with (folder / "worker.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "config.celery", "worker", "--pool", "solo"],
            cwd=BASE,
            env=environment() | {"REDIS_URL": redis.url},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def test_all_but_long_work_goes_on_without_redis(
    tmp_path: Path, redis: PrivateRedis, running: Event
) -> None:
    redis.start()
    with served(tmp_path, REDIS_URL=redis.url) as server:
        ask_everything(server, running, 1)
        redis.stop()
        ask_everything(server, running, 2)
        redis.start()
        ask_everything(server, running, 3)
        assert "Traceback" not in server.said()


def test_a_draw_is_taken_without_redis_and_starts_when_it_is_back(
    tmp_path: Path, redis: PrivateRedis
) -> None:
    event = make_event(pairs=8, drawn=False)
    with served(tmp_path, REDIS_URL=redis.url) as server:
        token = {"Authorization": token_of(event), "Accept-Language": "en"}
        status, document = server.ask(
            "POST", f"/api/v1/events/{event.pk}/draw/", {"word": "Romagna"}, **token
        )
        assert status == 202, document
        job = Job.objects.get()
        assert (job.state, job.message) == (Job.State.QUEUED, "job_starts_later")
        _status, told = server.ask("GET", f"/api/v1/jobs/{job.pk}/", **token)
        assert "starts automatically" in told["message"]["sentence"]
        redis.start()
        with working(redis, tmp_path) as worker:
            reaping = subprocess.run(
                [sys.executable, "-c", REAP_LATER],
                cwd=BASE,
                env=environment()
                | {"REDIS_URL": redis.url, "DJANGO_SETTINGS_MODULE": "config.settings"},
                capture_output=True,
                text=True,
                check=True,
            )
            assert reaping.stdout.strip() == "1"
            wait_until(lambda: has_ended(job) or worker.poll() is not None)
    assert job.state == Job.State.DONE
    assert "Traceback" not in server.said()


def has_ended(job: Job) -> bool:
    job.refresh_from_db()
    return not job.live
