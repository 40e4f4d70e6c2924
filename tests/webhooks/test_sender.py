"""The threads of a sender: as many as there is work for, and no wake-up is lost."""

import threading

import pytest

from tests.waiting import wait_until
from webhooks.sender import WebhookSender

pytestmark = pytest.mark.django_db(transaction=True)  # each thread closes its connection


class Work:
    """Batches that a test lets go one by one."""

    def __init__(self, batches: int) -> None:
        self.left, self.sending, self.most_at_once = batches, 0, 0
        self.may_end = threading.Event()
        self._lock = threading.Lock()

    def send(self) -> int | None:
        with self._lock:
            if not self.left:
                return None
            self.left -= 1
            self.sending += 1
            self.most_at_once = max(self.most_at_once, self.sending)
        self.may_end.wait(10)
        with self._lock:
            self.sending -= 1
        return 1


def test_one_wake_up_sends_everything_in_several_threads() -> None:
    work = Work(batches=20)
    work.may_end.set()
    WebhookSender(work.send).wake()
    wait_until(lambda: not work.left and not work.sending)


def test_there_are_never_more_threads_than_allowed() -> None:
    work = Work(batches=20)
    sender = WebhookSender(work.send, most_threads=3)
    for _ in range(10):
        sender.wake()
    wait_until(lambda: work.sending == 3)
    work.may_end.set()
    wait_until(lambda: not work.left and not work.sending)
    assert work.most_at_once == 3


def test_a_wake_up_while_all_threads_are_busy_is_not_lost() -> None:
    work = Work(batches=1)
    sender = WebhookSender(work.send, most_threads=1)
    sender.wake()
    wait_until(lambda: work.sending == 1)
    work.left = 1
    sender.wake()
    work.may_end.set()
    wait_until(lambda: not work.left and not work.sending)


def test_after_a_failure_the_next_wake_up_sends_again() -> None:
    failures = [RuntimeError("the database is away")]
    sent = threading.Event()

    def send() -> int | None:
        if failures:
            raise failures.pop()
        sent.set()
        return None

    sender = WebhookSender(send, most_threads=1)
    sender.wake()
    wait_until(lambda: not failures)

    def is_sent_after_a_wake_up() -> bool:
        sender.wake()
        return sent.is_set()

    wait_until(is_sent_after_a_wake_up)
