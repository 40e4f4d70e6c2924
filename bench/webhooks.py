"""Webhooks at fifty a second: the processor of the sender for each delivery, the time from the
change to its arrival, and what a change costs where nobody and where five endpoints listen."""

import json

from bench.django_setup import fresh, run
from bench.figures import Figure

VENDORS = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def measure() -> list[Figure]:
    figures = []
    for vendor, name in VENDORS.items():
        with fresh(vendor) as environment:
            environment["WEBHOOKS_ALLOW_LOOPBACK"] = "1"
            found = json.loads(run(environment, "-m", "bench.webhook_load").splitlines()[-1])
        share = 100 * 50 * found["cpu"]
        figures += [
            Figure(f"a delivery, CPU, {name}", 1000 * found["cpu"], "ms", "≤ 5"),
            Figure(f"50 deliveries a second, of a core, {name}", share, "%", "≤ 25"),
            Figure(f"from change to arrival, 95 %, {name}", 1000 * found["delay"], "ms", "≤ 1000"),
            Figure(f"a change that nobody listens to, CPU, {name}", found["unheard"], "ms", "≤ 1"),
            Figure(f"a change to five endpoints, CPU, {name}", found["heard"], "ms", "≤ 5"),
        ]
    return figures
