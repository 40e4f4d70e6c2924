"""The stream: driven as an ASGI server drives it."""

import asyncio
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from live.hub import Hub
from live.models import Notice
from live.services import forget, tell
from live.stream import stream
from live.tickets import ticket, topics_of

pytestmark = pytest.mark.django_db(transaction=True)


class Reader:
    """One open stream, read as a browser reads it."""

    def __init__(self, query: str, last_event_id: str = "", method: str = "GET") -> None:
        headers = [(b"last-event-id", last_event_id.encode())] if last_event_id else []
        self.scope = {
            "type": "http",
            "method": method,
            "path": "/live/",
            "query_string": query.encode(),
            "headers": headers,
        }
        self.sent: asyncio.Queue = asyncio.Queue()
        self.left = asyncio.Event()
        self.status = 0

    async def __aenter__(self):
        self.task = asyncio.create_task(stream(self.scope, self._receive, self._send))
        start = await asyncio.wait_for(self.sent.get(), 5)
        self.status = start["status"]
        self.headers = dict(start["headers"])
        return self

    async def __aexit__(self, *_):
        self.left.set()
        await asyncio.wait_for(self.task, 5)

    async def _receive(self):
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message):
        await self.sent.put(message)

    async def next(self) -> str:
        """The next event that is one."""
        while True:
            message = await asyncio.wait_for(self.sent.get(), 5)
            text = message["body"].decode()
            if text.startswith(("id:", "event:")):
                return text

    async def body(self) -> str:
        return (await asyncio.wait_for(self.sent.get(), 5))["body"].decode()


def query(*topics: str) -> str:
    return f"ticket={ticket(topics)}"


def leave_notice(topic, version, *, ago=0):
    tell(topic=topic, version=version, now=timezone.now() - timedelta(seconds=ago))


async def left_notice(*args, **kwargs):
    await asyncio.to_thread(_left_notice, *args, **kwargs)


def _left_notice(*args, **kwargs):
    try:
        leave_notice(*args, **kwargs)
    finally:
        connection.close()


def test_a_notice_reaches_who_listens_to_its_topic():
    async def evening():
        async with Reader(query("match:1", "event:a")) as reader:
            assert reader.status == 200
            assert reader.headers[b"content-type"].startswith(b"text/event-stream")
            await left_notice("match:2", 1)
            await left_notice("match:1", 7)
            return await reader.next()

    text = asyncio.run(evening())
    notice = Notice.objects.get(topic="match:1")
    assert text == f'id: {notice.pk}\ndata: {{"topic": "match:1", "version": 7}}\n\n'


def test_a_notice_is_told_once_although_it_is_looked_at_for_ten_seconds():
    async def evening():
        async with Reader(query("match:1")) as reader:
            await left_notice("match:1", 1)
            first = await reader.next()
            await left_notice("match:1", 2)
            return first, await reader.next()

    first, second = asyncio.run(evening())
    assert '"version": 1' in first
    assert '"version": 2' in second


def test_a_notice_with_a_lower_id_that_is_committed_later_is_told():
    async def evening():
        async with Reader(query("match:1")) as reader:
            await left_notice("match:1", 2)
            later = await reader.next()
            pk = int(later.split()[1])
            await asyncio.to_thread(_insert_before, pk)
            return await reader.next()

    assert '"version": 1' in asyncio.run(evening())


def _insert_before(pk):
    try:
        Notice.objects.create(pk=pk - 1, topic="match:1", version=1, created_at=timezone.now())
    finally:
        connection.close()


@pytest.fixture
def missed():
    """Three notices of a minute ago; the reader has the first."""
    for version in (1, 2, 3):
        leave_notice("match:1", version, ago=60)
    return Notice.objects.order_by("pk").first().pk


def test_who_comes_back_is_told_what_was_missed(missed):
    async def evening():
        async with Reader(query("match:1"), last_event_id=str(missed)) as reader:
            return await reader.next(), await reader.next()

    second, third = asyncio.run(evening())
    assert '"version": 2' in second
    assert '"version": 3' in third


def test_who_was_away_for_more_than_a_day_is_told_to_reload(missed):
    forget(now=timezone.now() + timedelta(days=2))
    leave_notice("match:1", 9, ago=60)

    async def evening():
        async with Reader(query("match:1"), last_event_id="0") as reader:
            return await reader.next()

    assert asyncio.run(evening()) == "event: reload\ndata: {}\n\n"


@pytest.mark.parametrize("asked", ["", "ticket=forged", "ticket=" + "x" * 5000])
def test_without_a_good_ticket_there_is_no_stream(asked):
    async def evening():
        async with Reader(asked) as reader:
            return reader.status, await reader.body()

    status, body = asyncio.run(evening())
    assert status == 403
    assert "load the page again" in body


def test_a_stream_is_only_got():
    async def evening():
        async with Reader(query("match:1"), method="POST") as reader:
            return reader.status

    assert asyncio.run(evening()) == 405


def test_a_full_hall_is_said(monkeypatch):
    monkeypatch.setattr("live.hub.MOST_LISTENERS", 1)

    async def evening():
        async with Reader(query("match:1")), Reader(query("match:1")) as second:
            return second.status, second.headers[b"retry-after"]

    assert asyncio.run(evening()) == (503, b"30")


def test_who_does_not_read_is_told_to_reload_and_holds_no_memory():
    async def evening():
        hub = Hub()
        listener = hub.join(["t"], None)
        now = timezone.now()
        listener.offer((pk, "t", pk, now) for pk in range(1, 1000))
        size = listener.queue.qsize()
        first = listener.queue.get_nowait()
        hub.leave(listener)
        return size, first

    size, first = asyncio.run(evening())
    assert size <= 100
    assert first.startswith(b"event: reload")


def test_a_ticket_is_bound_to_its_topics_and_its_signature():
    text = ticket(["event:a", "match:1"])
    assert topics_of(text) == ("event:a", "match:1")
    assert topics_of(text[:-1] + ("a" if text[-1] != "a" else "b")) is None


def test_notices_are_forgotten_after_a_day():
    leave_notice("match:1", 1, ago=90_000)
    leave_notice("match:1", 2)
    assert forget(now=timezone.now()) == 1
    assert Notice.objects.get().version == 2
