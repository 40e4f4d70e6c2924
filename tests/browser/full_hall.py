"""Makes an event whose 64 tables are all occupied or free, in every state that a table can have.

Run on the server by ``manage.py shell``; prints the id of the event."""

import sys
from datetime import date, timedelta
from itertools import combinations

from django.utils import timezone

from accounts.actors import Actor, ActorKind
from accounts.authorship import make_author_columns
from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from tests.tournaments.steps import QUICK, win
from tournaments.models import Club, Event, Pairing, RefereeCall, Role
from tournaments.services.events.events import EventPlan, create_event, open_entries, start_play
from tournaments.services.registration.entries import import_entries
from tournaments.tasks import draw_here

TABLES = 64
SURNAMES = (
    "Domeniconi Sacchetti Ravaglioli Zavalloni Navacchia Santarelli Battistini Fantini Magnani"
    " Giunchi Zoffoli Casadei Bartolini Faedi Evangelisti Montalti Gualtieri"
).split()
"""As long as they are in Romagna. Two of seventeen make 136 pairs that do not look alike."""


def make_full_hall() -> Event:
    """128 pairs at 64 tables: two calls, two that wait to be signed, two free, two slow."""
    club = Club.objects.order_by("pk").first()
    assert club is not None
    user = Role.objects.filter(club=club, kind=Role.Kind.OWNER).values_list("user", flat=True)[0]
    actor, now = Actor(ActorKind.USER, str(user), user), timezone.now()
    plan = EventPlan(name="Sala piena", date=date(2026, 12, 5), match_format=QUICK, tables=TABLES)
    event = create_event(club=club, plan=plan, actor=actor, now=now)
    event = open_entries(event=event, actor=actor, now=now)
    forms = []
    pairs = list(combinations(SURNAMES, 2))[: 2 * TABLES]
    for number, (first, second) in enumerate(pairs):
        players = (Name(f"Loris {number}", first), Name(f"Ivano {number}", second))
        forms.append(EntryDetails(players=players))
    import_entries(event=event, forms=forms, actor=actor, now=now)
    draw_here(stage=event.stages.get(), word="Romagna", actor=actor, now=now)
    event.refresh_from_db()
    event = start_play(event=event, actor=actor, now=now)
    on = list(event.pairings.filter(state=Pairing.State.CALLED).order_by("table__number"))
    for pairing in on[:2]:
        table, by = pairing.table, make_author_columns(actor)
        assert table is not None
        RefereeCall.objects.create(event=event, table=table, pairing=pairing, called_at=now, **by)
    # Every second one: no two of them give a match of the next round, which would take a table.
    for pairing in on[10:18:2]:
        win(pairing)
    played = Pairing.objects.filter(pk__in=[each.pk for each in on[10:18:2]])
    played.update(called_at=now - timedelta(minutes=20), decided_at=now)
    played.filter(pk__in=[on[10].pk, on[12].pk]).update(holds_table=True)
    slow = Pairing.objects.filter(pk__in=[each.pk for each in on[40:42]])
    slow.update(called_at=now - timedelta(minutes=52))
    return event


sys.stdout.write(f"{make_full_hall().pk}\n")
