"""The process group that `make run` starts: it starts, keeps running, and stops when asked to."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.error
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO

import pytest

from tests.browser.prepared import prepare_data_dir
from tests.browser.server import OWNER, DemoServer, environment, running
from tests.processes import alive
from tests.waiting import wait_until
from tools.paths import ROOT


@pytest.fixture(scope="module")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a club: its first start, without the demo, asked nobody anything."""
    folder = tmp_path_factory.mktemp("club")
    with running(folder, **OWNER) as server:
        assert server.stop() == 0
    return folder


@pytest.fixture
def club(founded: Path) -> Iterator[DemoServer]:
    """The server of that club, started again."""
    with running(founded) as server:
        yield server


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = ["make", "--no-print-directory", *words]
    return subprocess.run(
        command, cwd=ROOT, env=environment(folder), check=False, capture_output=True, text=True
    )


def door_of(server: DemoServer) -> tuple[str, int]:
    return "127.0.0.1", int(server.base_url.rpartition(":")[2])


@contextmanager
def open_stream(server: DemoServer) -> Iterator[socket.socket]:
    """A reader of the stream, that stays."""
    ticket = server.manage(
        "shell", "-v", "0", "-c", "from live.tickets import ticket\nprint(ticket(['event:none']))"
    ).strip()
    with closing(socket.create_connection(door_of(server), timeout=10)) as reader:
        request = f"GET /live/?ticket={ticket} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        reader.sendall(request.encode())
        assert b"200 OK" in reader.recv(4096)
        yield reader


def test_first_start_makes_the_demo_with_a_login_for_every_role(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with running(prepare_data_dir(tmp_path_factory, "first-start")) as server:
        assert server.logins.keys() == {"OWNER", "ORGANIZER", "REFEREE"}
        assert len({login["password"] for login in server.logins.values()}) == 3
        assert server.get(server.event["url_path"])[0] == 200
        assert server.get("/api/v1/docs/")[0] == 200
        assert (server.folder / "secret-key").stat().st_mode & 0o777 == 0o600
        assert server.folder.stat().st_mode & 0o777 == 0o700


def test_ctrl_c_ends_all_of_it_with_streams_open_and_a_worker_that_hangs(club: DemoServer) -> None:
    parts = club.processes()
    assert parts.keys() == {"web", "worker", "beat"}
    os.kill(parts["worker"], signal.SIGSTOP)
    with open_stream(club), open_stream(club):
        began = time.monotonic()
        assert club.stop(signal.SIGINT) == 0
        assert time.monotonic() - began < 5
    assert not any(map(alive, parts.values()))


def test_a_killed_server_leaves_no_process(club: DemoServer) -> None:
    parts = club.processes()
    club.process.kill()
    wait_until(lambda: not any(map(alive, parts.values())))


def test_who_comes_while_the_web_is_started_again_waits_and_is_answered(server: DemoServer) -> None:
    killed = server.processes()["web"]
    os.kill(killed, signal.SIGKILL)
    assert server.get("/healthz/") == (200, "ok")
    assert server.processes()["web"] != killed


def test_a_second_make_run_says_where_the_first_is(server: DemoServer) -> None:
    second = make(server.folder, "run")
    assert second.returncode != 0
    assert f"running already: {server.base_url} (process {server.process.pid})" in second.stderr


def test_only_this_machine_gets_in_unless_the_hall_is_let_in(server: DemoServer) -> None:
    _, port = door_of(server)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", port), timeout=5)
    with pytest.raises(urllib.error.HTTPError, match="400"):
        server.get("/", Host="192.0.2.99")


def test_a_later_start_keeps_the_club_and_a_copy_is_made_while_all_runs(club: DemoServer) -> None:
    assert (club.logins, club.event) == ({}, {})
    copied = make(club.folder, "backup")
    assert copied.returncode == 0
    with closing(sqlite3.connect(Path(copied.stdout.strip()) / "la-bella.sqlite3")) as copy:
        (name,) = copy.execute("SELECT name FROM tournaments_club").fetchone()
    assert name == "Circolo del Savio"
    assert "running already" in make(club.folder, "restore", f"FROM={copied.stdout}").stderr


def test_a_real_club_is_not_reset(founded: Path) -> None:
    assert "holds a real club" in make(founded, "demo-reset").stderr


def test_the_hall_is_let_in_with_its_address_as_a_qr(founded: Path) -> None:
    with subprocess.Popen(
        ["make", "run", "HALL=1"],
        cwd=ROOT,
        env=environment(founded),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None
            said = "".join(_until_the_hall_is_named(process.stdout))
            (port,) = re.findall(r"Desk .*127\.0\.0\.1:(\d+)", said)
            socket.create_connection(("127.0.0.2", int(port)), timeout=5).close()
            if "no network" not in said:
                assert "█" in process.stdout.readline() + process.stdout.readline()
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.wait(10)


def _until_the_hall_is_named(lines: IO[str]) -> Iterator[str]:
    for line in lines:
        yield line
        if "in the hall" in line or "no network" in line:
            return
