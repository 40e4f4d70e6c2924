"""``python -m bench.load ADDRESS``: a load test of any installation, over its API and its pages.

It makes an event of its own with the token's club, has a pair of hands written at every table while
spectators read pages and follow streams as browsers do, and prints p50, p95 and errors. Status 1 if
there was an error.
"""

import argparse
import asyncio
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import unescape
from random import Random
from time import monotonic, perf_counter
from typing import Any
from uuid import uuid4

import httpx

from bench.figures import Figure, percentile, table

LIVE = re.compile(r'data-live="([^"]+)" data-source="([^"]+)"')
FORMAT = {"games": [{"game": "marafon"}] * 15, "wins": 8}
"""So long that no match ends within a minute."""
POINTS_A_HAND = 11
PATIENCE = 30.0
"""Seconds that a request may take. A hand without an answer is sent again, with its key."""
PAGES = ("", "bracket/", "places/", "screen/")
READ_AGAIN = 20.0
"""Seconds, about, after which a spectator opens another page."""
REFETCHED_WITHIN = 1.0
"""Seconds after a notice in which a page asks for its living part."""
LOWEST_ERROR = 400


@dataclass(frozen=True)
class LoadPlan:
    """The load on an installation. ``pace``: seconds between two hands at a table."""

    address: str
    token: str
    tables: int
    spectators: int
    seconds: float
    pace: float
    seed: int


