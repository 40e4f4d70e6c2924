"""One part: its death is noted, its pauses grow, its log is bounded."""

import sys
from pathlib import Path

import pytest

from tests.waiting import wait_until
from tools.logs import tail, turn_over
from tools.parts import DEATHS, LONGEST_PAUSE, Part


@pytest.fixture
def broken(tmp_path: Path) -> Part:
    """A part that says something and dies."""
    code = "print('why', flush=True); exit(3)"
    return Part("broken", [sys.executable, "-c", code], {}, tmp_path / "broken.log", tmp_path)


def test_the_pauses_of_a_part_that_keeps_dying_grow_until_it_is_given_up(broken: Part) -> None:
    broken.start()
    now, pauses = 0.0, []
    while not broken.hopeless:
        wait_until(lambda: not broken.alive)
        said = broken.look(now)
        assert said is not None
        assert "broken has ended (status 3)" in said
        pauses.append(broken.start_at - now)
        assert broken.look(broken.start_at - 0.01) is None
        now = broken.start_at
        broken.look(now)
    assert pauses == [0.5, 1.0, 2.0, 4.0, 8.0, LONGEST_PAUSE]
    assert len(pauses) == DEATHS + 1
    assert broken.look(now + 1000) is None
    assert broken.process is None


def test_deaths_far_apart_do_not_add_up(broken: Part) -> None:
    broken.start()
    for now in range(0, 100 * DEATHS, 100):
        wait_until(lambda: not broken.alive)
        broken.look(now)
        assert broken.look(now + 1) == "broken is started again"
    assert len(broken.deaths) == 1
    broken.kill()


def test_what_a_part_said_before_it_was_started_again_does_not_count(broken: Part) -> None:
    broken.log.write_text("ready.\n")
    broken.start()
    wait_until(lambda: broken.has_said(b"why"))
    assert not broken.has_said(b"ready.")
    broken.kill()


def test_a_log_is_kept_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.logs.MOST", 100)
    log = tmp_path / "web.log"
    log.write_text("x" * 101)
    turn_over(log)
    assert log.stat().st_size == 0
    assert (tmp_path / "web.log.1").stat().st_size == 101


def test_the_last_lines_of_a_log_are_shown(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    log.write_text("\n".join(str(n) for n in range(100)))
    assert tail(log, lines=2) == "    98\n    99"
    assert tail(tmp_path / "none.log") == ""
