"""The least CPU of the requests that programs make most often, in one process without a server."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from bench.django_setup import fresh, run
from bench.figures import Figure

PAIRS, SMALL = 129, 9
"""Pairs of the event that is read, and of the events whose hands are written."""
TIMES = 60


def measure() -> list[Figure]:
    with fresh("sqlite") as environment:
        # The test client asks as this host.
        environment["ALLOWED_HOSTS"] += ",testserver"
        made = run(environment, "-m", "bench.running", str(PAIRS), str(SMALL), str(SMALL))
        least = json.loads(run(environment, "-m", "bench.api_requests", made))
    return [Figure(name, milliseconds, "ms CPU") for name, milliseconds in least.items()]


def main() -> None:
    """Prints the milliseconds of each request; the argument is what ``bench.running`` prints."""
    import django

    django.setup()
    from django.test import Client

    made = json.loads(sys.argv[1])
    event, *small_events = made["events"]
    client = Client(headers={"Authorization": f"Token {made['token']}"})
    least = dict(_measure_reads(client, event))
    least |= _measure_lines(client, small_events)
    print(json.dumps(least))


def _measure_reads(client: Any, event: str) -> Iterator[tuple[str, float]]:
    root = "/api/v1/"
    ready = f"{root}pairings/?event={event}&state=READY"
    pairing = client.get(ready).json()["results"][0]
    entry = pairing["slots"][0]["entry"]["id"]
    addresses = {
        "a match": f"{root}matches/{pairing['match']}/",
        "its sheet": f"{root}matches/{pairing['match']}/lines/",
        "bracket": f"{root}events/{event}/bracket/",
        "standings": f"{root}events/{event}/standings/",
        "a page of pairings": f"{root}pairings/?event={event}",
        "a page of entries": f"{root}events/{event}/entries/",
        "an event": f"{root}events/{event}/",
        "a pairing": f"{root}pairings/{pairing['id']}/",
        "an entry": f"{root}entries/{entry}/",
        "rounds": f"{root}rounds/?event={event}",
        "an empty DRF view": "/bench/empty/",
    }
    for name, address in addresses.items():
        answer = client.get(address)
        assert answer.status_code == 200, answer.content
        yield name, _find_least(partial(client.get, address))
        if answer.has_header("ETag"):
            unchanged = partial(client.get, address, headers={"If-None-Match": answer["ETag"]})
            yield f"{name}, 304", _find_least(unchanged)


def _find_least(ask: Callable[[], object]) -> float:
    """The least milliseconds of several times: other work on the machine only adds to them."""
    return min(_time(ask) for _ in range(TIMES))


def _time(ask: Callable[[], object]) -> float:
    began = time.thread_time_ns()
    ask()
    return (time.thread_time_ns() - began) / 1e6


def _measure_lines(client: Any, events: list[str]) -> dict[str, float]:
    """Plays events by hands that any match can begin with; a result ends a match."""
    least: dict[str, float] = {}
    for event in events:
        rows = client.get(f"/api/v1/pairings/?event={event}&state=READY").json()["results"]
        for row in rows:
            version, is_over = 0, False
            while not is_over:
                # The other side gets some hands too, so that matches have different lengths.
                points: list[int | None] = [7, None]
                if version % 5 == 4:
                    points = [None, 6]
                body = {"kind": "hand", "data": {"points": points}, "version": version}
                headers = {"Idempotency-Key": f"{row['match']}-{version}"}
                path, kind = f"/api/v1/matches/{row['match']}/lines/", "application/json"
                began = time.thread_time_ns()
                answer = client.post(path, json.dumps(body), kind, headers=headers)
                taken = (time.thread_time_ns() - began) / 1e6
                assert answer.status_code == 201, answer.content
                match = answer.json()["match"]
                version, is_over = match["version"], match["state"]["over"]
                name = "a hand"
                if is_over:
                    name = "a result"
                least[name] = min(taken, least.get(name, taken))
    return least


if __name__ == "__main__":
    main()
