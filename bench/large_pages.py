"""The pages of an event of 4,096 pairs, the most that a bracket takes: CPU with nothing kept, and
queries (three of them, whether the worker lives, are otherwise asked every ten seconds)."""

import json

from bench.django_setup import fresh, run
from bench.figures import Figure

PAIRS = 4096


def measure() -> list[Figure]:
    with fresh("sqlite") as environment:
        run(environment, "-m", "django", "collectstatic", "--no-input", "--verbosity", "0")
        costs = json.loads(run(environment, "-m", "bench.shown", str(PAIRS)))
    figures = []
    for name, cost in costs.items():
        figures += [
            Figure(f"{name}, {PAIRS} pairs, CPU", cost["ms"], "ms", "≤ 300"),
            Figure(f"{name}, queries", cost["queries"], "", "≤ 12"),
        ]
    return figures
