"""One process: its crashes are counted, its pauses grow, its log is bounded."""

import sys
from pathlib import Path

import pytest

from tests.waiting import wait_until
from tools.logs import read_tail, rotate_log
from tools.processes import LONGEST_PAUSE, MOST_CRASHES, ServerProcess


@pytest.fixture
def broken(tmp_path: Path) -> ServerProcess:
    """A process that prints a line and crashes."""
    code = "print('why', flush=True); exit(3)"
    return ServerProcess(
        "broken", [sys.executable, "-c", code], {}, tmp_path / "broken.log", tmp_path
    )


def test_pauses_grow_until_a_crashing_process_is_given_up(broken: ServerProcess) -> None:
    broken.start()
    now, pauses = 0.0, []
    while not broken.has_failed:
        wait_until(lambda: not broken.is_alive)
        said = broken.restart_if_crashed(now)
        assert said is not None
        assert "broken crashed (status 3)" in said
        pauses.append(broken.start_at - now)
        assert broken.restart_if_crashed(broken.start_at - 0.01) is None
        now = broken.start_at
        broken.restart_if_crashed(now)
    assert pauses == [0.5, 1.0, 2.0, 4.0, 8.0, LONGEST_PAUSE]
    assert len(pauses) == MOST_CRASHES + 1
    assert broken.restart_if_crashed(now + 1000) is None
    assert broken.process is None


def test_crashes_far_apart_do_not_add_up(broken: ServerProcess) -> None:
    broken.start()
    for now in range(0, 100 * MOST_CRASHES, 100):
        wait_until(lambda: not broken.is_alive)
        broken.restart_if_crashed(now)
        assert broken.restart_if_crashed(now + 1) == "broken restarted"
    assert len(broken.crashes) == 1
    broken.kill()


def test_a_process_that_cannot_be_started_any_more_is_given_up_in_the_end(
    broken: ServerProcess,
) -> None:
    broken.start()
    wait_until(lambda: not broken.is_alive)
    broken.command = [str(broken.cwd / "removed")]
    now, messages = 0.0, []
    while not broken.has_failed:
        messages.append(broken.restart_if_crashed(now))
        now = broken.start_at
    assert len(messages) == MOST_CRASHES + 1
    assert "broken crashed (status 3)" in (messages[0] or "")
    assert "broken could not be started: [Errno 2]" in (messages[1] or "")
    assert "KEEPS CRASHING" in (messages[-1] or "")
    assert broken.restart_if_crashed(now + 1000) is None


def test_the_log_before_a_restart_does_not_count(broken: ServerProcess) -> None:
    broken.log.write_text("ready.\n")
    broken.start()
    broken.ready_sign = b"why"
    wait_until(lambda: broken.is_ready)
    broken.ready_sign = b"ready."
    assert not broken.is_ready
    broken.kill()


def test_a_log_is_kept_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.logs.LARGEST_LOG", 100)
    log = tmp_path / "web.log"
    log.write_text("x" * 101)
    rotate_log(log)
    assert log.stat().st_size == 0
    assert (tmp_path / "web.log.1").stat().st_size == 101


def test_a_log_is_kept_bounded_where_no_copy_of_it_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.logs.LARGEST_LOG", 100)
    log = tmp_path / "web.log"
    log.write_text("x" * 101)
    (tmp_path / "web.log.1").mkdir()
    rotate_log(log)
    assert log.stat().st_size == 0


def test_the_last_lines_of_a_log_are_shown(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    log.write_text("\n".join(str(n) for n in range(100)))
    assert read_tail(log, lines=2) == "    98\n    99"
    assert read_tail(tmp_path / "none.log") == ""
