"""What a club pays for ten years behind it: 502 evenings, about 300,000 lines."""

import json

from bench.django_setup import fresh, run
from bench.figures import Figure


def measure() -> list[Figure]:
    figures = []
    for vendor in ("sqlite", "postgresql"):
        with fresh(vendor) as environment:
            run(environment, "-m", "django", "collectstatic", "--no-input", "--verbosity", "0")
            found = json.loads(run(environment, "-m", "bench.decade"))
        counts = found["counts"]
        figures.append(Figure(f"{counts['events']} events, lines, {vendor}", counts["lines"], ""))
        for name, before in found["before"].items():
            after = found["after"][name]
            figures += [
                Figure(f"{name}, CPU", after, "ms"),
                Figure("… against a club with two years behind it", after / before, "×", "≤ 1.5"),
            ]
    return figures
