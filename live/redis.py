"""Signals new notices through Redis, if there is one. This is only an optimization: without it the
streams poll within a second."""

import asyncio
from functools import cache

import redis
import structlog
from django.conf import settings
from redis.asyncio import Redis

log = structlog.get_logger(__name__)

CHANNEL = "la-bella:live"
CLIENT_NAME = "la-bella:live"
PATIENCE = 0.25
"""Seconds a hand that is being saved may wait for Redis."""
AGAIN = 1.0
"""Seconds until a Redis that went away is tried again."""


def wake() -> None:
    """Wakes the streams of every process."""
    try:
        _client(settings.REDIS_URL or "").publish(CHANNEL, "")
    except redis.RedisError as error:
        log.warning("streams not woken", error=str(error))


@cache
def _client(url: str) -> redis.Redis:
    """The one client of this process."""
    return redis.Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)


async def wakes(url: str | None, woken: asyncio.Event, ended: asyncio.Event) -> None:
    """Sets ``woken`` at each call, until ``ended``. Without an address it ends at once.

    To cancel it is not enough: the client may take the cancelling for a broken connection.
    """
    while url and not ended.is_set():
        try:
            await _listen(url, woken, ended)
        except (redis.RedisError, OSError) as error:
            log.warning("Redis does not wake the streams", error=str(error))
        await asyncio.sleep(AGAIN)


async def _listen(url: str, woken: asyncio.Event, ended: asyncio.Event) -> None:
    client = Redis.from_url(url, client_name=CLIENT_NAME, socket_keepalive=True)
    async with client, client.pubsub(ignore_subscribe_messages=True) as channel:
        await channel.subscribe(CHANNEL)
        woken.set()
        while not ended.is_set():
            if await channel.get_message(timeout=AGAIN) is not None:
                woken.set()
