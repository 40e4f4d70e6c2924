"""Hands replayed card by card a second, from JSON documents to answers."""

import json
from random import Random

from bench.figures import Figure, cpu_seconds
from rules.registry import rulebook

HANDS = 2000


def measure() -> list[Figure]:
    book = rulebook("marafon")
    options = book.options({})
    random = Random(1)
    documents = [json.dumps(book.simulate(random, options, None)) for _ in range(HANDS)]

    def replay_all() -> None:
        for document in documents:
            json.dumps(book.replay(json.loads(document), options))

    seconds = cpu_seconds(replay_all)
    return [
        Figure("whole hands replayed a second, one process", HANDS / seconds, "hands/s", "≥ 5,000")
    ]
