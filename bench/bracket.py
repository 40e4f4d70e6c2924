"""A 1,024-pair bracket: drawn and planned in the pure core, stored in both databases."""

import json
from random import Random

from bench.django_setup import fresh, run
from bench.figures import Figure, measure_cpu_seconds
from competition.draw.coin import Coin
from competition.draw.constraints import Constraints
from competition.formats import format_named
from competition.plan import Entrant

PAIRS = 1024
CLUBS = 40
SEEDS = 32


def measure() -> list[Figure]:
    format_ = format_named("single_elimination")
    options = format_.options({})
    random = Random(1)
    entrants: list[Entrant] = []
    for number in range(1, PAIRS + 1):
        seed: int | None = None
        if number <= SEEDS:
            seed = number
        entrants.append(Entrant(number, seed=seed, club=f"club {random.randrange(CLUBS)}"))
    coin = "5e" * 32
    order = format_.draw(entrants, options, Constraints(), Coin(coin))
    plan = measure_cpu_seconds(lambda: format_.plan(order, options))
    draw = measure_cpu_seconds(lambda: format_.draw(entrants, options, Constraints(), Coin(coin)))
    figures = [
        Figure(f"bracket of {PAIRS} planned, CPU", plan * 1000, "ms", "≤ 20"),
        Figure(f"{PAIRS} entrants of {CLUBS} clubs drawn apart, CPU", draw * 1000, "ms"),
    ]
    for vendor in ("sqlite", "postgresql"):
        with fresh(vendor) as environment:
            seconds = json.loads(run(environment, "-m", "bench.store", str(PAIRS)))
        figures.append(Figure(f"bracket of {PAIRS} stored in {vendor}, CPU", seconds, "s", "≤ 0.5"))
    return figures
