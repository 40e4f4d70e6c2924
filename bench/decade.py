"""Ten years of a club: an evening a week, then tonight. Prints what pages and hands cost after
two years and after ten, in this installation."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from secrets import token_hex
from statistics import median
from time import process_time
from typing import Any
from uuid import UUID, uuid4

import django

django.setup()

from django.db import connection  # noqa: E402
from django.db.models import Model  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.actors import Actor  # noqa: E402
from accounts.models import User  # noqa: E402
from bench.events import open_event  # noqa: E402
from config.cache import empty_caches  # noqa: E402
from scoring.core.format import read_format  # noqa: E402
from scoring.core.lines import HAND  # noqa: E402
from scoring.models import Line, Match  # noqa: E402
from tournaments.models import (  # noqa: E402
    Draw,
    Entry,
    EntryPlayer,
    Event,
    Group,
    Pairing,
    Round,
    Slot,
    Stage,
    Table,
)
from tournaments.playing import play_out, simulate_hand  # noqa: E402
from tournaments.services.events.events import finish_event, start_play  # noqa: E402
from tournaments.services.results.simulation import ServiceWriter  # noqa: E402
from tournaments.tasks import draw_here  # noqa: E402

TWO_YEARS, TEN_YEARS = 104, 502
"""Evenings after two years and after ten; the lists of pages are full after two."""
PAIRS = 32
TIMES = 15
OFFSET = 1_000_000
"""Between the ids of an evening and those of its next copy."""
COPIED: tuple[type[Model], ...] = (
    Entry,
    EntryPlayer,
    Table,
    Stage,
    Draw,
    Group,
    Round,
    Match,
    Line,
    Pairing,
    Slot,
)


@dataclass(frozen=True)
class Tonight:
    """The running event, and who looks at it."""

    event: Event
    actor: Actor

    def measure(self) -> dict[str, float]:
        """CPU milliseconds of pages with nothing kept, and of a hand, by what is measured."""
        public, inside = (Client(headers={"host": "127.0.0.1"}) for _ in range(2))
        inside.force_login(
            User.objects.get(pk=self.actor.user_id or 0),
            backend="allauth.account.auth_backends.AuthenticationBackend",
        )
        found = {
            "the first page of all events": lambda: get(public, "/"),
            "the list of events, API": lambda: get(public, "/api/v1/events/"),
            "the desk of the club": lambda: get(inside, "/desk/"),
            "the page of tonight": lambda: get(public, f"/events/{self.event.pk}/"),
            "the tables of tonight": lambda: get(inside, f"/desk/events/{self.event.pk}/tables/"),
        }
        costs = {name: milliseconds(call) for name, call in found.items()}
        hands = write_hands(self.event, self.actor, Random(1))
        return {**costs, "a hand saved": milliseconds(lambda: next(hands))}


def write_hands(event: Event, actor: Actor, random: Random) -> Iterator[None]:
    """Writes one more hand each time it is advanced, from match to match."""
    writer = ServiceWriter(event.pk, actor)
    for match in writer.playable():
        now = match
        while not now.state["over"]:
            data = simulate_hand(read_format(now.format), now.state, random)
            now = writer.write(now, HAND, data, token_hex(12))
            yield


def get(client: Client, path: str) -> None:
    empty_caches()
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)


def milliseconds(call: Callable[[], None]) -> float:
    """CPU, median."""
    seconds = []
    for _ in range(TIMES + 2):
        began = process_time()
        call()
        seconds.append(process_time() - began)
    return median(seconds[2:]) * 1000


def main() -> None:
    event, actor = open_event(PAIRS, Random(1))
    draw_here(stage=event.stages.get(), word="Romagna", actor=actor, now=timezone.now())
    event = start_play(event=event, actor=actor, now=timezone.now())
    play_out(ServiceWriter(event.pk, actor), Random(1))
    event = finish_event(event=event, actor=actor, now=timezone.now())
    tonight = begin_tonight(actor)
    copy_evenings(event, range(1, TWO_YEARS))
    before = tonight.measure()
    copy_evenings(event, range(TWO_YEARS, TEN_YEARS))
    after = tonight.measure()
    counts = {"events": Event.objects.count(), "lines": Line.objects.count()}
    print(json.dumps({"before": before, "after": after, "counts": counts}))


def begin_tonight(actor: Actor) -> Tonight:
    event, _ = open_event(PAIRS, Random(2))
    club = Event.objects.exclude(pk=event.pk).get().club
    Event.objects.filter(pk=event.pk).update(club=club)
    event.refresh_from_db()
    draw_here(stage=event.stages.get(), word="Romagna", actor=actor, now=timezone.now())
    return Tonight(start_play(event=event, actor=actor, now=timezone.now()), actor)


def copy_evenings(event: Event, numbers: Iterable[int]) -> None:
    """Copies this evening with all its rows to earlier weeks; ``numbers`` are weeks before it."""
    ids = {model: find_id_range(model, event) for model in COPIED}
    for number in numbers:
        pk = uuid4()
        copied = Event.objects.get(pk=event.pk)
        copied.pk, copied.date = pk, event.date - timedelta(weeks=number)
        copied.save(force_insert=True)
        with connection.cursor() as cursor:
            for model in COPIED:
                cursor.execute(*copy_statement(model, ids[model], number * OFFSET, pk))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def find_id_range(model: type[Model], event: Event) -> tuple[int, int]:
    """The first and the last id of an event's rows, which were made before those of any other."""
    paths = {
        Line: "match__pairing__event",
        Match: "pairing__event",
        Slot: "pairing__event",
        Round: "group__stage__event",
        Group: "stage__event",
        Draw: "stage__event",
    }
    rows = model._base_manager.filter(**{paths.get(model, "event"): event})  # noqa: SLF001
    found = sorted(rows.values_list("pk", flat=True))
    if not found:
        return 0, 0
    return found[0], found[-1]


def copy_statement(
    model: type[Model], ids: tuple[int, int], offset: int, event: UUID
) -> tuple[str, list[Any]]:
    """SQL that copies the rows of these ids: each id, and each reference to a copied row, becomes
    larger by ``offset``."""
    meta = model._meta  # noqa: SLF001
    columns, values, parameters = [], [], []
    for field in meta.concrete_fields:
        columns.append(f'"{field.column}"')
        if field.related_model is Event:
            values.append("%s")
            parameters.append(event if connection.vendor == "postgresql" else event.hex)
        elif field.primary_key or field.related_model in COPIED:
            values.append(f'"{field.column}" + {offset}')
        else:
            values.append(f'"{field.column}"')
    table = meta.db_table
    sql = f'INSERT INTO "{table}" ({", ".join(columns)}) SELECT {", ".join(values)} FROM "{table}"'
    return f"{sql} WHERE id BETWEEN {ids[0]} AND {ids[1]}", parameters


if __name__ == "__main__":
    main()
