"""Notices: left with the change, and forgotten after a day."""

import json

import pytest
from django.db import transaction
from django.utils import timezone

from live.hub import Hub
from live.listener import Listener, format_event
from live.models import Notice
from live.selectors import DeliveredNotice
from live.services import delete_old_notices
from live.tasks import forget as forget_task
from tests.live.reader import leave_notice


@pytest.mark.django_db
def test_notices_are_forgotten_after_a_day() -> None:
    leave_notice("match:1", 1, ago=86_400 + 60)
    kept = leave_notice("match:1", 2, ago=86_400 - 60)
    assert delete_old_notices(now=timezone.now()) == 1
    assert Notice.objects.get() == kept
    assert str(kept) == "match:1 is at 2"


@pytest.mark.django_db
def test_beat_has_them_forgotten() -> None:
    leave_notice("match:1", 1, ago=90_000)
    forget_task()
    assert not Notice.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_change_that_is_rolled_back_leaves_no_notice() -> None:
    with transaction.atomic():
        leave_notice("match:1", 1)
        transaction.set_rollback(True)
    assert not Notice.objects.exists()


def rows(numbers: range) -> list[DeliveredNotice]:
    return [DeliveredNotice(number, "t", number, timezone.now()) for number in numbers]


def offer(listener: Listener, numbers: range) -> None:
    for row in rows(numbers):
        listener.offer(row, format_event(row, 0))


def test_who_does_not_read_is_told_to_reload_and_holds_no_memory() -> None:
    listener = Listener(frozenset({"t"}), None)
    offer(listener, range(1, 1000))
    assert listener.queue.qsize() <= 100
    assert listener.queue.get_nowait().startswith(b"event: reload")


def test_what_was_caught_up_is_not_told_again() -> None:
    listener = Listener(frozenset({"t"}), timezone.now())
    listener.catch_up(rows(range(1, 3)), spread=0)
    offer(listener, range(1, 4))
    assert listener.queue.qsize() == 3


def test_a_notice_says_over_how_long_many_readers_ask_again() -> None:
    (row,) = rows(range(1, 2))
    assert b"spread" not in format_event(row, 800)
    assert json.loads(format_event(row, 8000).split(b"data: ")[1])["spread"] == 8000


def test_a_hall_without_listeners_looks_at_nothing() -> None:
    hub = Hub()
    hub.end_all()
    hub.leave(Listener(frozenset(), None))
