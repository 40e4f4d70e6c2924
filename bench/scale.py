"""Hands that several web processes save at once, on PostgreSQL and Redis: how many a second, and
what each takes of the processors."""

import json
import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from random import Random

from bench.django_setup import fresh, run
from bench.figures import Figure
from bench.http import Server, send_hands, serving

PAIRS = 256
WRITERS = 8
SECONDS = 15.0
REDIS = os.environ.get("BENCH_REDIS", "redis://127.0.0.1:6379/13")
TICKS = os.sysconf("SC_CLK_TCK")


def measure() -> list[Figure]:
    figures = []
    for processes in (1, 2):
        with fresh("postgresql") as environment:
            environment["REDIS_URL"] = REDIS
            sizes = [str(PAIRS)] * WRITERS
            made = json.loads(run(environment, "-m", "bench.running", *sizes))
            with ExitStack() as stack:
                starting = [serving(environment, made["token"]) for _ in range(processes)]
                servers = [stack.enter_context(each) for each in starting]
                figures += _measure_writers(servers, made["events"])
    return figures


def _measure_writers(servers: Sequence[Server], events: Sequence[str]) -> list[Figure]:
    web_cpu = sum(each.cpu() for each in servers)
    database_cpu = read_cpu_seconds("postgres")
    began = time.monotonic()
    with ThreadPoolExecutor(WRITERS) as pool:
        writers = [servers[at % len(servers)] for at in range(WRITERS)]
        hands = sum(pool.map(write_hands, writers, events))
    seconds = time.monotonic() - began
    web_cpu = sum(each.cpu() for each in servers) - web_cpu
    database_cpu = read_cpu_seconds("postgres") - database_cpu
    name = f"{len(servers)} web processes, {WRITERS} writers"
    return [
        Figure(f"{name}: hands and results saved", hands / seconds, "/s"),
        Figure("… CPU of the web for each", web_cpu / hands * 1e3, "ms"),
        Figure("… CPU of PostgreSQL for each", database_cpu / hands * 1e3, "ms"),
    ]


def write_hands(server: Server, event: str) -> int:
    """Writes hands of an event for a while, on a connection of its own; how many."""
    own = Server(
        server.process,
        HTTPConnection("127.0.0.1", server.connection.port, timeout=30),
        server.token,
    )
    ends_at, hands = time.monotonic() + SECONDS, 0
    for _ in send_hands(own, event, Random(1)):
        hands += 1
        if time.monotonic() >= ends_at:
            break
    return hands


def read_cpu_seconds(command: str) -> float:
    """CPU seconds of all running processes with this command name."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text(encoding="ascii", errors="replace")
        except OSError:
            continue
        if text[text.index("(") + 1 : text.rindex(")")] == command:
            total += sum(map(int, text.rpartition(")")[2].split()[11:13]))
    return total / TICKS
