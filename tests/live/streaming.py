"""The stream, driven as an ASGI server drives it. Run on SQLite, and on PostgreSQL with Redis."""

import asyncio
import json
import logging
from datetime import timedelta
from urllib.parse import urlencode

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from live.hub import hub
from live.models import Notice
from live.services import forget
from live.tickets import ticket
from tests.live.reader import Reader, elsewhere, evening, leave_notice, query
from tests.waiting import wait_until

RELOAD = "event: reload\ndata: {}\n\n"


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("live.hub.PAUSE", 0.02)


def event(notice: Notice) -> str:
    data = json.dumps({"topic": notice.topic, "version": notice.version})
    return f"id: {notice.pk}\ndata: {data}\n\n"


def test_a_notice_reaches_who_listens_to_its_topic() -> None:
    async def script() -> None:
        async with Reader(query("match:1")) as reader:
            assert reader.status == 200
            assert reader.headers[b"content-type"] == b"text/event-stream; charset=utf-8"
            assert reader.headers[b"cache-control"] == b"no-store"
            assert b"set-cookie" not in reader.headers
            assert await reader.body() == "retry: 2000\n\n"
            await elsewhere(leave_notice, "match:2", 1)
            notice = await elsewhere(leave_notice, "match:1", 7)
            assert await reader.next() == event(notice)

    evening(script())


def test_a_notice_is_told_once_although_it_is_looked_at_for_ten_seconds() -> None:
    async def script() -> None:
        async with Reader(query("match:1")) as reader:
            for version in range(1, 6):
                notice = await elsewhere(leave_notice, "match:1", version)
                assert await reader.next() == event(notice)

    evening(script())


def test_a_notice_with_a_lower_id_that_is_committed_later_is_told() -> None:
    def insert_before(notice: Notice) -> Notice:
        return Notice.objects.create(
            pk=notice.pk - 1, topic="match:1", version=1, created_at=timezone.now()
        )

    async def script() -> None:
        async with Reader(query("match:1")) as reader:
            await elsewhere(leave_notice, "other", 1)
            first = await elsewhere(leave_notice, "match:1", 2)
            assert await reader.next() == event(first)
            await elsewhere(Notice.objects.filter(topic="other").delete)
            late = await elsewhere(insert_before, first)
            assert await reader.next() == event(late)

    evening(script())


def test_a_notice_that_waited_long_for_its_turn_to_be_written_is_told() -> None:
    async def script() -> None:
        async with Reader(query("match:1")) as reader:
            await elsewhere(leave_notice, "match:1", 1)
            await reader.next()
            waited = await elsewhere(leave_notice, "match:1", 2, ago=60)
            assert await reader.next() == event(waited)

    evening(script())


@pytest.mark.parametrize("by_header", [True, False])
def test_who_comes_back_is_told_the_last_of_each_topic_that_was_missed(by_header: bool) -> None:
    seen = leave_notice("match:1", 1, ago=60)
    leave_notice("match:2", 1, ago=50)
    last = [leave_notice("match:2", 2, ago=40)]
    last += [leave_notice("match:1", version, ago=30) for version in range(2, 150)][-1:]
    leave_notice("match:3", 1, ago=20)
    asked = query("match:1", "match:2")
    if not by_header:
        asked += f"&last_event_id={seen.pk}"

    async def script() -> None:
        header = str(seen.pk) if by_header else ""
        async with Reader(asked, last_event_id=header) as reader:
            assert [await reader.next(), await reader.next()] == list(map(event, last))
            now = await elsewhere(leave_notice, "match:2", 3)
            assert await reader.next() == event(now)

    evening(script())


def test_who_comes_back_is_told_what_was_committed_after_a_higher_id() -> None:
    late = leave_notice("match:2", 1, ago=61)
    seen = leave_notice("match:1", 2, ago=60)

    async def script() -> None:
        asked = query("match:1", "match:2")
        async with Reader(asked, last_event_id=str(seen.pk)) as reader:
            assert await reader.next() == event(late)

    evening(script())


def test_nothing_falls_between_a_page_and_its_stream() -> None:
    with time_machine.travel(timezone.now() - timedelta(minutes=5)):
        asked = query("match:1")
    leave_notice("match:1", 1, ago=600)
    between = leave_notice("match:1", 2, ago=120)

    async def script() -> None:
        async with Reader(asked) as reader:
            assert await reader.next() == event(between)

    evening(script())


