"""Real workers, killed at the worst moments: nothing is lost, and ids tell what came twice.

Run on the embedded broker with SQLite, and on Redis with PostgreSQL.
"""

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone

from config.celery import app
from config.environment import BASE
from tests.factories import make_club, owner_of
from tests.jobs.harness import Workers, environment, workers
from tests.waiting import wait_until
from tests.webhooks.receiver import Receiver, receiving
from tests.webhooks.sending import WebhookFixture
from tournaments.models import Club
from webhooks.delivery import LEASE
from webhooks.models import WebhookDelivery
from webhooks.services import WebhookPlan, create_endpoint, send_test

CHANGE_AND_DIE = """
import os, django
django.setup()
from django.db import transaction
from django.utils import timezone
from webhooks.models import WebhookEndpoint
from webhooks.services import send_test
with transaction.atomic():
    # Registered first, so it runs right after the commit, before the sender would be woken.
    transaction.on_commit(lambda: os._exit(9))
    send_test(endpoint=WebhookEndpoint.objects.get(), now=timezone.now())
"""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as started:
        yield started


@pytest.fixture
def webhook(receiver: Receiver) -> WebhookFixture:
    club: Club = make_club()
    endpoint, secret = create_endpoint(
        club_id=club.pk,
        plan=WebhookPlan("W", receiver.url, ["match.decided"]),
        actor=owner_of(club),
        now=timezone.now(),
        allows_loopback=True,
    )
    return WebhookFixture(endpoint, secret)


@pytest.fixture
def senders(tmp_path: Path) -> Iterator[Workers]:
    with workers(tmp_path, module="tests.webhooks.worker") as started:
        yield started


def is_delivered(webhook: WebhookFixture) -> bool:
    return webhook.last_delivery().state == WebhookDelivery.State.DELIVERED


def test_a_worker_sends_as_soon_as_there_is_something(
    webhook: WebhookFixture, senders: Workers, receiver: Receiver
) -> None:
    send_test(endpoint=webhook.endpoint, now=timezone.now())
    senders.start()
    senders.wait_until(lambda: is_delivered(webhook))
    assert receiver.types == ["webhook.test"]


def test_killed_between_commit_and_send(
    webhook: WebhookFixture, senders: Workers, receiver: Receiver
) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", CHANGE_AND_DIE],
        cwd=BASE,
        env=environment() | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        check=False,
        timeout=60,
    )
    assert ended.returncode == 9
    assert webhook.last_delivery().attempts == 0
    app.control.purge()  # nobody was woken, and nobody will be but by beat
    senders.start()
    senders.start_beat()
    senders.wait_until(lambda: is_delivered(webhook))
    assert len(receiver.requests) == 1


def test_killed_while_sending(
    webhook: WebhookFixture, senders: Workers, receiver: Receiver
) -> None:
    held = threading.Event()
    receiver.answer = lambda _handler: held.wait(30)
    send_test(endpoint=webhook.endpoint, now=timezone.now())
    first = senders.start()
    wait_until(lambda: receiver.requests or not first.alive)
    first.kill()
    held.set()
    assert webhook.last_delivery().state == WebhookDelivery.State.SENDING
    receiver.answer = None
    webhook.clock.now = timezone.now()
    assert webhook.send_all() == 0
    webhook.clock.now += LEASE
    assert webhook.send_all() == 1
    assert is_delivered(webhook)
    assert len(receiver.requests) == 2
    assert len(set(receiver.ids)) == 1


def test_a_slow_receiver_holds_up_no_other(
    webhook: WebhookFixture, senders: Workers, receiver: Receiver
) -> None:
    held = threading.Event()
    receiver.answer = lambda _handler: held.wait(30)
    with receiving() as quick:
        other, _secret = create_endpoint(
            club_id=webhook.endpoint.club_id,
            plan=WebhookPlan("2", quick.url, ["match.decided"]),
            actor=owner_of(Club.objects.get()),
            now=timezone.now(),
            allows_loopback=True,
        )
        send_test(endpoint=webhook.endpoint, now=timezone.now())
        worker = senders.start()
        wait_until(lambda: receiver.requests or not worker.alive)
        send_test(endpoint=other, now=timezone.now())
        senders.wait_until(lambda: quick.requests)
        assert webhook.last_delivery().state == WebhookDelivery.State.SENDING
        held.set()
