"""Events of any size for measures, made through the services."""

from random import Random

from django.utils import timezone

from accounts.actors import Actor, ActorKind
from accounts.models import User
from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from scoring.core.format import best_of
from tournaments.models import Event
from tournaments.services.club.clubs import found_club
from tournaments.services.events.events import EventPlan, create_event, open_entries
from tournaments.services.registration.entries import import_entries


def open_event(pairs: int, random: Random, tables: int = 0) -> tuple[Event, Actor]:
    """An open event with this number of pairs of forty clubs, and its owner. ``tables`` 0: no
    numbered tables."""
    now = timezone.now()
    user = User.objects.create_user(f"bench{random.getrandbits(40)}@example.com")
    actor = Actor(ActorKind.USER, str(user.pk), user.pk)
    club = found_club(name="Bench", owner=user, now=now)
    plan = EventPlan(
        name="Bench", date=now.date(), match_format=best_of(3, "marafon"), tables=tables
    )
    event = create_event(club=club, plan=plan, actor=actor, now=now)
    event = open_entries(event=event, actor=actor, now=now)
    forms = []
    for number in range(pairs):
        players = (Name("A", f"Uno{number}"), Name("B", f"Due{number}"))
        club_name = f"Circolo {random.randrange(40)}"
        forms.append(EntryDetails(players=players, club_name=club_name))
    import_entries(event=event, forms=forms, actor=actor, now=now)
    event.refresh_from_db()
    return event, actor
