"""The stream on PostgreSQL, where ids are given before commits, woken by Redis."""

import asyncio
import logging
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import connection, transaction

from live.models import Notice
from live.redis import CLIENT_NAME
from tests.live.reader import Reader, elsewhere, evening, leave_notice, query
from tests.live.serving import *  # noqa: F403
from tests.live.streaming import *  # noqa: F403
from tests.live.streaming import event
from tests.waiting import wait_until

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


@contextmanager
def our_redis() -> Iterator[redis.Redis]:
    with closing(redis.Redis.from_url(settings.REDIS_URL or "")) as client:
        yield client


def listening() -> set[str]:
    """The ids of the clients that listen for the streams of this test's Redis database."""
    with our_redis() as client:
        db = str(client.get_connection_kwargs().get("db", 0))
        clients: list[dict[str, Any]] = client.client_list()
    return {
        one["id"]
        for one in clients
        if one["name"] == CLIENT_NAME and one["db"] == db and one["sub"] != "0"
    }


@pytest.fixture
def hardly_ever_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("live.hub.PAUSE", 3600)


def test_redis_wakes_the_streams_at_once(hardly_ever_looks: None) -> None:
    async def script() -> None:
        async with Reader(query("match:1")) as reader:
            await asyncio.to_thread(wait_until, listening)
            for version in range(1, 4):
                notice = await elsewhere(leave_notice, "match:1", version)
                assert await reader.next() == event(notice)

    evening(script())


def test_redis_wakes_the_streams_again_after_it_was_away(hardly_ever_looks: None) -> None:
    def cut_off(client_id: str) -> None:
        with our_redis() as client:
            client.client_kill_filter(_id=client_id)
        wait_until(lambda: listening() - {client_id})

    async def script() -> None:
        async with Reader(query("match:1")) as reader:
            await asyncio.to_thread(wait_until, listening)
            (client_id,) = await asyncio.to_thread(listening)
            await asyncio.to_thread(cut_off, client_id)
            notice = await elsewhere(leave_notice, "match:1", 1)
            assert await reader.next() == event(notice)

    evening(script())


def test_a_hand_is_saved_and_told_without_redis(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:9/0"

    async def script() -> None:
        async with Reader(query("match:1")) as reader:
            await asyncio.to_thread(wait_until, lambda: "does not wake" in caplog.text)
            notice = await elsewhere(leave_notice, "match:1", 1)
            assert await reader.next() == event(notice)

    with caplog.at_level(logging.WARNING):
        evening(script())
    assert "streams not woken" in caplog.text
    assert "Traceback" not in caplog.text


def test_a_notice_that_was_numbered_first_and_committed_last_is_told() -> None:
    numbered, commit = threading.Event(), threading.Event()

    def slow() -> Notice:
        with transaction.atomic():
            notice = leave_notice("match:1", 1)
            numbered.set()
            assert commit.wait(30)
        return notice

    async def script() -> None:
        async with Reader(query("match:1")) as reader:
            first = asyncio.create_task(elsewhere(slow))
            await asyncio.to_thread(numbered.wait, 30)
            second = await elsewhere(leave_notice, "match:1", 2)
            assert await reader.next() == event(second)
            commit.set()
            notice = await first
            assert notice.pk < second.pk
            assert await reader.next() == event(notice)

    evening(script())


def test_a_database_that_hangs_up_ends_no_stream() -> None:
    def hang_up_on_all_others() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    async def script() -> None:
        async with Reader(query("match:1")) as reader:
            first = await elsewhere(leave_notice, "match:1", 1)
            assert await reader.next() == event(first)
            await elsewhere(hang_up_on_all_others)
            second = await elsewhere(leave_notice, "match:1", 2)
            assert await reader.next() == event(second)

    evening(script())
    connection.close()
