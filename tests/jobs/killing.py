"""A draw by real workers that are killed, taken for dead, or asked for twice: one bracket.

Run on the embedded broker with SQLite, and on Redis with PostgreSQL.
"""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from django.utils import timezone

from jobs.models import Job
from jobs.services import reap
from tests.factories import make_event, owner_of
from tests.jobs.harness import Workers, workers
from tests.races.threads import all_at_once
from tests.waiting import wait_until
from tournaments.models import Draw, Event, Pairing
from tournaments.services.draws.draws import ask_draw

PAIRS = 5


@pytest.fixture
def event() -> Event:
    return make_event(pairs=PAIRS, drawn=False)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Workers]:
    with workers(tmp_path) as started:
        yield started


def ask(event: Event) -> Job:
    owner, now = owner_of(event.club), timezone.now()
    return ask_draw(event=event, reason="", word="Romagna", actor=owner, now=now)


_hours = count(1)


def an_hour_passes() -> None:
    """On PostgreSQL the session of a killed worker keeps its locks for a moment. A job that is
    locked is skipped, and the next reaping finds it."""
    wait_until(lambda: reap(now=timezone.now() + timedelta(hours=next(_hours))) == 1)


def is_done(job: Job) -> bool:
    job.refresh_from_db()
    return job.state == Job.State.DONE


def assert_one_bracket(event: Event) -> None:
    event.refresh_from_db()
    assert event.state == Event.State.DRAWN
    assert Draw.objects.count() == 1
    played = Pairing.objects.exclude(state=Pairing.State.BYE)
    assert played.count() == PAIRS - 1


def pairings() -> list[int]:
    return list(Pairing.objects.order_by("pk").values_list("pk", flat=True))


def test_a_worker_draws(event: Event, hall: Workers) -> None:
    job = ask(event)
    hall.let_all("computing")
    hall.let_all("storing")
    hall.start()
    hall.wait_until(lambda: is_done(job))
    assert (job.attempt, job.message) == (1, "drawn")
    assert job.queued_at <= (job.started_at or job.queued_at) <= job.heartbeat_at
    assert_one_bracket(event)


def test_killed_while_computing(event: Event, hall: Workers) -> None:
    job = ask(event)
    first = hall.start()
    first.wait_at("computing")
    first.kill()
    an_hour_passes()
    hall.let_all("computing")
    hall.let_all("storing")
    hall.start()
    hall.wait_until(lambda: is_done(job))
    assert job.attempt == 2
    assert_one_bracket(event)


def test_killed_while_storing(event: Event, hall: Workers) -> None:
    job = ask(event)
    hall.let_all("computing")
    first = hall.start()
    first.wait_at("storing")
    first.kill()
    assert pairings() == []
    an_hour_passes()
    hall.let_all("storing")
    hall.start()
    hall.wait_until(lambda: is_done(job))
    assert job.attempt == 2
    assert_one_bracket(event)


def test_taken_for_dead_but_alive(event: Event, hall: Workers) -> None:
    job = ask(event)
    first = hall.start()
    first.wait_at("computing")
    an_hour_passes()
    second = hall.start()
    second.wait_at("computing")
    second.go_on("computing")
    hall.let_all("storing")
    hall.wait_until(lambda: is_done(job))
    kept = pairings()
    first.go_on("computing")
    first.end()
    assert not first.at("storing")
    assert pairings() == kept
    assert is_done(job)
    assert job.attempt == 2
    assert_one_bracket(event)


def test_asked_for_twice_at_once(event: Event, hall: Workers) -> None:
    results = all_at_once([partial(ask, event)] * 4)
    jobs = [result for result in results if isinstance(result, Job)]
    assert len(jobs) == len(results), results
    assert len({job.pk for job in jobs}) == 1
    hall.let_all("computing")
    hall.let_all("storing")
    hall.start()
    hall.wait_until(lambda: is_done(jobs[0]))
    assert_one_bracket(event)


def test_beat_has_a_killed_worker_replaced_without_anybody_asking(
    event: Event, hall: Workers
) -> None:
    job = ask(event)
    first = hall.start()
    first.wait_at("computing")
    first.kill()
    hall.let_all("computing")
    hall.let_all("storing")
    hall.start_beat()
    hall.start()
    hall.wait_until(lambda: is_done(job))
    assert job.attempt > 1
    assert_one_bracket(event)


def test_three_silences_are_enough(event: Event, hall: Workers) -> None:
    job = ask(event)
    for _ in range(3):
        an_hour_passes()
    job.refresh_from_db()
    assert (job.state, job.message, job.params) == ("FAILED", "job_silent", {"attempts": 3})
    assert ask(event).pk != job.pk
