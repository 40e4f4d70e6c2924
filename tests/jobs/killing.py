"""A draw by real workers that are killed, taken for dead, or asked for twice: one bracket.

Run on the embedded broker with SQLite, and on Redis with PostgreSQL.
"""

from datetime import timedelta
from functools import partial
from itertools import count

import pytest
from django.utils import timezone

from jobs.models import Job
from jobs.services import reap
from tests.factories import make_event, owner_of
from tests.jobs.harness import workers
from tests.races.threads import all_at_once
from tests.waiting import wait_until
from tournaments.models import Draw, Event, Pairing
from tournaments.services.draws import ask_draw

PAIRS = 5


@pytest.fixture
def event():
    return make_event(pairs=PAIRS, drawn=False)


@pytest.fixture
def hall(tmp_path):
    with workers(tmp_path) as started:
        yield started


def ask(event: Event) -> Job:
    return ask_draw(event=event, reason="", actor=owner_of(event.club), now=timezone.now())


_hours = count(1)


def an_hour_passes() -> None:
    assert reap(now=timezone.now() + timedelta(hours=next(_hours))) == 1


def is_done(job: Job) -> bool:
    job.refresh_from_db()
    return job.state == Job.State.DONE


def assert_one_bracket(event: Event) -> None:
    event.refresh_from_db()
    assert event.state == Event.State.DRAWN
    assert Draw.objects.count() == 1
    played = Pairing.objects.exclude(state=Pairing.State.BYE)
    assert played.count() == PAIRS - 1


def test_a_worker_draws(event, hall):
    job = ask(event)
    hall.let_all("computing")
    hall.let_all("storing")
    hall.start()
    wait_until(lambda: is_done(job))
    assert_one_bracket(event)


def test_killed_while_computing(event, hall):
    job = ask(event)
    first = hall.start()
    first.wait_at("computing")
    first.kill()
    an_hour_passes()
    hall.let_all("computing")
    hall.let_all("storing")
    hall.start()
    wait_until(lambda: is_done(job))
    assert job.attempt == 2
    assert_one_bracket(event)


def test_killed_while_storing(event, hall):
    job = ask(event)
    hall.let_all("computing")
    first = hall.start()
    first.wait_at("storing")
    first.kill()
    an_hour_passes()
    hall.let_all("storing")
    hall.start()
    wait_until(lambda: is_done(job))
    assert_one_bracket(event)


def test_taken_for_dead_but_alive(event, hall):
    job = ask(event)
    first = hall.start()
    first.wait_at("computing")
    an_hour_passes()
    second = hall.start()
    second.wait_at("computing")
    hall.let_all("storing")
    second.go_on("computing")
    wait_until(lambda: is_done(job))
    kept = list(Pairing.objects.order_by("pk").values_list("pk", flat=True))
    first.go_on("computing")
    first.end()
    assert not first.at("storing")
    assert job.attempt == 2
    assert list(Pairing.objects.order_by("pk").values_list("pk", flat=True)) == kept
    assert_one_bracket(event)


def test_asked_for_twice_at_once(event, hall):
    jobs = all_at_once([partial(ask, event)] * 4)
    assert len({job.pk for job in jobs}) == 1, jobs
    hall.let_all("computing")
    hall.let_all("storing")
    hall.start()
    wait_until(lambda: is_done(jobs[0]))
    assert_one_bracket(event)


def test_three_silences_are_enough(event, hall):
    job = ask(event)
    for _ in range(3):
        an_hour_passes()
    job.refresh_from_db()
    assert (job.state, job.message, job.params) == ("FAILED", "job_silent", {"attempts": 3})
    assert ask(event).pk != job.pk
