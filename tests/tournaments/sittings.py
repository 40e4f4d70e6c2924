"""Evenings at tables where each plays for himself."""

from random import Random

from accounts.actors import SYSTEM
from tests.factories import NOW
from tournaments.demo import demo_entries
from tournaments.models import Club, Event
from tournaments.services.events.events import EventPlan, create_event, open_entries, start_play
from tournaments.services.registration.entries import import_entries
from tournaments.tasks import draw_here


def plan_sittings(*, tables: int, hands: int) -> EventPlan:
    """Two sittings of Trionfo at tables of five."""
    return EventPlan(
        name="Trionfo",
        date=NOW.date(),
        match_format={"games": [{"game": "trionfo", "hands": hands}], "wins": None},
        format="sittings",
        options={"rounds": 2},
        tables=tables,
    )


def make_drawn_sittings(club: Club, *, players: int, tables: int, hands: int = 10) -> Event:
    """An event of two sittings that is drawn."""
    plan = plan_sittings(tables=tables, hands=hands)
    event = create_event(club=club, plan=plan, actor=SYSTEM, now=NOW)
    event = open_entries(event=event, actor=SYSTEM, now=NOW)
    forms = demo_entries(players, 1, Random(players))
    import_entries(event=event, forms=forms, actor=SYSTEM, now=NOW)
    draw_here(stage=event.stages.get(), word="Romagna", actor=SYSTEM, now=NOW)
    event.refresh_from_db()
    return event


def make_sittings(club: Club, *, players: int, tables: int, hands: int = 10) -> Event:
    """An event of two sittings whose play has begun."""
    event = make_drawn_sittings(club, players=players, tables=tables, hands=hands)
    return start_play(event=event, actor=SYSTEM, now=NOW)
