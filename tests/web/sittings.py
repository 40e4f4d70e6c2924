"""Evenings at tables where each plays for himself."""

from random import Random

from accounts.actors import SYSTEM
from tests.factories import NOW
from tournaments.demo import demo_entries
from tournaments.models import Club, Event
from tournaments.services.events.events import EventPlan, create_event, open_entries, start_play
from tournaments.services.registration.entries import import_entries
from tournaments.tasks import draw_here

TEN_HANDS = {"games": [{"game": "trionfo", "options": {}, "hands": 10}], "wins": None}


def make_sittings(club: Club, players: int, tables: int) -> Event:
    """Two sittings at tables of five; play has begun."""
    plan = EventPlan(
        name="Trionfo",
        date=NOW.date(),
        match_format=TEN_HANDS,
        format="sittings",
        options={"rounds": 2},
        tables=tables,
    )
    event = create_event(club=club, plan=plan, actor=SYSTEM, now=NOW)
    event = open_entries(event=event, actor=SYSTEM, now=NOW)
    forms = demo_entries(players, 1, Random(players))
    import_entries(event=event, forms=forms, actor=SYSTEM, now=NOW)
    draw_here(stage=event.stages.get(), word="Romagna", actor=SYSTEM, now=NOW)
    event.refresh_from_db()
    return start_play(event=event, actor=SYSTEM, now=NOW)
