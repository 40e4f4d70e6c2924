"""A bad network between phones and server: reads each request completely and draws its fate.

Every phone has its own host name: so it has its own storage, and can be cut off alone.
"""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any

from soak.faults import RequestFate, Seconds, classify_request, draw_fate
from soak.wire import LONGEST_HEAD, WireRequest, read_request

GONE = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError)
"""Raised by a connection that breaks."""
UPSTREAM_WITHIN = 60.0
LAST_REQUESTS = 100
"""How many requests of a phone are remembered, to explain why it is stuck: of those that write
lines and of all others."""
CHUNK = 65536

Draw = Callable[[WireRequest, Random], RequestFate]


class FaultyProxy:
    """Passes requests on to 127.0.0.1:``upstream``. With ``is_calm`` nothing goes wrong."""

    def __init__(
        self,
        upstream: int,
        random: Random,
        *,
        draw: Draw = draw_fate,
        seconds: Seconds | None = None,
    ) -> None:
        self.upstream = upstream
        self.is_calm = False
        self.port = 0
        self.counts: Counter[tuple[str, str]] = Counter()
        """Requests by kind and fate."""
        self.streams_cut = 0
        self._last: defaultdict[tuple[str, bool], deque[str]] = defaultdict(
            lambda: deque(maxlen=LAST_REQUESTS)
        )
        self._random = random
        self._draw = draw
        self._seconds = seconds or Seconds()
        self._blocked: set[str] = set()
        self._streams: defaultdict[str, set[StreamWriter]] = defaultdict(set)
        self._arrivals = 0
        self._arrived = asyncio.Condition()
        self._pending: set[asyncio.Task[Any]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=LONGEST_HEAD)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Closes all connections; delayed requests are dropped."""
        if self._server is not None:
            self._server.close()
        for streams in self._streams.values():
            for writer in list(streams):
                writer.transport.abort()
        for task in list(self._pending):
            task.cancel()
        await asyncio.gather(*self._pending, return_exceptions=True)

    async def drain(self) -> None:
        """Waits until every delayed request has reached the server or has failed."""
        while held := [task for task in self._pending if task.get_name() == "held"]:
            await asyncio.wait(held)

    def block(self, phone: str) -> None:
        """Cuts this phone off, including its stream."""
        self._blocked.add(phone)
        for writer in list(self._streams[phone]):
            writer.transport.abort()

    def unblock(self, phone: str) -> None:
        self._blocked.discard(phone)

    # One connection ------------------------------------------------------------------------------

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._pending.add(task)
        try:
            request = await read_request(reader)
            if request is not None:
                await self._carry(request, reader, writer)
        except GONE:
            pass
        finally:
            self._pending.discard(task)
            writer.close()

    async def _carry(
        self, request: WireRequest, reader: StreamReader, writer: StreamWriter
    ) -> None:
        if request.phone in self._blocked:
            self.counts[classify_request(request), "cut off"] += 1
            self._remember(request, "cut off")
            return
        if request.path == "/live/":
            self._remember(request, "stream")
            await self._stream(request, reader, writer)
            return
        fate = RequestFate.PASS
        if not self.is_calm:
            fate = self._draw(request, self._random)
        self.counts[classify_request(request), fate] += 1
        self._remember(request, fate)
        # A request that waits to be overtaken goes on after this one.
        async with self._arrived:
            self._arrivals += 1
            self._arrived.notify_all()
        await self._carry_out(fate, request, writer)

    def _remember(self, request: WireRequest, fate: str) -> None:
        # The key of the line that the request writes; else nothing.
        key = ""
        for header in request.head.split(b"\r\n"):
            name, _, value = header.partition(b":")
            if name.lower() == b"idempotency-key":
                key = value.strip().decode("latin-1")
        line = f"{monotonic():.1f} {request.method} {request.path} {key}: {fate}"
        self._last[request.phone, classify_request(request) == "lines"].append(line)

    def last_requests(self, phone: str) -> list[str]:
        """The last requests of a phone: when they came and what became of them."""
        return sorted([*self._last[phone, True], *self._last[phone, False]])

    async def _carry_out(
        self, fate: RequestFate, request: WireRequest, writer: StreamWriter
    ) -> None:
        """Does to a request what was drawn for it: on its way to the server, then on the way of its
        answer back."""
        match fate:
            case RequestFate.DROP:
                writer.transport.abort()
                return
            case RequestFate.HANG:
                await self._pause(*self._seconds.hang)
                return
            # Late requests do not depend on the phone's connection: they arrive even if the phone
            # is gone by then.
            case RequestFate.DELAY:
                answer = await self._ask_later(request, self._pause(*self._seconds.delay))
            case RequestFate.LATE:
                answer = await self._ask_later(request, self._pause(*self._seconds.late))
            case RequestFate.REORDER:
                answer = await self._ask_later(request, self._wait_for_a_later_one())
            case _:
                answer = await self._ask(request)
        await self._bring_answer(fate, request, answer, writer)

    async def _bring_answer(
        self, fate: RequestFate, request: WireRequest, answer: bytes, writer: StreamWriter
    ) -> None:
        """Brings the answer back to the phone, or a part of it, or nothing."""
        match fate:
            case RequestFate.LOSE_ANSWER:
                # The server has done it, and the phone does not know.
                writer.transport.abort()
                return
            case RequestFate.CUT_ANSWER:
                writer.write(answer[: self._random.randrange(len(answer) or 1)])
                await writer.drain()
                writer.transport.abort()
                return
            case RequestFate.DELAY_ANSWER:
                await self._pause(*self._seconds.delay)
            case RequestFate.DUPLICATE:
                again = self._ask_later(request, self._pause(*self._seconds.duplicate))
                # The phone gets one of the two answers.
                if self._random.random() >= 0.5:
                    answer = await again
        with suppress(*GONE):
            writer.write(answer)
            await writer.drain()

    # The two ends --------------------------------------------------------------------------------

    async def _ask(self, request: WireRequest) -> bytes:
        """The complete answer of the server; empty if it is down."""
        try:
            async with asyncio.timeout(UPSTREAM_WITHIN):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.upstream)
                try:
                    writer.write(request.raw)
                    await writer.drain()
                    answer = await reader.read()
                finally:
                    writer.close()
        except (*GONE, TimeoutError):
            answer = b""
        if classify_request(request) == "lines":
            # After ``HTTP/1.1`` and a space.
            status = answer[9:12].decode("latin-1") or "nothing"
            self._remember(request, f"the server says {status}")
        return answer

    def _ask_later(
        self, request: WireRequest, wait: Coroutine[Any, Any, None]
    ) -> "asyncio.Task[bytes]":
        async def ask() -> bytes:
            await wait
            return await self._ask(request)

        # ``drain`` finds it by its name, ``close`` in the set.
        task = asyncio.create_task(ask(), name="held")
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)
        return task

    async def _pause(self, least: float, most: float) -> None:
        await asyncio.sleep(self._random.uniform(least, most))

    async def _wait_for_a_later_one(self) -> None:
        before = self._arrivals
        with suppress(TimeoutError):
            async with asyncio.timeout(self._random.uniform(*self._seconds.reorder)):
                async with self._arrived:
                    await self._arrived.wait_for(lambda: self._arrivals > before)
                # Time for the later one to be answered first.
                await asyncio.sleep(0.2)

    # Streams --------------------------------------------------------------------------------------

    async def _stream(
        self, request: WireRequest, reader: StreamReader, writer: StreamWriter
    ) -> None:
        source, sink = await asyncio.open_connection("127.0.0.1", self.upstream)
        streams = self._streams[request.phone]
        streams.add(writer)
        life: float | None = None
        if not self.is_calm:
            life = self._random.expovariate(1 / self._seconds.stream)
        try:
            sink.write(request.raw)
            async with asyncio.timeout(life):
                await self._relay(source, reader, writer)
        except TimeoutError:
            self.streams_cut += 1
            writer.transport.abort()
        finally:
            streams.discard(writer)
            sink.close()

    async def _relay(
        self, source: StreamReader, reader: StreamReader, writer: StreamWriter
    ) -> None:
        """Passes the stream on until either end closes it."""

        async def copy() -> None:
            while piece := await source.read(CHUNK):
                writer.write(piece)
                await writer.drain()

        ends = {asyncio.create_task(copy()), asyncio.create_task(reader.read(1))}
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for end in ends:
                end.cancel()
            await asyncio.gather(*ends, return_exceptions=True)
