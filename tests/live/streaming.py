"""The stream, driven as an ASGI server drives it. Run on SQLite, and on PostgreSQL with Redis."""

import asyncio
import json
import logging
from datetime import timedelta
from itertools import count
from threading import Thread
from typing import Any, Self
from urllib.parse import urlencode

import pytest
import time_machine
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.utils import timezone
from pytest_django import Settings

from config.asgi import application
from live.holders import Holder, register_check
from live.hub import hub
from live.models import Notice
from live.services import delete_old_notices
from live.tickets import Revocation, ticket
from tests.live.reader import Reader, elsewhere, evening, leave_notice, query
from tests.waiting import wait_until

REFUSED = "event: refused\ndata: {}\n\n"
HERE = "198.51.100.7"
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
    def insert(pk: int) -> Notice:
        return Notice.objects.create(pk=pk, topic="match:1", version=pk, created_at=timezone.now())

    async def script() -> None:
        async with Reader(query("match:1")) as reader:
            before = await elsewhere(leave_notice, "other", 1)
            first = await elsewhere(insert, before.pk + 2)
            assert await reader.next() == event(first)
            late = await elsewhere(insert, before.pk + 1)
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
    delete_old_notices(now=timezone.now())

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
            problem = json.loads(await reader.body())
            assert problem.pop("instance").startswith("urn:la-bella:request:")
            assert problem == {
                "type": "urn:la-bella:problem:ticket_not_good",
                "title": "Forbidden",
                "status": 403,
                "code": "ticket_not_good",
                "params": {},
                "violations": [],
            }

    evening(script())


async def read_to_the_end(reader: Reader) -> list[str]:
    """The events until the stream ends."""
    found = []
    while (text := await reader.body()) or reader.more:
        if text.startswith(("id:", "event:")):
            found.append(text)
    return found


def test_a_stream_ends_when_its_ticket_is_revoked() -> None:
    async def script() -> None:
        revocable = f"ticket={ticket(['match:1'], Revocation('hidden:1', 4))}"
        async with Reader(revocable) as reader, Reader(query("match:1")) as other:
            before = await elsewhere(leave_notice, "match:1", 1)
            assert await reader.next() == event(before)
            assert await other.next() == event(before)
            await elsewhere(leave_notice, "hidden:1", 4)
            await elsewhere(leave_notice, "hidden:2", 9)
            await elsewhere(leave_notice, "hidden:1", 5)
            after = await elsewhere(leave_notice, "match:1", 2)
            assert await other.next() == event(after)
            assert await read_to_the_end(reader) == [REFUSED]

    evening(script())


@pytest.mark.parametrize("ago", [0, 60, 7200])
def test_a_ticket_that_was_revoked_opens_nothing_again(ago: float) -> None:
    seen = leave_notice("match:1", 1, ago=ago)
    leave_notice("hidden:1", 5, ago=ago)
    later = leave_notice("match:1", 2)

    async def script() -> None:
        old = f"ticket={ticket(['match:1'], Revocation('hidden:1', 4))}"
        for last_event_id in ("", str(seen.pk), str(later.pk), "999"):
            async with Reader(old, last_event_id=last_event_id) as reader:
                assert await read_to_the_end(reader) == [REFUSED]
        new = f"ticket={ticket(['match:1'], Revocation('hidden:1', 6))}"
        async with Reader(new, last_event_id=str(seen.pk)) as reader:
            assert await reader.next() == event(later)

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


def test_spectators_leave_places_to_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("live.hub.MOST_SPECTATORS", 1)
    phone = urlencode({"ticket": ticket(["match:1"], for_play=True)})

    async def script() -> None:
        async with Reader(query("match:1")), Reader(query("match:1")) as second:
            assert second.status == 503
            async with Reader(phone) as at_table, Reader(phone) as at_another:
                assert (at_table.status, at_another.status) == (200, 200)
        async with Reader(query("match:1")) as third:
            assert third.status == 200

    evening(script())


