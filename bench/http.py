"""The hot paths over HTTP, on the real server: a saved hand, a bracket, the standings."""

import json
import socket
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import chain
from pathlib import Path
from random import Random
from secrets import token_hex
from statistics import median
from typing import Any, TypeAlias

from bench.django_setup import ROOT, fresh, run
from bench.figures import Figure, percentile
from scoring.core.format import read_format
from serving.command import build_server_command
from tests.waiting import wait_until
from tournaments.playing import OpenMatch, after_write, simulate_hand

SMALL, LARGE = 11, 1001
"""Pairs of a small and a large event: 10 and 1,000 matches."""
SMALL_EVENTS = 5
"""The number of small events: one would soon be played out."""
HANDS = 400
GETS = 300
PAIRS = 1024
HAND, RESULT, ROW = "hand", "result", "row"
Timings: TypeAlias = Mapping[str, list[float]]
"""Seconds of requests, by what they have written."""


@dataclass
class Server:
    """A uvicorn process of a measured installation, and one kept connection to it."""

    process: subprocess.Popen[bytes]
    connection: HTTPConnection
    token: str
    seconds: float = 0.0
    """What the last request took, from its first byte to the last one of its answer."""

    def ask(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Status, headers and body of one request."""
        all_headers = {"Authorization": f"Token {self.token}", **(headers or {})}
        content = None
        if body is not None:
            content = json.dumps(body).encode()
            all_headers["Content-Type"] = "application/json"
        began = time.perf_counter()
        self.connection.request(method, path, content, all_headers)
        answer = self.connection.getresponse()
        answered = answer.read()
        self.seconds = time.perf_counter() - began
        return answer.status, dict(answer.getheaders()), answered

    def cpu(self) -> float:
        """CPU seconds that the process has used."""
        text = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        user, system = text.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / 100


@contextmanager
def serving(environment: Mapping[str, str], token: str) -> Iterator[Server]:
    """The installation, served as `make run` serves it."""
    port = find_free_port()
    process = subprocess.Popen(
        [
            *build_server_command(["--port", str(port)], graceful_seconds=1),
            "--log-level",
            "warning",
        ],
        env=dict(environment),
        cwd=ROOT,
    )
    try:
        wait_until(lambda: up(port))
        yield Server(process, HTTPConnection("127.0.0.1", port, timeout=30), token)
    finally:
        process.terminate()
        process.wait(10)


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def up(port: int) -> bool:
    try:
        connection = HTTPConnection("127.0.0.1", port, timeout=1)
        connection.request("GET", "/healthz/")
        return connection.getresponse().status == 200
    except OSError:
        return False


def measure() -> list[Figure]:
    figures = _measure_hands()
    # The rates of hands and results against a view that inserts one row.
    with fresh("postgresql") as environment:
        sizes = [str(SMALL)] * SMALL_EVENTS
        made = json.loads(run(environment, "-m", "bench.running", *sizes))
        with serving(environment, made["token"]) as server:
            writer = make_line_writer(server, made["events"])
            lines, rows = time_in_turn(server, [writer, lambda: _post_row(server)], HANDS)
    figures += _list_rates("postgresql", lines, rows)
    return [*figures, *_measure_reads()]


def _measure_hands() -> list[Figure]:
    """One writer saves hands in a small and in a large event, turn and turn about."""
    with fresh("sqlite") as environment:
        sizes = map(str, [LARGE] + [SMALL] * SMALL_EVENTS)
        made = json.loads(run(environment, "-m", "bench.running", *sizes))
        large_event, *small_events = made["events"]
        with serving(environment, made["token"]) as server:
            writers = [
                make_line_writer(server, small_events),
                make_line_writer(server, [large_event]),
            ]
            small, large, rows = time_in_turn(server, [*writers, lambda: _post_row(server)], HANDS)
    ratio = percentile(large[HAND], 50) / percentile(small[HAND], 50)
    return [
        Figure("a hand saved, event of 10 matches, p50", percentile(small[HAND], 50) * 1e3, "ms"),
        Figure("a hand saved, event of 10 matches, p95", percentile(small[HAND], 95) * 1e3, "ms"),
        Figure(
            "a hand saved, event of 1,000 matches, p50", percentile(large[HAND], 50) * 1e3, "ms"
        ),
        Figure(
            "a hand saved, event of 1,000 matches, p95",
            percentile(large[HAND], 95) * 1e3,
            "ms",
            "≤ 50",
        ),
        Figure("… 1,000 against 10 matches, ratio of p50", ratio, "×", "≤ 1.2"),
        *_list_rates("sqlite", small, rows),
    ]


def _list_rates(vendor: str, lines: Timings, rows: Timings) -> list[Figure]:
    row = percentile(rows[ROW], 50)
    return [
        Figure(f"a DRF view that inserts one row, p50, {vendor}", row * 1e3, "ms"),
        Figure("… rate of hands against it", row / percentile(lines[HAND], 50), "×", "≥ 0.6"),
        Figure("… rate of results against it", row / percentile(lines[RESULT], 50), "×", "≥ 0.3"),
    ]


def time_in_turn(server: Server, calls: list[Callable[[], str]], times: int) -> list[Timings]:
    """The seconds of each call's last request by what it has written, every call once a round, so
    that they share the load of the machine. What the simulated players think is not counted."""
    timings: list[Timings] = [defaultdict(list) for _ in calls]
    for turn in range(times):
        for call, taken in zip(calls, timings, strict=True):
            written = call()
            # The first tenth warms up caches and connections.
            if turn >= times // 10:
                taken[written].append(server.seconds)
    return timings


def make_line_writer(server: Server, events: Sequence[str]) -> Callable[[], str]:
    """Writes one more hand each time it is called, from match to match and event to event; says
    whether it decided the match."""
    random = Random(1)
    lines = chain.from_iterable(send_hands(server, event, random) for event in events)
    return lambda: next(lines)


def send_hands(server: Server, event: str, random: Random) -> Iterator[str]:
    while True:
        _, _, body = server.ask("GET", f"/api/v1/pairings/?event={event}&state=READY")
        pairings = json.loads(body)["results"]
        if not pairings:
            return
        for pairing in pairings:
            _, _, body = server.ask("GET", f"/api/v1/matches/{pairing['match']}/")
            document = json.loads(body)
            match = OpenMatch(
                document["id"], document["format"], document["version"], document["state"]
            )
            while not match.state["over"]:
                data = simulate_hand(read_format(match.format), match.state, random)
                status, _, body = server.ask(
                    "POST",
                    f"/api/v1/matches/{match.id}/lines/",
                    {"kind": "hand", "data": data, "version": match.version},
                    {"Idempotency-Key": token_hex(12)},
                )
                assert status == 201, body
                after = json.loads(body)["match"]
                match = after_write(match, after["version"], after["state"])
                if match.state["over"]:
                    yield RESULT
                else:
                    yield HAND


def _post_row(server: Server) -> str:
    status, _, body = server.ask("POST", "/bench/row/", {})
    assert status == 201, body
    return ROW


def _measure_reads() -> list[Figure]:
    with fresh("sqlite") as environment:
        made = json.loads(run(environment, "-m", "bench.running", str(PAIRS)))
        (event,) = made["events"]
        with serving(environment, made["token"]) as server:
            empty = rate(server, "/bench/empty/")
            figures = [Figure("an empty DRF view", empty, "req/s")]
            for what in ("bracket", "standings"):
                path = f"/api/v1/events/{event}/{what}/"
                status, headers, body = server.ask("GET", path)
                assert status == 200, body
                tags = [value for name, value in headers.items() if name.casefold() == "etag"]
                same = rate(server, path, {"If-None-Match": tags[0]})
                began = server.cpu()
                for _ in range(GETS // 10):
                    server.ask("GET", path)
                full = (server.cpu() - began) / (GETS // 10)
                figures += [
                    Figure(f"{what} of {PAIRS}, 304", same, "req/s"),
                    Figure("… against the empty view", same / empty, "×", "≥ 0.6"),
                    Figure(f"{what} of {PAIRS}, full answer, CPU", full * 1e3, "ms", "≤ 30"),
                    Figure(f"{what} of {PAIRS}, size", len(body) / 1024, "KiB"),
                ]
    return figures


def rate(server: Server, path: str, headers: Mapping[str, str] | None = None) -> float:
    """Requests a second, one after another, from the median of three rounds."""

    def once() -> float:
        began = time.perf_counter()
        for _ in range(GETS):
            server.ask("GET", path, None, headers)
        return GETS / (time.perf_counter() - began)

    return median(once() for _ in range(3))
