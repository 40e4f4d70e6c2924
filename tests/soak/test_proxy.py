"""The bad network of the soak, before a server that only counts what reaches it."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from random import Random

import pytest

from soak.faults import RATES, RequestFate, Seconds, draw_fate
from soak.proxy import FaultyProxy
from soak.wire import WireRequest, read_request

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nready"
QUICK = Seconds(
    delay=(0, 0.01), late=(0.01, 0.02), duplicate=(0, 0.01), reorder=(5, 5), hang=(0.01, 0.01)
)


class CountingServer:
    """Answers every request alike and keeps its body."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.port = 0

    async def serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        request = await read_request(reader)
        assert request is not None
        self.bodies.append(request.body)
        writer.write(ANSWER)
        await writer.drain()
        writer.close()


@asynccontextmanager
async def proxied(*fates: RequestFate) -> AsyncIterator[tuple[FaultyProxy, CountingServer]]:
    """A proxy with these fates in their order, then none."""
    left = list(fates)
    server = CountingServer()
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    proxy = FaultyProxy(
        listening.sockets[0].getsockname()[1],
        Random(1),
        draw=lambda request, random: left.pop(0) if left else RequestFate.PASS,
        seconds=QUICK,
    )
    await proxy.start()
    try:
        yield proxy, server
    finally:
        await proxy.close()
        listening.close()


async def send(proxy: FaultyProxy, body: bytes, phone: str = "p01") -> bytes:
    """What the phone gets back; empty where the connection was cut."""
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    head = f"POST /api/v1/matches/1/lines/ HTTP/1.1\r\nHost: {phone}.localhost\r\n"
    writer.write(f"{head}Connection: keep-alive\r\nContent-Length: {len(body)}\r\n\r\n".encode())
    writer.write(body)
    try:
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def within() -> None:
        async with asyncio.timeout(20):
            await test()

    asyncio.run(within())


@pytest.mark.parametrize(
    ("fate", "reached", "answered"),
    [
        (RequestFate.PASS, 1, True),
        (RequestFate.DELAY, 1, True),
        (RequestFate.DELAY_ANSWER, 1, True),
        (RequestFate.LATE, 1, True),
        (RequestFate.DROP, 0, False),
        (RequestFate.LOSE_ANSWER, 1, False),
        (RequestFate.CUT_ANSWER, 1, False),
        (RequestFate.DUPLICATE, 2, True),
        (RequestFate.HANG, 0, False),
    ],
)
def test_each_fate_is_what_it_is_called(fate: RequestFate, reached: int, answered: bool) -> None:
    async def test() -> None:
        async with proxied(fate) as (proxy, server):
            answer = await send(proxy, b"nine to two")
            await proxy.drain()
            assert server.bodies == [b"nine to two"] * reached
            assert (answer == ANSWER) is answered
            assert proxy.counts["lines", fate] == 1

    run(test)


def test_a_request_is_overtaken_by_a_later_one() -> None:
    async def test() -> None:
        async with proxied(RequestFate.REORDER) as (proxy, server):
            first = asyncio.create_task(send(proxy, b"first"))
            while not proxy.counts:
                await asyncio.sleep(0)
            await send(proxy, b"second")
            assert await first == ANSWER
            assert server.bodies == [b"second", b"first"]

    run(test)


def test_a_phone_that_is_cut_off_reaches_nothing_until_it_is_back() -> None:
    async def test() -> None:
        async with proxied() as (proxy, server):
            proxy.block("p01")
            assert await send(proxy, b"lost") == b""
            assert await send(proxy, b"of another", phone="p02") == ANSWER
            proxy.unblock("p01")
            assert await send(proxy, b"back") == ANSWER
            assert server.bodies == [b"of another", b"back"]

    run(test)


def test_nothing_goes_wrong_on_a_calm_network() -> None:
    async def test() -> None:
        async with proxied(RequestFate.DROP) as (proxy, _):
            proxy.is_calm = True
            assert await send(proxy, b"safe") == ANSWER

    run(test)


def test_a_line_meets_every_fate_and_mostly_none() -> None:
    line = WireRequest("POST", "/api/v1/matches/1/lines/", "p01.localhost", b"", b"")
    random = Random(1)
    drawn = [draw_fate(line, random) for _ in range(5000)]
    assert set(drawn) == {RequestFate.PASS, *RATES["lines"]}
    assert drawn.count(RequestFate.PASS) > 2500
