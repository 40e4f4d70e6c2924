"""Failed tries are counted by kind and key, in windows of the clock, and none is lost."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

from accounts.limits import WINDOW, Limit

START = datetime(2026, 12, 13, 20, 0, tzinfo=UTC)
THREE = Limit("tests", 3)


def test_who_fails_too_often_waits_to_the_end_of_the_window() -> None:
    for _ in range(3):
        assert THREE.wait("one", START) == 0
        THREE.failed("one", START)
    assert THREE.wait("one", START) == WINDOW
    assert THREE.wait("one", START + timedelta(seconds=WINDOW - 1)) == 1
    assert THREE.wait("one", START + timedelta(seconds=WINDOW)) == 0


def test_kinds_and_keys_are_counted_apart() -> None:
    for _ in range(3):
        THREE.failed("one", START)
    assert THREE.wait("another", START) == 0
    assert Limit("others", 3).wait("one", START) == 0


def test_no_try_is_lost_when_many_come_at_once() -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: THREE.failed("one", START), range(400)))
    assert Limit("tests", 400).wait("one", START) == WINDOW
    assert Limit("tests", 401).wait("one", START) == 0