def test_who_was_away_for_more_than_a_day_is_told_to_reload() -> None:
    seen = leave_notice("match:1", 1, ago=90_000)
    forget(now=timezone.now())

    async def script() -> None:
        async with Reader(query("match:1"), last_event_id=str(seen.pk)) as reader:
            assert await reader.next() == RELOAD

    evening(script())


@pytest.mark.parametrize("header", ["-1", "1e3", "٣", "9" * 19, "x" * 500])
def test_a_last_event_that_is_no_id_is_as_none(header: str) -> None:
    async def script() -> None:
        async with Reader(query("match:1"), last_event_id=header) as reader:
            notice = await elsewhere(leave_notice, "match:1", 1)
            assert await reader.next() == event(notice)

    evening(script())


@pytest.mark.parametrize("asked", ["", "ticket=", "ticket=forged", "ticket=" + "x" * 5000])
def test_without_a_good_ticket_there_is_no_stream(asked: str) -> None:
    async def script() -> None:
        async with Reader(asked) as reader:
            assert reader.status == 403
            assert reader.headers[b"content-type"] == b"application/problem+json"
            assert json.loads(await reader.body()) == {
                "type": "urn:la-bella:problem:ticket_not_good",
                "status": 403,
                "code": "ticket_not_good",
            }

    evening(script())


def test_twenty_topics_fit_into_an_address() -> None:
    topics = [f"event:00000000-0000-4000-8000-{number:012}" for number in range(20)]

    async def script() -> None:
        async with Reader(urlencode({"ticket": ticket(topics)})) as reader:
            assert reader.status == 200

    evening(script())


def test_a_stream_is_only_got() -> None:
    async def script() -> None:
        async with Reader(query("match:1"), method="POST") as reader:
            assert (reader.status, reader.headers[b"allow"]) == (405, b"GET")

    evening(script())


def test_a_full_hall_is_said_and_a_place_that_is_free_again_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("live.hub.MOST_LISTENERS", 1)

    async def script() -> None:
        async with Reader(query("match:1")), Reader(query("match:1")) as second:
            assert (second.status, second.headers[b"retry-after"]) == (503, b"30")
        async with Reader(query("match:1")) as third:
            assert third.status == 200

    evening(script())


def test_a_silent_stream_shows_that_it_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("live.stream.HEARTBEAT", 0.02)

    async def script() -> None:
        async with Reader(query("match:1")) as reader:
            assert await reader.body() == "retry: 2000\n\n"
            assert await reader.body() == ": still here\nevent: here\ndata: {}\n\n"
            assert await reader.body() == ": still here\nevent: here\ndata: {}\n\n"

    evening(script())


def test_all_streams_end_when_the_server_ends() -> None:
    async def script() -> None:
        async with Reader(query("match:1")) as one, Reader(query("match:2")) as two:
            for reader in (one, two):
                await reader.body()
            hub.end_all()
            for reader in (one, two):
                assert (await reader.body(), reader.more) == ("", False)

    evening(script())


def test_one_look_serves_all_the_streams_of_a_process() -> None:
    async def script() -> None:
        readers = [Reader(query("match:1")) for _ in range(50)]
        for reader in readers:
            await reader.__aenter__()
        tasks = [task.get_coro().__qualname__ for task in asyncio.all_tasks()]
        assert tasks.count("Hub._serve") == 1
        notice = await elsewhere(leave_notice, "match:1", 1)
        for reader in readers:
            assert await reader.next() == event(notice)
            await reader.__aexit__()

    evening(script())


def test_a_database_that_was_away_for_a_moment_ends_no_stream(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def rename(old: str, new: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {old} RENAME TO {new}")

    async def script() -> None:
        async with Reader(query("match:1")) as reader:
            await reader.body()
            await elsewhere(rename, "live_notice", "live_away")
            try:
                await asyncio.to_thread(wait_until, lambda: "cannot be read" in caplog.text)
            finally:
                await elsewhere(rename, "live_away", "live_notice")
            notice = await elsewhere(leave_notice, "match:1", 1)
            assert await reader.next() == event(notice)

    with caplog.at_level(logging.WARNING, "live.hub"):
        evening(script())
    assert caplog.text.count("cannot be read") == 1
