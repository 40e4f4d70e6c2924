"""The supervisor with fake processes: none survives it, not even one that ignores SIGTERM."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.processes import alive, children_of
from tests.waiting import wait_until
from tools.logs import LARGEST_LOG
from tools.processes import MOST_CRASHES
from tools.supervisor import GRACE

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass
class FakeServer:
    """A running server: one process ignores SIGTERM and has a child, the other can be killed."""

    process: subprocess.Popen[str]
    stubborn: int
    mortal: int
    grandchild: int

    def read_message(self, ending: str) -> str:
        """The next line said that ends so."""
        assert self.process.stderr is not None
        for line in iter(self.process.stderr.readline, ""):
            if line.rstrip().endswith(ending):
                return str(line)
        raise AssertionError(f"it never said {ending}")

    def all_gone(self) -> bool:
        return not any(map(alive, (self.stubborn, self.mortal, self.grandchild)))

    def mortal_now(self) -> int:
        (pid,) = children_of(self.process.pid).keys() - {self.stubborn}
        return pid


Start = Callable[..., FakeServer]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    with ExitStack() as stack:

        def started(
            *, required: str = "stubborn", grace: float = 0.2, mortal: str = ""
        ) -> FakeServer:
            words = [sys.executable, "-m", "tests.tools.fake_server", tmp_path, required, grace]
            words += [mortal] * bool(mortal)
            process = stack.enter_context(
                subprocess.Popen(list(map(str, words)), cwd=ROOT, stderr=subprocess.PIPE, text=True)
            )
            stack.callback(process.kill)
            wait_until((tmp_path / "pids").exists)
            server = FakeServer(process, *json.loads((tmp_path / "pids").read_text()))
            stack.callback(kill, server.grandchild)
            return server

        yield started


def kill(pid: int) -> None:
    if alive(pid):
        os.kill(pid, signal.SIGKILL)


def test_a_crashed_process_is_restarted_and_reported(start: Start) -> None:
    server = start()
    kill(server.mortal)
    server.read_message("mortal crashed (signal 9); end of its log:")
    server.read_message("mortal restarted")
    assert alive(server.mortal_now())
    assert alive(server.stubborn)


def test_a_slow_start_is_reported(start: Start) -> None:
    server = start(mortal="slow")
    server.read_message("Starting is slow on this machine; still waiting.")
    assert alive(server.stubborn)
    assert alive(server.mortal)


def test_the_server_starts_without_an_optional_process_and_retries_it(start: Start) -> None:
    server = start(mortal="broken")
    server.read_message("mortal crashed (status 3); end of its log:")
    server.read_message("mortal restarted")
    assert alive(server.stubborn)


def test_a_process_that_cannot_be_started_stops_no_other_one(start: Start, tmp_path: Path) -> None:
    server = start(mortal="missing")
    server.read_message(f"No such file or directory: '{tmp_path / 'missing'}'")
    assert alive(server.stubborn)
    program = tmp_path / "new"
    program.write_text("#!/bin/sh\nexec sleep 600\n")
    program.chmod(0o700)
    program.rename(tmp_path / "missing")
    server.read_message("mortal restarted")
    assert alive(server.mortal_now())


def test_a_log_that_cannot_be_rotated_stops_nothing(start: Start, tmp_path: Path) -> None:
    server = start()
    (tmp_path / "mortal.log.1").mkdir()
    log = tmp_path / "mortal.log"
    with log.open("ab") as file:
        file.truncate(LARGEST_LOG + 1)
    wait_until(lambda: log.stat().st_size == 0)
    kill(server.mortal)
    server.read_message("mortal restarted")
    assert alive(server.stubborn)


def test_ctrl_c_stops_even_a_stubborn_process_within_five_seconds(start: Start) -> None:
    server = start(grace=GRACE)
    began = time.monotonic()
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(10) == 0
    assert time.monotonic() - began < 5
    wait_until(server.all_gone)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_stop_it_as_well(start: Start, number: signal.Signals) -> None:
    server = start()
    server.process.send_signal(number)
    assert server.process.wait(10) == 0
    wait_until(server.all_gone)


def test_a_killed_supervisor_takes_its_processes_along(start: Start) -> None:
    server = start()
    server.process.kill()
    wait_until(lambda: not alive(server.stubborn) and not alive(server.mortal))


@pytest.mark.parametrize(("required", "status"), [("mortal", 1), ("stubborn", 0)])
def test_the_server_stops_only_with_a_required_process(
    start: Start, required: str, status: int
) -> None:
    server = start(required=required)
    for _ in range(MOST_CRASHES):
        kill(server.mortal_now())
        server.read_message("mortal restarted")
    kill(server.mortal_now())
    assert "KEEPS CRASHING" in server.read_message("mortal.log")
    if required == "stubborn":
        assert alive(server.stubborn)
        server.process.send_signal(signal.SIGINT)
    assert server.process.wait(10) == status
    wait_until(server.all_gone)
