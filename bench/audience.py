"""``python -m bench.audience PORT EVENT MATCHES``: the spectators of an event, in one process.

Each opens a page, follows its stream, and reads the living part again after a notice, as
static/js/live.js and stream.js do: once for all notices of a while that the notice names, with the
tag that it has. Prints ``ready`` when all streams are open; then, for each line that it reads, what
was counted since the line before it, as JSON.
"""

import asyncio
import json
import re
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from itertools import cycle, islice
from random import Random
from time import monotonic
from typing import Any

from bench.load import LIVE

SPECTATORS = 1000
SHARES = {
    "": 40,
    "bracket/": 20,
    "rounds/": 10,
    "places/": 10,
    "stages/1/ranking/": 8,
    "screen/": 4,
    "sheet": 8,
}
"""Of a hundred spectators, how many look at which page of the event; ``sheet``: of a match."""
ENGLISH = 10
"""Every tenth reads English."""
OPENED_AT_ONCE = 8
SPREAD = 800
RETRY = 3.0
SET_COOKIE = re.compile(rb"set-cookie: ([^;\r]+)", re.IGNORECASE)
ETAG = re.compile(rb"\r\netag: ([^\r]+)", re.IGNORECASE)
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
NOTICE = re.compile(rb"data: (\{.*\})\n\n")


@dataclass
class Counts:
    """What the spectators have done and seen."""

    done: Counter[str] = field(default_factory=Counter)
    delays: list[float] = field(default_factory=list)
    """Seconds from the first notice to the answer of the request that it caused."""

    def as_json(self) -> str:
        return json.dumps({**self.done, "delays": [round(delay, 2) for delay in self.delays]})


class Client:
    """A kept connection of a browser, opened again when the server has closed it."""

    def __init__(self, port: int, language: str) -> None:
        self.port = port
        self.head = (
            f" HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Language: {language}\r\n"
            "Accept-Encoding: gzip\r\nUser-Agent: bench\r\n"
        )
        self.cookie = ""
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def get(self, path: str, tag: str = "") -> tuple[int, bytes, bytes]:
        """Status, head and body."""
        if self.writer is None or self.reader is None or self.reader.at_eof():
            self.close()
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(self.request(path, tag))
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(head)
        body = b""
        if length:
            body = await self.reader.readexactly(int(length[1]))
        for cookie in SET_COOKIE.findall(head):
            self.cookie = cookie.decode()
        return int(head[9:12]), head, body

    def request(self, path: str, tag: str = "") -> bytes:
        request = f"GET {path}{self.head}"
        if self.cookie:
            request += f"Cookie: {self.cookie}\r\n"
        if tag:
            request += f"If-None-Match: {tag}\r\n"
        return f"{request}\r\n".encode()

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


class Spectator:
    """One page that is open."""

    def __init__(self, client: Client, random: Random, counts: Counts) -> None:
        self.client = client
        self.random = random
        self.counts = counts
        self.tag = ""
        self.refetch: asyncio.Task[None] | None = None
        self.ticket = self.source = ""

    async def open(self, path: str) -> None:
        plain = self.client.head
        self.client.head = plain.replace("Accept-Encoding: gzip\r\n", "")
        status, _, body = await self.client.get(path)
        self.client.head = plain
        found = LIVE.search(body.decode())
        assert found is not None, f"{path}: {status}"
        self.ticket, self.source = unescape(found[1]), unescape(found[2])

    async def follow(self, opened: asyncio.Semaphore) -> None:
        """The stream, until it ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.client.port)
        writer.write(self.client.request(f"/live/?ticket={self.ticket}"))
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head, head
        opened.release()
        while True:
            event = await reader.readuntil(b"\n\n")
            notice = NOTICE.search(event)
            if notice and notice[1] != b"{}":
                self.counts.done["notices"] += 1
                self.heed(json.loads(notice[1]).get("spread", SPREAD))

    def heed(self, spread: int) -> None:
        if self.refetch is None:
            self.refetch = asyncio.create_task(self.read_again(spread / 1000))

    async def read_again(self, spread: float) -> None:
        """A notice that comes while the answer is under way is heeded after it."""
        began = monotonic()
        await asyncio.sleep(self.random.random() * spread)
        self.refetch = None
        try:
            status, head, body = await self.client.get(self.source, self.tag)
        except (OSError, asyncio.IncompleteReadError):
            self.client.close()
            self.counts.done["errors"] += 1
            return
        found = ETAG.search(head)
        self.tag = ""
        if found:
            self.tag = found[1].decode()
        self.counts.done[str(status)] += 1
        self.counts.done["bytes"] += len(head) + len(body)
        self.counts.delays.append(monotonic() - began)


def paths(event: str, matches: list[str]) -> list[str]:
    """What a hundred spectators open, well mixed."""
    sheets = cycle(matches)
    found: list[str] = []
    for page, share in SHARES.items():
        found += [page] * share
    Random(1).shuffle(found)
    opened: list[str] = []
    for page in found:
        if page == "sheet":
            opened.append(f"/matches/{next(sheets)}/")
        else:
            opened.append(f"/events/{event}/{page}")
    return opened


async def watch(port: int, event: str, matches: list[str]) -> None:
    counts, random = Counts(), Random(1)
    at_once, opened = asyncio.Semaphore(OPENED_AT_ONCE), asyncio.Semaphore(0)

    async def spectate(number: int, path: str) -> None:
        language = "it"
        if number % ENGLISH == 0:
            language = "en"
        spectator = Spectator(Client(port, language), random, counts)
        async with at_once:
            await spectator.open(path)
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                await spectator.follow(opened)
            counts.done["streams cut"] += 1
            await asyncio.sleep(RETRY)

    pages = islice(cycle(paths(event, matches)), SPECTATORS)
    tasks = [asyncio.create_task(spectate(*each)) for each in enumerate(pages)]
    all_opened: asyncio.Future[Any] = asyncio.gather(*(opened.acquire() for _ in tasks))
    first: list[asyncio.Future[Any]] = [*tasks, all_opened]
    done, _ = await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
    for each in done:
        each.result()
    print("ready", flush=True)
    loop = asyncio.get_running_loop()
    while await loop.run_in_executor(None, sys.stdin.readline):
        print(counts.as_json(), flush=True)
        counts.done.clear()
        counts.delays.clear()
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(watch(int(sys.argv[1]), sys.argv[2], sys.argv[3].split(",")))
