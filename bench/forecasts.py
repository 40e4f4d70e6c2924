"""How far forecasts of an evening are from its end, and what they cost."""

from bench.django_setup import fresh, run
from bench.figures import Figure

MODULE = "bench.forecast_errors"


def measure() -> list[Figure]:
    """A first look: ten evenings of each kind. ``measure_table`` has forty."""
    with fresh("sqlite") as environment:
        lines = run(environment, "-m", MODULE, "--figures").splitlines()
    figures = []
    for line in lines:
        if "\t" in line:
            what, value, unit, goal = line.split("\t")
            figures.append(Figure(what, float(value), unit, goal))
    return figures


def measure_table() -> list[Figure]:
    """Prints the table of docs/reference/forecast.md. A minute of CPU."""
    with fresh("sqlite") as environment:
        print(run(environment, "-m", MODULE))
    return []
