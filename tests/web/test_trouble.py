"""The warning on the owners' pages while a part of the server does not work."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.mail import send_mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from jobs.models import Job
from jobs.services import note_worker
from tests.factories import make_event, make_member
from tournaments.models import Event

pytestmark = pytest.mark.django_db
WORKER, MAIL = "Sorteggi, turni ed elenchi aspettano", "L’ultima e-mail non è partita"


@pytest.fixture
def event() -> Event:
    return make_event()


def pages(user: User, event: Event) -> list[str]:
    client = Client()
    client.force_login(user)
    return [client.get(path).content.decode() for path in ("/desk/", f"/desk/events/{event.pk}/")]


def owner(event: Event) -> User:
    return User.objects.get(roles__club=event.club, roles__kind="OWNER")


def test_an_owner_is_told_that_the_worker_has_gone(event: Event) -> None:
    note_worker(now=timezone.now() - timedelta(minutes=5))
    assert all(WORKER in page for page in pages(owner(event), event))
    assert not any(WORKER in page for page in pages(make_member(event.club), event))
    note_worker(now=timezone.now())
    cache.clear()
    assert not any(WORKER in page for page in pages(owner(event), event))


def test_a_worker_at_a_long_job_has_not_gone(event: Event) -> None:
    note_worker(now=timezone.now() - timedelta(minutes=5))
    now = timezone.now()
    make_job(state=Job.State.RUNNING, queued_at=now, heartbeat_at=now)
    assert not any(WORKER in page for page in pages(owner(event), event))


def test_a_worker_that_never_came_is_missed_once_a_job_waits(event: Event) -> None:
    assert not any(WORKER in page for page in pages(owner(event), event))
    before = timezone.now() - timedelta(minutes=5)
    make_job(state=Job.State.QUEUED, queued_at=before, heartbeat_at=before)
    cache.clear()
    assert all(WORKER in page for page in pages(owner(event), event))


def make_job(**fields: Any) -> None:
    Job.objects.create(kind="draw", subject="1", arguments={}, asked_by_kind="SYSTEM", **fields)


def test_an_owner_is_told_that_mail_cannot_be_sent_until_one_is_sent(
    event: Event, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "accounts.mail.ReportingBackend"
    settings.MAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert send_mail("Parola", "…", None, ["iole@example.com"]) == 0
    assert all(MAIL in page for page in pages(owner(event), event))
    settings.MAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert send_mail("Parola", "…", None, ["iole@example.com"]) == 1
    assert not any(MAIL in page for page in pages(owner(event), event))


def test_a_password_is_asked_for_although_mail_cannot_be_sent(event: Event, settings: Any) -> None:
    settings.EMAIL_BACKEND = "accounts.mail.ReportingBackend"
    settings.MAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    answer = Client().post("/accounts/password/reset/", {"email": owner(event).email})
    assert answer.status_code == 302
