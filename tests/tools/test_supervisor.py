"""The supervisor with fake parts: nothing outlives the house, not even what will not end."""

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
from tools.parts import DEATHS
from tools.supervisor import GRACE

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass
class House:
    """A running house of fakes: one part ignores SIGTERM and has a child, the other is mortal."""

    process: subprocess.Popen[str]
    stubborn: int
    mortal: int
    grandchild: int

    def said(self, ending: str) -> str:
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


Start = Callable[..., House]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    with ExitStack() as stack:

        def started(*, vital: str = "stubborn", grace: float = 0.2) -> House:
            words = [sys.executable, "-m", "tests.tools.house_of_fakes", tmp_path, vital, grace]
            process = stack.enter_context(
                subprocess.Popen(list(map(str, words)), cwd=ROOT, stderr=subprocess.PIPE, text=True)
            )
            stack.callback(process.kill)
            wait_until((tmp_path / "pids").exists)
            house = House(process, *json.loads((tmp_path / "pids").read_text()))
            stack.callback(kill, house.grandchild)
            return house

        yield started


def kill(pid: int) -> None:
    if alive(pid):
        os.kill(pid, signal.SIGKILL)


def test_a_part_that_dies_is_started_again_and_it_is_said(start: Start) -> None:
    house = start()
    kill(house.mortal)
    house.said("mortal has ended (signal 9); its log ends so:")
    house.said("mortal is started again")
    assert alive(house.mortal_now())
    assert alive(house.stubborn)


def test_a_slow_start_is_said_and_waited_for(start: Start) -> None:
    house = start()
    house.said("The start takes long on this machine; still waiting.")
    assert alive(house.stubborn)
    assert alive(house.mortal)


def test_ctrl_c_ends_even_what_will_not_end_within_five_seconds(start: Start) -> None:
    house = start(grace=GRACE)
    began = time.monotonic()
    house.process.send_signal(signal.SIGINT)
    assert house.process.wait(10) == 0
    assert time.monotonic() - began < 5
    wait_until(house.all_gone)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_end_it_as_well(start: Start, number: signal.Signals) -> None:
    house = start()
    house.process.send_signal(number)
    assert house.process.wait(10) == 0
    wait_until(house.all_gone)


def test_a_killed_supervisor_takes_its_parts_along(start: Start) -> None:
    house = start()
    house.process.kill()
    wait_until(lambda: not alive(house.stubborn) and not alive(house.mortal))


@pytest.mark.parametrize(("vital", "status"), [("mortal", 1), ("stubborn", 0)])
def test_the_house_falls_with_a_part_only_if_it_is_vital(
    start: Start, vital: str, status: int
) -> None:
    house = start(vital=vital)
    for _ in range(DEATHS):
        kill(house.mortal_now())
        house.said("mortal is started again")
    kill(house.mortal_now())
    assert "DOES NOT STAY UP" in house.said("mortal.log")
    if vital == "stubborn":
        assert alive(house.stubborn)
        house.process.send_signal(signal.SIGINT)
    assert house.process.wait(10) == status
    wait_until(house.all_gone)
