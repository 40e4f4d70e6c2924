"""Makes an evening whose first round is at its tables: by default 64 pairs at 32. Run on the server
by ``manage.py shell``; prints its id behind the word PAPER."""

import sys
from datetime import date
from random import Random

from django.utils import timezone

from accounts.actors import SYSTEM
from scoring.core.format import best_of
from tournaments.demo import demo_pairs
from tournaments.models import Club
from tournaments.services.events.events import EventPlan, create_event, open_entries, start_play
from tournaments.services.registration.entries import import_entries
from tournaments.tasks import draw_here

TABLES = 32


def make_paper_event(tables: int = TABLES) -> None:
    """One line: PAPER and the id of the event."""
    now = timezone.now()
    plan = EventPlan(
        name="Sabato di Santa Caterina",
        date=date(2026, 11, 28),
        match_format=best_of(3, "marafon"),
        tables=tables,
    )
    event = create_event(club=Club.objects.all()[0], plan=plan, actor=SYSTEM, now=now)
    event = open_entries(event=event, actor=SYSTEM, now=now)
    pairs = demo_pairs(2 * tables, Random(15))
    import_entries(event=event, forms=pairs, actor=SYSTEM, now=now)
    draw_here(stage=event.stages.get(), word="Romagna", actor=SYSTEM, now=now)
    event.refresh_from_db()
    start_play(event=event, actor=SYSTEM, now=now)
    sys.stdout.write(f"PAPER {event.pk}\n")