def test_an_address_has_its_most_streams(settings: Settings) -> None:
    settings.STREAMS_PER_ADDRESS = 2
    phone = urlencode({"ticket": ticket(["match:1"], for_play=True)})

    async def script() -> None:
        async with Reader(query("match:1"), peer=HERE), Reader(query("match:1"), peer=HERE):
            async with Reader(query("match:1"), peer=HERE) as third:
                assert (third.status, third.headers[b"retry-after"]) == (429, b"30")
                problem = json.loads(await third.body())
                assert problem["code"] == "too_many_streams_of_address"
                assert problem["params"] == {"wait": 30}
            # The hall's phones, other clients, and this machine itself have their places.
            for asked, peer in ((phone, HERE), (query("match:1"), "203.0.113.9")):
                async with Reader(asked, peer=peer) as other:
                    assert other.status == 200
        async with Reader(query("match:1"), peer=HERE) as again:
            assert again.status == 200

    evening(script())


def test_a_holder_has_its_most_streams_and_the_newest_of_them_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A phone that comes back again and again may have left streams that nobody has closed yet."""
    register_check("test", set)
    monkeypatch.setattr("live.hub.MOST_STREAMS_OF_HOLDER", 2)
    phone, other = (
        urlencode({"ticket": ticket(["match:1"], holder=Holder("test", name, ""), for_play=True)})
        for name in ("phone", "other")
    )

    async def script() -> None:
        async with Reader(other) as of_other, Reader(phone) as first, Reader(phone) as second:
            async with Reader(phone) as third:
                assert (await first.body(), await first.body()) == ("retry: 2000\n\n", "")
                assert not first.more
                assert len(hub) == 3
                notice = await elsewhere(leave_notice, "match:1", 1)
                for reader in (of_other, second, third):
                    assert await reader.next() == event(notice)
            # A place that was left is free again: nobody's stream ends.
            async with Reader(phone):
                notice = await elsewhere(leave_notice, "match:1", 2)
                assert await second.next() == event(notice)

    evening(script())
    assert len(hub) == 0


def test_a_holder_with_its_most_streams_comes_back_to_a_full_hall(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    register_check("test", set)
    monkeypatch.setattr("live.hub.MOST_STREAMS_OF_HOLDER", 1)
    monkeypatch.setattr("live.hub.MOST_LISTENERS", 1)
    holder = Holder("test", "phone", "")
    phone = urlencode({"ticket": ticket(["match:1"], holder=holder, for_play=True)})

    async def script() -> None:
        async with Reader(phone), Reader(phone) as again:
            assert again.status == 200
            notice = await elsewhere(leave_notice, "match:1", 1)
            assert await again.next() == event(notice)

    evening(script())


@pytest.mark.parametrize(
    ("proxies", "peers", "forwarded", "status"),
    [
        (1, (HERE, HERE), ("203.0.113.9", "203.0.113.9"), 429),
        (1, (HERE, HERE), ("203.0.113.9", "203.0.113.10"), 200),
        (0, (HERE, HERE), ("203.0.113.9", "203.0.113.10"), 429),
        (1, (HERE, HERE), ("1.1.1.1, 203.0.113.9", "2.2.2.2, 203.0.113.9"), 429),
        (0, ("127.0.0.1", "127.0.0.1"), ("", ""), 200),
        (0, ("2001:db8:1:2::7", "2001:db8:1:2:ffff::8"), ("", ""), 429),
        (0, ("2001:db8:1:2::7", "2001:db8:1:3::7"), ("", ""), 200),
        (0, (f"::ffff:{HERE}", HERE), ("", ""), 429),
    ],
)
def test_clients_are_told_apart_as_trusted_proxies_say(
    settings: Settings,
    proxies: int,
    peers: tuple[str, str],
    forwarded: tuple[str, str],
    status: int,
) -> None:
    settings.STREAMS_PER_ADDRESS, settings.TRUSTED_PROXIES = 1, proxies

    def ask(number: int) -> Reader:
        reader = Reader(query("match:1"), peer=peers[number])
        if forwarded[number]:
            header = (b"x-forwarded-for", forwarded[number].encode())
            reader.scope["headers"] = [header]
        return reader

    async def script() -> None:
        async with ask(0) as first, ask(1) as second:
            assert (first.status, second.status) == (200, status)

    evening(script())


def test_without_a_limit_an_address_has_any_number(settings: Settings) -> None:
    settings.STREAMS_PER_ADDRESS = 0

    async def script() -> None:
        readers = [Reader(query("match:1"), peer=HERE) for _ in range(5)]
        for reader in readers:
            await reader.__aenter__()
            assert reader.status == 200
        for reader in readers:
            await reader.__aexit__()

    evening(script())


@pytest.mark.parametrize(
    ("language", "words"), [("it", "Troppe pagine"), ("en", "Too many pages at your address")]
)
def test_the_server_says_in_words_why_a_stream_is_refused(
    settings: Settings, language: str, words: str
) -> None:
    settings.STREAMS_PER_ADDRESS = 1

    async def script() -> None:
        async with Reader(query("match:1"), peer=HERE):
            second = Reader(query("match:1"), peer=HERE)
            second.scope["headers"] = [(b"accept-language", language.encode())]
            await application(second.scope, second._receive, second._send)
            start, body = second.sent.get_nowait(), second.sent.get_nowait()
            assert start["status"] == 429
            assert json.loads(body["body"])["title"].startswith(words)

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
        assert tasks.count("Hub._poll_until_cancelled") == 1
        notice = await elsewhere(leave_notice, "match:1", 1)
        for reader in readers:
            assert await reader.next() == event(notice)
            await reader.__aexit__()

    evening(script())


def test_all_who_come_back_at_once_cost_as_few_queries_as_one() -> None:
    seen = leave_notice("match:1", 1, ago=60)
    last = leave_notice("match:1", 2, ago=30)
    asked = f"{query('match:1')}&last_event_id={seen.pk}"

    async def come_back(times: int) -> int:
        with QueriesOfAllThreads() as queries:
            readers = [Reader(asked) for _ in range(times)]
            for reader in readers:
                await reader.__aenter__()
            for reader in readers:
                assert await reader.next() == event(last)
            for reader in readers:
                await reader.__aexit__()
        return sum("live_notice" in sql and "IN (" in sql for sql in queries.seen)

    async def script() -> None:
        assert await come_back(1) >= 1
        # Those who come while one look is under way are seen by the next.
        assert await come_back(40) <= 4

    evening(script())


class QueriesOfAllThreads:
    """The statements that any connection of this process is asked."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def __enter__(self) -> Self:
        self._execute = CursorWrapper.execute

        def execute(cursor: Any, sql: Any, params: Any = None) -> Any:
            self.seen.append(str(sql))
            return self._execute(cursor, sql, params)

        CursorWrapper.execute = execute  # type: ignore[method-assign,assignment]
        return self

    def __exit__(self, *_error: object) -> None:
        CursorWrapper.execute = self._execute  # type: ignore[method-assign]


