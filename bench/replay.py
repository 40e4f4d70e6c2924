"""Hands replayed card by card a second, from JSON documents to answers: every game there is."""

import json
from random import Random

from bench.figures import Figure, measure_cpu_seconds
from rules.registry import AnyRulebook, rulebooks

HANDS = 2000
GOALS = {"marafon": "≥ 5,000", "mariglia": "≥ 5,000"}


def measure_replay(book: AnyRulebook) -> float:
    """Whole hands a second, under the default options."""
    options = book.read_options({})
    random = Random(1)
    documents = [json.dumps(book.simulate(random, options, None)) for _ in range(HANDS)]

    def replay_all() -> None:
        for document in documents:
            json.dumps(book.replay(json.loads(document), options))

    return HANDS / measure_cpu_seconds(replay_all)


def measure() -> list[Figure]:
    return [
        Figure(
            f"{book.name}: whole hands replayed a second, one process",
            measure_replay(book),
            "hands/s",
            GOALS.get(book.name, ""),
        )
        for book in rulebooks()
    ]
