"""A ranking out of the database and over HTTP, and what a result costs in a field of any size."""

import json

from bench.django_setup import fresh, run
from bench.figures import Figure
from bench.http import rate, serving

PAIRS = 1024
SMALL, LARGE = 64, 4096


def measure() -> list[Figure]:
    with fresh("sqlite") as environment:
        sizes = map(str, (PAIRS, SMALL, LARGE))
        made = json.loads(run(environment, "-m", "bench.ranked", *sizes))
        with serving(environment, made["token"]) as server:
            empty = rate(server, "/bench/empty/")
            addresses = {
                "ranking": f"/api/v1/stages/{made['stage']}/ranking/",
                "standings": f"/api/v1/events/{made['event']}/standings/",
            }
            rates = {}
            for name, path in addresses.items():
                status, headers, body = server.ask("GET", path)
                assert status == 200, body
                tag = next(value for key, value in headers.items() if key.casefold() == "etag")
                rates[name] = rate(server, path, {"If-None-Match": tag})
    small, large = (seconds * 1000 for seconds in made["results"])
    costs = {name: seconds * 1000 for name, seconds in made["costs"].items()}
    after = f"{PAIRS} pairs after nine rounds"
    return [
        Figure(f"places of {after}, from the database, CPU", costs["placings"], "ms", "≤ 200"),
        Figure("… standings of the event, with names, CPU", costs["standings"], "ms"),
        Figure("… ranking as the API tells it, CPU", costs["ranking"], "ms"),
        Figure("an empty DRF view", empty, "req/s"),
        *(
            Figure(f"{name}, 304, against the empty view", found / empty, "×", "≥ 0.6")
            for name, found in rates.items()
        ),
        Figure(f"a result stored in a field of {SMALL}, CPU", small, "ms"),
        Figure(f"a result stored in a field of {LARGE}, CPU", large, "ms"),
        Figure("… ratio of the two", large / small, "×", "≤ 1.2"),
    ]
