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
from tournaments.services.draws.draws import (  # noqa: E402
    make_draw_arguments,
    prepare_draw,
    say_word,
    store_draw,
)
from tournaments.tasks import compute_draw  # noqa: E402


def main() -> None:
    event, actor = open_event(int(sys.argv[1]), Random(1))
    seconds = []
    stage = event.stages.get()
    for number in range(5):
        now = timezone.now()
        draw = prepare_draw(stage=stage, reason=f"measure {number}", actor=actor, now=now)
        arguments = make_draw_arguments(say_word(draw=draw, word="Romagna", actor=actor, now=now))
        drawn = compute_draw(arguments, lambda done, total: None)
        began = process_time()
        store_draw(arguments=arguments, drawn=drawn, now=now)
        seconds.append(process_time() - began)
        event.refresh_from_db()
    print(json.dumps(median(seconds)))


if __name__ == "__main__":
    main()
