"""The evenings of the demo: one of the club's own, one of each other game, one of each format."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.utils.timezone import localdate

from accounts.actors import Actor
from competition.calendar import Calendar
from competition.cuts.cut import OfEach
from competition.prizes import PrizeBand
from scoring.core.format import best_of, read_format
from tournaments.demo.people import demo_entries, demo_pairs
from tournaments.models import Club, Event
from tournaments.playing import play_out
from tournaments.services.club.clubs import add_venue
from tournaments.services.events.calendars import set_calendar
from tournaments.services.events.events import EventPlan, create_event, open_entries, start_play
from tournaments.services.events.stages import StagePlan, add_stage
from tournaments.services.registration.arrivals import set_present
from tournaments.services.registration.entries import import_entries
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.results.simulation import ServiceWriter
from tournaments.tasks import draw_here, pair_here

WORD = "Romagna"
"""What the hall says at a draw."""
SITTINGS = {"rounds": 2, "table_size": 5}
SMALL_EVENINGS: Mapping[str, Mapping[str, Any]] = {
    "Mariglia di Sassari": best_of(3, "mariglia", {"target": 35}, {"target": 35}, {"target": 45}),
    "Marianna del lunedì": best_of(1, "marianna"),
    "Cinquecento alla siciliana": best_of(1, "cinquecento"),
    "Briscola 151 a due": best_of(3, "briscola_151"),
    "Mariaccia del mercato": best_of(3, "mariaccia"),
    "Trionfo a cinque": {"games": [{"game": "trionfo", "hands": 10}], "wins": None},
    "Maraffa e mariglia": {
        "games": [
            {"game": "marafon", "options": {"target": 31}},
            {"game": "mariglia", "options": {"target": 35}},
            {"game": "marafon"},
        ],
        "wins": 2,
    },
}
"""One of each other game, and one that mixes two."""
FEW, FEW_HANDS = 8, 10
SITTERS = 15
PAIRS = 64
TABLES = 16
HAND_DURATION = timedelta(minutes=3, seconds=20)
"""Of a hand at one table, with its deal and the talk about it."""
MAIN_EVENING_PLAYED = timedelta(hours=2, minutes=20)
"""Since the evening began: enough for the hands of a round and a half."""


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening of one format, with the number of pairs and of ``rounds`` already played out; or
    one round a week (``weekly``), the next of them today."""

    name: str
    format: str
    pairs: int
    rounds: int
    options: Mapping[str, Any] = field(default_factory=dict)
    final: OfEach | None = None
    weekly: bool = False
    prizes: Sequence[PrizeBand] = ()


ONE_GAME = best_of(1, "marafon", {"target": 31})
EVENINGS = (
    Evening("Martedì alla svizzera", "swiss", 12, 2, {"rounds": 4}),
    Evening("Danese del giovedì", "danese", 10, 2, {"rounds": 4}),
    Evening(
        "Gironi di San Vicinio",
        "groups",
        12,
        2,
        {"group_size": 4},
        OfEach(stage=1, of_each=2, runners_up=2),
    ),
    Evening("Campionato del bar", "round_robin", 6, 3, weekly=True),
    Evening("Doppia chance del Savio", "double_elimination", 8, 2),
    Evening(
        "Maraffa in piazza a Savignano",
        "consolation",
        PAIRS,
        1,
        {"places": 8},
        prizes=(PrizeBand(1, 1, "500 euro"), *(PrizeBand(n, n, "Un premio") for n in range(2, 9))),
    ),
)
"""One of each format that the others do not show."""


