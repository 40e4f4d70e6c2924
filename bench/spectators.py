"""A thousand spectators of 64 tables with a hand a second on the embedded server: what they take of
a core, requests for changed parts included, and how much longer a hand takes."""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random
from secrets import token_hex
from statistics import mean
from typing import Any

from bench.audience import SPECTATORS
from bench.django_setup import ROOT, fresh, run
from bench.figures import Figure, percentile
from bench.http import Server, serving
from scoring.core.format import read_format
from tournaments.playing import OpenMatch, after_write, simulate_hand

TABLES = 64
SECONDS = 30
"""Without spectators, and again with them; a hand each."""
SETTLING = 10.0
"""Seconds in which the last streams are opened and everything is shown once."""
FILES = 4096
"""Open files of a process: two connections for each spectator."""


class Tables:
    """Writes hands at all tables. Every other one is of the same match, so that results come."""

    def __init__(self, server: Server, event: str) -> None:
        self.server = server
        self.random = Random(1)
        path = f"/api/v1/pairings/?event={event}&state=CALLED&page_size=500"
        pairings = json.loads(server.ask("GET", path)[2])["results"]
        self.matches = [self.read(pairing["match"]) for pairing in pairings]
        self.turn = 0

    def read(self, match_id: int) -> OpenMatch:
        answer = json.loads(self.server.ask("GET", f"/api/v1/matches/{match_id}/")[2])
        return OpenMatch(answer["id"], answer["format"], answer["version"], answer["state"])

    def write_everywhere(self) -> None:
        for at in range(len(self.matches)):
            self.write(at)

    def write_next(self) -> float:
        """One hand; its seconds."""
        self.turn += 1
        open_ = [at for at, match in enumerate(self.matches) if not match.state["over"]]
        # The first open match comes to its end, so that results are written too.
        at = open_[0]
        if self.turn % 2 == 0:
            at = self.random.choice(open_)
        return self.write(at)

    def write(self, at: int) -> float:
        match = self.matches[at]
        data = simulate_hand(read_format(match.format), match.state, self.random)
        line = {"kind": "hand", "data": data, "version": match.version}
        key = {"Idempotency-Key": token_hex(12)}
        began = time.perf_counter()
        path = f"/api/v1/matches/{match.id}/lines/"
        status, _, body = self.server.ask("POST", path, line, key)
        seconds = time.perf_counter() - began
        assert status == 201, body
        written = json.loads(body)["match"]
        self.matches[at] = after_write(match, written["version"], written["state"])
        return seconds


class SpectatorProcess:
    """The process of the spectators."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def counts(self) -> Mapping[str, Any]:
        """What was counted since the last time."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        counts: Mapping[str, Any] = json.loads(self.process.stdout.readline())
        return counts


@contextmanager
def audience(server: Server, event: str, tables: Tables) -> Iterator[SpectatorProcess]:
    port, matches = str(server.connection.port), ",".join(str(each.id) for each in tables.matches)
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.audience", port, event, matches],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield SpectatorProcess(process)
    finally:
        process.kill()
        process.wait()


def measure() -> list[Figure]:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, most), most))
    with fresh("sqlite") as environment:
        # With the cache of an installation, which the other measures are without.
        environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
        run(environment, "-m", "django", "collectstatic", "--no-input", "--verbosity", "0")
        made = json.loads(run(environment, "-m", "bench.running", f"{2 * TABLES}@{TABLES}"))
        (event,) = made["events"]
        with serving(environment, made["token"]) as server:
            tables = Tables(server, event)
            tables.write_everywhere()
            alone = play(server, tables)
            with audience(server, event, tables) as spectators:
                play(server, tables, SETTLING)
                spectators.counts()
                watched = play(server, tables)
                counts = spectators.counts()
    (share_alone, hands_alone), (share, hands) = alone, watched
    ratio = percentile(hands, 95) / percentile(hands_alone, 95)
    answers = counts.get("200", 0) + counts.get("304", 0)
    errors = sum(counts.get(what, 0) for what in ("errors", "streams cut", "404", "500", "503"))
    delays = counts["delays"]
    return [
        Figure("a hand a second, no spectators, of a core", share_alone, "%"),
        Figure("… a hand saved, p50", percentile(hands_alone, 50) * 1e3, "ms"),
        Figure("… p95", percentile(hands_alone, 95) * 1e3, "ms"),
        Figure(f"the same with {SPECTATORS} spectators, of a core", share, "%", "≤ 25"),
        Figure("… a hand saved, p50", percentile(hands, 50) * 1e3, "ms"),
        Figure("… p95", percentile(hands, 95) * 1e3, "ms"),
        Figure("… p95 against that without spectators", ratio, "×", "≤ 2"),
        Figure("notices delivered", counts.get("notices", 0) / SECONDS, "/s"),
        Figure("parts read again", answers / SECONDS, "/s"),
        Figure("… of them answered with 304", 100 * counts.get("304", 0) / max(1, answers), "%"),
        Figure("… over the wire", counts.get("bytes", 0) / SECONDS / 1e3, "kB/s"),
        Figure("… after the notice, mean", mean(delays), "s"),
        Figure("… after the notice, p95", percentile(delays, 95), "s"),
        Figure("errors and streams cut", errors, "", "0"),
    ]


def play(server: Server, tables: Tables, seconds: float = SECONDS) -> tuple[float, list[float]]:
    """Writes one hand a second for ``seconds``; returns the share of a core in percent, and the
    seconds that each hand took."""
    server.connection.close()  # idle for so long that the server may have dropped it
    cpu, began, hands = server.cpu(), time.monotonic(), []
    for second in range(int(seconds)):
        time.sleep(max(0.0, began + second - time.monotonic()))
        hands.append(tables.write_next())
    time.sleep(max(0.0, began + seconds - time.monotonic()))
    return 100 * (server.cpu() - cpu) / (time.monotonic() - began), hands
