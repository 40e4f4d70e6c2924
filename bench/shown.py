"""Requests every page of an event in this installation and prints its cost."""

import gzip
import json
import sys
from random import Random
from statistics import median
from time import process_time
from typing import Any

import django

django.setup()

from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from bench.events import open_event  # noqa: E402
from config.cache import empty_caches  # noqa: E402
from config.memory import settle  # noqa: E402
from tournaments.models import Table  # noqa: E402
from tournaments.services.events.events import start_play  # noqa: E402
from tournaments.tasks import draw_here  # noqa: E402

TIMES = 5
TABLES = 64


def main() -> None:
    event, actor = open_event(int(sys.argv[1]), Random(1))
    Table.objects.bulk_create(Table(event=event, number=n + 1) for n in range(TABLES))
    draw_here(stage=event.stages.get(), word="Romagna", actor=actor, now=timezone.now())
    start_play(event=event, actor=actor, now=timezone.now())
    organizer = Client(headers={"host": "127.0.0.1"})
    organizer.force_login(
        User.objects.get(pk=actor.user_id or 0),
        backend="allauth.account.auth_backends.AuthenticationBackend",
    )
    desk, board = f"/desk/events/{event.pk}/", f"/events/{event.pk}/"
    pages = {
        "desk, today": desk,
        "desk, tables": f"{desk}tables/",
        "desk, entries": f"{desk}entries/",
        "desk, entries by surname": f"{desk}entries/?sort=surname",
        "desk, entries found": f"{desk}entries/?q=due99",
        "desk, results": f"{desk}results/",
        "desk, bracket": f"{desk}bracket/",
        "desk, bracket, finals": f"{desk}bracket/?section=finals",
        "desk, ranking": f"{desk}stages/1/ranking/",
        "desk, places": f"{desk}places/",
        "desk, what if": f"{desk}stages/1/what-if/",
        "desk, results from paper": f"{desk}results/",
        "desk, bracket by hand": f"{desk}stages/1/bracket/",
        "desk, prize list": f"{desk}prizes/list/",
        "desk, protests": f"{desk}protests/",
        "board, event": board,
        "board, find my table": f"{board}?q=Uno7",
        "board, bracket": f"{board}bracket/",
        "board, entries by surname": f"{board}entries/?sort=surname",
        "board, rounds": f"{board}rounds/",
        "board, places": f"{board}places/",
        "board, calendar": f"{board}stages/1/calendar/",
        "board, outlook": f"{board}stages/1/outlook/",
        "board, projector": f"{board}screen/",
    }
    public = Client(headers={"host": "127.0.0.1"})
    # As in the processes of the server, so that the same garbage is collected as there.
    settle()
    costs = {}
    for name, path in pages.items():
        client = organizer if name.startswith("desk") else public
        costs[name] = _measure_cost(client, path)
    print(json.dumps(costs))


def _measure_cost(client: Client, path: str) -> dict[str, float]:
    """CPU milliseconds with nothing kept, queries, and bytes as they go over the wire."""
    seconds = []
    for _ in range(TIMES + 1):
        empty_caches()
        began = process_time()
        answer: Any = client.get(path)
        seconds.append(process_time() - began)
        assert answer.status_code == 200, (path, answer.status_code)
    queries = 0

    def counted(execute: Any, *words: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*words)

    empty_caches()
    with connection.execute_wrapper(counted):
        client.get(path)
    size = len(gzip.compress(answer.content, 6))
    return {"ms": median(seconds[1:]) * 1000, "queries": queries, "bytes": size}


if __name__ == "__main__":
    main()