def main_evening(club: Club, actor: Actor, now: datetime, random: Random) -> Event:
    """The club's own: a knock-out of 64 pairs in the middle of its second round. It began some
    hours ago, so that its pages show times, a pace and a forecast as on a real evening."""
    begun_at = now - MAIN_EVENING_PLAYED
    venue = add_venue(club=club, name="Circolo del Savio", address="Sarsina", actor=actor)
    plan = EventPlan(
        name="Maraffa di Santa Lucia",
        date=localdate(begun_at),
        match_format=best_of(3, "marafon"),
        options={"third_place": True},
        venue=venue,
        tables=TABLES,
    )
    event = create_event(club=club, plan=plan, actor=actor, now=begun_at)
    event = open_entries(event=event, actor=actor, now=begun_at)
    import_entries(event=event, forms=demo_pairs(PAIRS, random), actor=actor, now=begun_at)
    for entry in event.entries.order_by("pk"):
        set_present(entry=entry, present=True, actor=actor, now=begun_at)
    draw_here(stage=event.stages.get(), word=WORD, actor=actor, now=begun_at)
    event = start_play(event=event, actor=actor, now=begun_at)
    clock = HallClock(begun_at, HAND_DURATION / TABLES)
    writer = ServiceWriter(event.pk, actor, clock, only_at_tables=True)
    # Half of the first round is at the tables, the other half follows it.
    play_out(writer, random, rounds=2)
    hands_of_second_round = TABLES * 8
    # How many hands the first round took is chance: the rest of the time is for these.
    clock.step = (now - clock.time) / hands_of_second_round
    play_out(writer, random, most_hands=hands_of_second_round)
    event.refresh_from_db()
    return event


@dataclass(slots=True)
class HallClock:
    """The clock on the wall of a simulated hall: each hand takes it one ``step`` further."""

    time: datetime
    step: timedelta

    def __call__(self) -> datetime:
        self.time += self.step
        return self.time


def game_evening(club: Club, actor: Actor, name: str, now: datetime, random: Random) -> None:
    """Eight entries, drawn, and their first hands played."""
    match_format = SMALL_EVENINGS[name]
    read = read_format(match_format)
    size, sits = read.players_a_side, read.sides > 2
    plan = EventPlan(
        name=name,
        date=now.date(),
        match_format=match_format,
        format="sittings" if sits else "single_elimination",
        options=SITTINGS if sits else {},
        venue=club.venues.first(),
        tables=FEW // 2,
    )
    event = create_event(club=club, plan=plan, actor=actor, now=now)
    event = open_entries(event=event, actor=actor, now=now)
    forms = demo_entries(SITTERS if sits else FEW, size, random)
    import_entries(event=event, forms=forms, actor=actor, now=now)
    draw_here(stage=event.stages.get(), word=WORD, actor=actor, now=now)
    event = start_play(event=event, actor=actor, now=now)
    play_out(ServiceWriter(event.pk, actor), random, most_hands=FEW_HANDS)


def format_evening(
    club: Club, actor: Actor, evening: Evening, now: datetime, random: Random
) -> Event:
    """An evening in play: its first rounds are over, the next has begun."""
    today = now.date()
    start = today - timedelta(weeks=evening.rounds) if evening.weekly else today
    plan = EventPlan(
        name=evening.name,
        date=start,
        match_format=ONE_GAME,
        format=evening.format,
        options=evening.options,
        venue=club.venues.first(),
        tables=evening.pairs // 2,
    )
    event = create_event(club=club, plan=plan, actor=actor, now=now)
    if evening.final is not None:
        final = StagePlan("single_elimination", evening.final.model_dump(mode="json"))
        add_stage(event=event, plan=final, actor=actor, now=now)
    if evening.prizes:
        set_prizes(event=event, bands=evening.prizes, actor=actor, now=now)
    event = open_entries(event=event, actor=actor, now=now)
    import_entries(event=event, forms=demo_pairs(evening.pairs, random), actor=actor, now=now)
    stage = event.stages.get(number=1)
    if evening.weekly:
        calendar = Calendar(start=start, weekdays=frozenset({start.weekday()}))
        set_calendar(stage=stage, calendar=calendar, actor=actor, now=now)
    draw_here(stage=stage, word=WORD, actor=actor, now=now)
    event = start_play(event=event, actor=actor, now=now)
    writer = ServiceWriter(event.pk, actor, clock=lambda: now)
    for _ in range(evening.rounds):
        play_out(writer, random, rounds=1)
        if evening.format in BY_ROUNDS:
            stage = event.stages.get(number=1)
            pair_here(stage=stage, actor=actor, now=now)
    play_out(writer, random, most_hands=FEW_HANDS)
    event.refresh_from_db()
    return event


BY_ROUNDS = ("swiss", "danese")
