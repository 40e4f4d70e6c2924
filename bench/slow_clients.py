"""A hand saved among three hundred slow clients of every kind, against one saved alone."""

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from bench.django_setup import ROOT, fresh, run
from bench.figures import Figure, percentile
from bench.http import HAND, SMALL, SMALL_EVENTS, Server, make_line_writer, serving, time_in_turn
from bench.listeners import TICKET
from tests.waiting import wait_until

OF_EACH_KIND = 75
HANDS = 400
READ_PAIRS = 512
"""Pairs of the event that slow readers ask for: an answer that no buffer of the system holds."""
PAUSE = 1.0
"""Seconds between two bytes."""
RECEIVE_BUFFER = 2048


def measure() -> list[Figure]:
    with fresh("sqlite") as environment:
        sizes = [str(READ_PAIRS)] + [str(SMALL)] * SMALL_EVENTS
        made = json.loads(run(environment, "-m", "bench.running", *sizes))
        large_event, *small_events = made["events"]
        paper = run(environment, "-c", TICKET).strip()
        with serving(environment, made["token"]) as server:
            writer = make_line_writer(server, small_events)
            (alone,) = time_in_turn(server, [writer], HANDS)
            with slow_clients(server, paper, large_event):
                (among,) = time_in_turn(server, [writer], HANDS)
    ratio = percentile(among[HAND], 95) / percentile(alone[HAND], 95)
    return [
        Figure("a hand saved alone, p95", percentile(alone[HAND], 95) * 1e3, "ms"),
        Figure(
            f"… among {4 * OF_EACH_KIND} slow clients, p95",
            percentile(among[HAND], 95) * 1e3,
            "ms",
        ),
        Figure("… ratio", ratio, "×", "≤ 2"),
    ]


@contextmanager
def slow_clients(server: Server, paper: str, event: str) -> Iterator[None]:
    """Slow clients of every kind, in a process of their own; those that are sent away come back."""
    port = server.connection.port
    command = [sys.executable, "-m", "bench.slow_clients", str(port), paper, event]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        wait_until(lambda: process.stdout.readline() == "ready\n")  # type: ignore[union-attr]
        yield
    finally:
        process.kill()
        process.wait()


Reader: TypeAlias = asyncio.StreamReader
Writer: TypeAlias = asyncio.StreamWriter
Client: TypeAlias = Callable[[Reader, Writer], Awaitable[None]]


async def run_clients(port: int, paper: str, event: str) -> None:
    """Says ``ready`` once every client has connected, and goes on until it is killed."""
    host = b"Host: 127.0.0.1\r\n"
    head = b"GET / HTTP/1.1\r\n" + host
    post = b"POST /api/v1/devices/ HTTP/1.1\r\n" + host + b"Content-Length: 5000\r\n\r\n"
    path = f"/api/v1/events/{event}/bracket/".encode()
    read = b"GET " + path + b" HTTP/1.1\r\n" + host + b"\r\n"
    listen = b"GET /live/?ticket=" + paper.encode() + b" HTTP/1.1\r\n" + host + b"\r\n"

    async def send_slowly(reader: Reader, writer: Writer) -> None:
        while not reader.at_eof():
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(PAUSE)

    async def read_slowly(reader: Reader, writer: Writer) -> None:
        while await reader.read(1):
            await asyncio.sleep(PAUSE)

    kinds: list[tuple[bytes, Client]] = [
        (head + b"X-Slow: ", send_slowly),
        (post, send_slowly),
        (read, read_slowly),
        (listen, read_slowly),
    ]
    connected = [asyncio.Event() for _ in range(len(kinds) * OF_EACH_KIND)]
    tasks = [
        asyncio.create_task(keep_client(port, first, client, event_))
        for (first, client), event_ in zip(kinds * OF_EACH_KIND, connected, strict=True)
    ]
    for each in connected:
        await each.wait()
    print("ready", flush=True)
    await asyncio.gather(*tasks)


async def keep_client(port: int, first: bytes, client: Client, connected: asyncio.Event) -> None:
    """One client, again and again."""
    while True:
        try:
            raw = socket.socket()
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
            raw.setblocking(False)  # noqa: FBT003
            await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", port))
            reader, writer = await asyncio.open_connection(sock=raw, limit=RECEIVE_BUFFER)
            writer.write(first)
            await writer.drain()
            connected.set()
            await client(reader, writer)
        except OSError:
            pass
        await asyncio.sleep(PAUSE)


if __name__ == "__main__":
    asyncio.run(run_clients(int(sys.argv[1]), sys.argv[2], sys.argv[3]))