def test_readers_of_other_topics_are_told_nothing() -> None:
    async def script() -> None:
        async with Reader(query("match:1")) as one, Reader(query("match:2")) as other:
            await elsewhere(leave_notice, "match:1", 1)
            second = await elsewhere(leave_notice, "match:2", 2)
            await one.next()
            assert await other.next() == event(second)

    evening(script())


def test_many_readers_of_a_topic_are_told_to_spread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("live.hub.SPREAD_PER_LISTENER", 900)

    async def script() -> None:
        async with Reader(query("hall:1")) as one, Reader(query("hall:1", "match:2")) as two:
            await elsewhere(leave_notice, "match:2", 1)
            assert '"spread": 900' in await two.next()
            await elsewhere(leave_notice, "hall:1", 1)
            for reader in (one, two):
                assert '"spread": 1800' in await reader.next()

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


def test_a_poll_that_finds_no_thread_ends_no_stream(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine out of threads or memory raises what no database raises."""
    start, tries = Thread.start, count()

    def start_unless_first(thread: Thread) -> None:
        if thread.name.startswith("notices") and next(tries) == 0:
            raise RuntimeError("can't start new thread")
        start(thread)

    async def script() -> None:
        monkeypatch.setattr(Thread, "start", start_unless_first)
        async with Reader(query("match:1")) as reader:
            await reader.body()
            await asyncio.to_thread(wait_until, lambda: "cannot be read" in caplog.text)
            notice = await elsewhere(leave_notice, "match:1", 1)
            assert await reader.next() == event(notice)

    with caplog.at_level(logging.WARNING, "live.hub"):
        evening(script())
