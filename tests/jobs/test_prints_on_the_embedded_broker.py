"""A PDF made by real workers that are killed, or whose job is stopped: no half file, and another
try."""

from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest
from django.utils import timezone

from jobs.models import Job
from jobs.services import reap
from printing.models import PrintedFile
from printing.services import request_print, stop_print
from tests.factories import NOW, make_event, owner_of
from tests.jobs.harness import workers
from tests.printing.halls import make_order
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
_hours = count(1)


@pytest.fixture
def event() -> Event:
    return make_event(pairs=4)


def ask(event: Event) -> Job:
    order, actor = make_order(event), owner_of(event.club)
    return request_print(layout="round", order=order, actor=actor, language="it")


def state_of(job: Job) -> tuple[str, str]:
    job.refresh_from_db()
    return job.state, job.message


def an_hour_passes() -> None:
    reap(now=timezone.now() + timedelta(hours=next(_hours)))


def test_a_worker_that_is_killed_leaves_no_file_and_another_makes_it(
    event: Event, tmp_path: Path
) -> None:
    with workers(tmp_path) as hall:
        job = ask(event)
        hall.let_all("computing")
        first = hall.start()
        first.wait_at("storing")
        first.kill()
        assert not PrintedFile.objects.exists()
        an_hour_passes()
        hall.let_all("storing")
        hall.start()
        hall.wait_until(lambda: state_of(job) == (Job.State.DONE, "printed"))
    made = PrintedFile.objects.get()
    assert bytes(made.content).startswith(b"%PDF-")


def test_a_print_that_is_stopped_while_it_is_made_leaves_no_file(
    event: Event, tmp_path: Path
) -> None:
    with workers(tmp_path) as hall:
        job = ask(event)
        worker = hall.start()
        worker.wait_at("computing")
        assert stop_print(event=event, job_id=job.pk, actor=owner_of(event.club), now=NOW)
        assert state_of(job) == (Job.State.FAILED, "job_stopped")
        again = ask(event)
        assert again.pk != job.pk
        # The same worker goes on with the stopped job, drops it, and takes the new one.
        hall.let_all("computing")
        hall.let_all("storing")
        hall.wait_until(lambda: state_of(again) == (Job.State.DONE, "printed"))
        assert state_of(job) == (Job.State.FAILED, "job_stopped")
    assert PrintedFile.objects.count() == 1
