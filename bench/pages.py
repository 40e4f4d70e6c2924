"""The pages of an event of 1,024 pairs: CPU with nothing kept, queries (one of them, whether the
worker lives, is otherwise asked every ten seconds), bytes over the wire."""

import json

from bench.django_setup import fresh, run
from bench.figures import Figure

PAIRS = 1024


def measure() -> list[Figure]:
    with fresh("sqlite") as environment:
        run(environment, "-m", "django", "collectstatic", "--no-input", "--verbosity", "0")
        costs = json.loads(run(environment, "-m", "bench.shown", str(PAIRS)))
    figures = []
    for name, cost in costs.items():
        figures += [
            Figure(f"{name}, {PAIRS} pairs, CPU", cost["ms"], "ms", "≤ 100"),
            Figure(f"{name}, queries", cost["queries"], "", "≤ 13"),
            Figure(f"{name}, over the wire", cost["bytes"] / 1000, "kB", "≤ 100"),
        ]
    return figures