@dataclass
class Measures:
    """What was measured: seconds of every answer by kind, and what was not answered well."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: Counter[str] = field(default_factory=Counter)
    repeated: int = 0
    notices: int = 0

    def figures(self, duration: float) -> list[Figure]:
        found = []
        for kind, seconds in sorted(self.seconds.items()):
            found += [
                Figure(f"{kind}, p50", percentile(seconds, 50) * 1000, "ms"),
                Figure(f"{kind}, p95", percentile(seconds, 95) * 1000, "ms"),
                Figure(f"{kind}, rate", len(seconds) / duration, "1/s"),
            ]
        return [
            *found,
            Figure("notices heard by all spectators", self.notices, ""),
            Figure("hands sent again", self.repeated, ""),
            Figure("errors", self.errors.total(), "", "0"),
        ]


class Load:
    """One run."""

    def __init__(self, plan: LoadPlan, client: httpx.AsyncClient) -> None:
        self.plan = plan
        self.client = client
        self.measures = Measures()
        self.random = Random(plan.seed)
        self.token = {"Authorization": f"Token {plan.token}"}

    async def run(self) -> Measures:
        event = await self.make_event()
        matches = await self.read_matches(event)
        people = [self.watch(event) for _ in range(self.plan.spectators)]
        tasks = [asyncio.create_task(each) for each in [*map(self.write, matches), *people]]
        try:
            done, _ = await asyncio.wait(
                tasks, timeout=self.plan.seconds, return_when=asyncio.FIRST_EXCEPTION
            )
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.put_away(event)
        return self.measures

    async def make_event(self) -> str:
        """A drawn and started event, which is listed nowhere."""
        (club, *_) = (await self.tell("GET", "clubs/"))["results"]
        plan = {
            "club": club["id"],
            "name": f"Load test {uuid4().hex[:6]}",
            "date": datetime.now(UTC).date().isoformat(),
            "match_format": FORMAT,
            "tables": self.plan.tables,
            "visibility": "LINK",
        }
        event: str = (await self.tell("POST", "events/", plan))["id"]
        await self.tell("POST", f"events/{event}/open/")
        for number in range(2 * self.plan.tables):
            players = [
                {"first_name": "Loris", "last_name": f"{end} {number}"} for end in ("Uno", "Due")
            ]
            await self.tell("POST", f"events/{event}/entries/", {"players": players})
        job = await self.tell("POST", f"events/{event}/draw/", {"word": "Romagna"})
        deadline = monotonic() + PATIENCE
        while job["state"] != "DONE":
            if monotonic() > deadline or job["state"] == "FAILED":
                sys.exit(f"the draw is {job['state']}: does a worker run?")
            await asyncio.sleep(0.2)
            job = await self.tell("GET", f"jobs/{job['id']}/")
        await self.tell("POST", f"events/{event}/start/")
        return event

    async def put_away(self, event: str) -> None:
        """The event stays with its club, cancelled and archived: it is in nobody's way."""
        await self.tell("PATCH", f"events/{event}/", {"visibility": "CLUB"})
        await self.tell("POST", f"events/{event}/cancel/", {"reason": "Load test"})
        await self.tell("POST", f"events/{event}/archive/")

    async def read_matches(self, event: str) -> list[int]:
        path = f"pairings/?event={event}&state=READY&state=CALLED&page_size=500"
        return [pairing["match"] for pairing in (await self.tell("GET", path))["results"]]

    async def tell(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """An answer of the API that the load needs. Ends the run if it is a refusal."""
        answer = await self.client.request(method, f"/api/v1/{path}", json=body, headers=self.token)
        if answer.status_code >= LOWEST_ERROR:
            sys.exit(f"{method} {path}: {answer.status_code} {answer.text[:500]}")
        return answer.json()

    async def write(self, match: int) -> None:
        """The hands of one table, one after the other."""
        version, is_over = 0, False
        while not is_over:
            await asyncio.sleep(self.random.uniform(0, 2 * self.plan.pace))
            points = [self.random.randrange(POINTS_A_HAND + 1), None]
            line = {"kind": "hand", "data": {"points": points}, "version": version}
            key = {"Idempotency-Key": uuid4().hex}
            answer = None
            while answer is None:
                answer = await self.ask(
                    "hand saved", "POST", f"/api/v1/matches/{match}/lines/", json=line,
                    headers={**self.token, **key},
                )  # fmt: skip
                if answer is None:
                    self.measures.repeated += 1
                    await asyncio.sleep(1)
            written = answer.json()["match"]
            version, is_over = written["version"], written["state"]["over"]

    async def watch(self, event: str) -> None:
        """One spectator: a page, its stream, and its living part after every notice."""
        await asyncio.sleep(self.random.uniform(0, min(5.0, self.plan.seconds / 4)))
        while True:
            path = f"/events/{event}/{self.random.choice(PAGES)}"
            page = await self.ask("page opened", "GET", path)
            found: re.Match[str] | None = None
            if page is not None:
                found = LIVE.search(page.text)
            if found is None:
                await asyncio.sleep(1)
                continue
            with suppress(TimeoutError, httpx.HTTPError):
                async with asyncio.timeout(READ_AGAIN * self.random.uniform(0.5, 1.5)):
                    await self.follow(unescape(found[1]), unescape(found[2]))

    async def follow(self, ticket: str, source: str) -> None:
        tag, due = "", asyncio.Event()

        async def refetch() -> None:
            nonlocal tag
            while True:
                await due.wait()
                await asyncio.sleep(self.random.uniform(0, REFETCHED_WITHIN))
                due.clear()
                answer = await self.ask(
                    "part read again", "GET", source, headers={"If-None-Match": tag}
                )
                if answer is not None:
                    tag = answer.headers.get("ETag", tag)

        refetching = asyncio.create_task(refetch())
        try:
            began = perf_counter()
            timeout = httpx.Timeout(PATIENCE, read=None)
            url = f"/live/?ticket={ticket}"
            async with self.client.stream("GET", url, timeout=timeout) as stream:
                if stream.status_code >= LOWEST_ERROR:
                    self.measures.errors[f"stream: {stream.status_code}"] += 1
                    await asyncio.sleep(1)
                    return
                self.measures.seconds["stream opened"].append(perf_counter() - began)
                async for line in stream.aiter_lines():
                    if line.startswith("id: "):
                        self.measures.notices += 1
                        due.set()
        finally:
            refetching.cancel()

    async def ask(self, kind: str, method: str, url: str, **more: Any) -> httpx.Response | None:
        """A measured request; None, and an error, where it was not answered well."""
        began = perf_counter()
        try:
            answer = await self.client.request(method, url, **more)
        except httpx.HTTPError as error:
            self.measures.errors[f"{kind}: {type(error).__name__}"] += 1
            return None
        if answer.status_code >= LOWEST_ERROR:
            self.measures.errors[f"{kind}: {answer.status_code}"] += 1
            return None
        self.measures.seconds[kind].append(perf_counter() - began)
        return answer


async def measure_load(plan: LoadPlan) -> Measures:
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(
        base_url=plan.address, timeout=PATIENCE, limits=limits, follow_redirects=False
    ) as client:
        return await Load(plan, client).run()


def parse_plan() -> LoadPlan:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("address", help="such as https://carte.example.org")
    parser.add_argument("--token", default=os.environ.get("TOKEN", ""), help="default: $TOKEN")
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--spectators", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument(
        "--pace", type=float, default=5.0, help="seconds between two hands at a table"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if not given.token:
        parser.error("a token that may write is needed: --token or $TOKEN (made at /desk/tokens/)")
    return LoadPlan(**vars(given))


def main() -> None:
    plan = parse_plan()
    measures = asyncio.run(measure_load(plan))
    print(table(measures.figures(plan.seconds)))
    if measures.errors:
        sys.exit("\n".join(f"{count:6} {what}" for what, count in measures.errors.most_common()))


if __name__ == "__main__":
    main()
