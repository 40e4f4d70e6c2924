"""The supervisor: a part that dies is started again, and nothing outlives the house."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.waiting import wait_until
from tools.parts import DEATHS, Part, tail, turn_over

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def house(tmp_path):
    command = [sys.executable, "-m", "tests.tools.house_of_fakes", str(tmp_path)]
    process = subprocess.Popen(command, cwd=ROOT)
    yield process, tmp_path
    if process.poll() is None:
        process.kill()
    process.wait()
    for pid in pids(tmp_path):
        if alive(pid):
            os.kill(pid, signal.SIGKILL)


def pids(folder: Path) -> list[int]:
    path = folder / "pids"
    return json.loads(path.read_text()) if path.exists() else []


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_a_part_that_dies_is_started_again(house):
    _, folder = house
    wait_until(lambda: len(pids(folder)) == 3)
    stubborn, mortal, _ = pids(folder)
    os.kill(mortal, signal.SIGKILL)
    wait_until(lambda: pids(folder)[1] != mortal)
    assert alive(pids(folder)[1])
    assert pids(folder)[0] == stubborn


def test_ctrl_c_ends_all_of_it_within_five_seconds_also_what_will_not_end(house):
    process, folder = house
    wait_until(lambda: len(pids(folder)) == 3)
    started = pids(folder)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    process.wait(5)
    assert time.monotonic() - began < 5
    wait_until(lambda: not any(alive(pid) for pid in started))


def test_a_killed_supervisor_takes_its_parts_along(house):
    process, folder = house
    wait_until(lambda: len(pids(folder)) == 3)
    stubborn, mortal, _ = pids(folder)
    process.kill()
    process.wait()
    wait_until(lambda: not alive(stubborn) and not alive(mortal))


def test_a_part_that_does_not_stay_up_is_given_up(tmp_path):
    part = Part("broken", [sys.executable, "-c", "exit(3)"], {}, tmp_path / "log", tmp_path)
    part.start()
    now, said = 0.0, []
    while not part.hopeless:
        wait_until(lambda: not part.alive)
        said.append(part.look(now))
        now += 16.0 if part.process is None and part.start_at > now else 0.0
        now = min(now, part.start_at) if part.process is None else now
    assert len(part.deaths) == DEATHS + 1
    assert "broken has ended (status 3)" in said[0]


def test_a_log_is_kept_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr("tools.parts.MOST_LOG", 100)
    log = tmp_path / "web.log"
    log.write_text("x" * 101)
    turn_over(log)
    assert log.stat().st_size == 0
    assert (tmp_path / "web.log.1").stat().st_size == 101


def test_the_last_lines_of_a_log_are_shown(tmp_path):
    log = tmp_path / "web.log"
    log.write_text("\n".join(str(n) for n in range(100)))
    assert tail(log, lines=2) == "    98\n    99"
    assert tail(tmp_path / "none.log") == ""
