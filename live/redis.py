"""Signals new notices to all processes through Redis, if it is configured. This is only an
optimization: without a signal the hub polls within a second."""

import asyncio
from functools import cache

import redis
import structlog
from django.conf import settings
from redis.asyncio import Redis

log = structlog.get_logger(__name__)

CHANNEL = "la-bella:live:"
"""With the number of the Redis database behind it: channels are shared by all databases of a
server, and another installation there has notices of its own."""
CLIENT_NAME = "la-bella:live"
PATIENCE = 0.25
"""Seconds for which saving a hand may wait for Redis."""
AGAIN = 1.0
"""Seconds until an unreachable Redis is tried again."""


def signal_notices() -> None:
    """Wake the hubs of all processes. Failing is harmless: they poll anyway."""
    try:
        url = settings.REDIS_URL or ""
        _get_client(url).publish(get_channel(url), "")
    except redis.RedisError as error:
        log.warning("streams not woken", error=str(error))


def get_channel(url: str) -> str:
    """The channel of the installation that uses this Redis database."""
    return f"{CHANNEL}{_get_client(url).get_connection_kwargs().get('db', 0)}"


@cache
def _get_client(url: str) -> redis.Redis:
    """The one client of this process, with its pool of connections."""
    return redis.Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)


async def relay_wakeups(url: str | None, wakeup: asyncio.Event, stopped: asyncio.Event) -> None:
    """Set ``wakeup`` at each signal, until ``stopped``. Without an address return at once.

    Cancelling alone is not enough: the client may take it for a broken connection, and the loop
    would connect again.
    """
    while url and not stopped.is_set():
        try:
            client = Redis.from_url(url, client_name=CLIENT_NAME, socket_keepalive=True)
            async with client, client.pubsub(ignore_subscribe_messages=True) as channel:
                await channel.subscribe(get_channel(url))
                # Signals sent before this subscription are lost: poll once for what they announced.
                wakeup.set()
                while not stopped.is_set():
                    if await channel.get_message(timeout=AGAIN) is not None:
                        wakeup.set()
        except (redis.RedisError, OSError) as error:
            log.warning("Redis does not wake the streams", error=str(error))
        await asyncio.sleep(AGAIN)
