"""Stores a drawn bracket in the database of this installation; prints the CPU seconds."""

import json
import sys
from random import Random
from statistics import median
from time import process_time

import django

django.setup()

from django.utils import timezone  # noqa: E402

from bench.events import open_event  # noqa: E402
from tournaments.services.draws import arguments_of, store_draw  # noqa: E402
from tournaments.tasks import compute_draw  # noqa: E402


def main() -> None:
    event, actor = open_event(int(sys.argv[1]), Random(1))
    seconds = []
    for number in range(5):
        arguments = arguments_of(event=event, reason=f"measure {number}", actor=actor)
        order, plan = compute_draw(arguments, lambda done, total: None)
        began = process_time()
        store_draw(arguments=arguments, order=order, plan=plan, now=timezone.now())
        seconds.append(process_time() - began)
        event.refresh_from_db()
    print(json.dumps(median(seconds)))


if __name__ == "__main__":
    main()
