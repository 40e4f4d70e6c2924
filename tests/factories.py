"""What tests need, made through the real services."""

import pickle
from datetime import UTC, date, datetime
from functools import partial
from itertools import count
from typing import Any

from accounts.actors import Actor, ActorKind
from accounts.models import User
from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from scoring.core.format import best_of
from tests.event_copies import copy_or_make
from tournaments.models import Club, Event, Group, Pairing, Role, Stage
from tournaments.services.club.clubs import found_club, give_role
from tournaments.services.events.events import EventPlan, create_event, open_entries, start_play
from tournaments.services.registration.entries import import_entries
from tournaments.tasks import draw_here

NOW = datetime(2026, 12, 13, 19, 0, tzinfo=UTC)
PASSWORD = "una-parola-lunga"
WORD = "Romagna"
"""What the hall says."""
_numbers = count(1)


def make_user(**fields: Any) -> User:
    """A user without a role; the password is PASSWORD."""
    number = next(_numbers)
    fields.setdefault("email", f"user{number}@example.com")
    fields.setdefault("first_name", "Iole")
    fields.setdefault("last_name", f"Amaducci{number}")
    return User.objects.create_user(fields.pop("email"), PASSWORD, **fields)


def actor_of(user: User) -> Actor:
    return Actor(ActorKind.USER, str(user.pk), user.pk)


def make_club(name: str = "Circolo del Savio", owner: User | None = None) -> Club:
    return found_club(name=name, owner=owner or make_user(), now=NOW)


def owner_of(club: Club) -> Actor:
    return actor_of(User.objects.get(roles__club=club, roles__kind=Role.Kind.OWNER))


def make_member(
    club: Club,
    kind: str = Role.Kind.ORGANIZER,
    event: Event | None = None,
    group: Group | None = None,
) -> User:
    """A user with a role in the club."""
    user = make_user()
    give_role(club=club, user=user, kind=kind, event=event, group=group, actor=owner_of(club))
    return user


def pair(number: int, **fields: Any) -> EntryDetails:
    """The form of the n-th pair: nobody plays twice."""
    players = (Name("Loris", f"Zoffoli{number}"), Name("Ivano", f"Casadei{number}"))
    return EntryDetails(players=players, **fields)


def make_event(
    *,
    club: Club | None = None,
    pairs: int = 4,
    drawn: bool = True,
    running: bool = True,
    tables: int = 0,
    match_format: dict[str, Any] | None = None,
    **plan: Any,
) -> Event:
    """An event with ``pairs`` pairs: open for entries, drawn, or running (the default). Its rows
    are those that the services make, or a copy of them."""
    club = club or make_club()
    plan = {
        "name": "Maraffa di Santa Lucia",
        "date": date(2026, 12, 13),
        "match_format": match_format or best_of(3, "marafon"),
        "tables": tables,
        **plan,
    }
    states = (drawn, drawn and running)
    make = partial(_make_event, club, pairs, *states, plan)
    event_id = copy_or_make(club, pickle.dumps((pairs, states, plan)), make)
    return Event.objects.select_related("club").get(pk=event_id)


def _make_event(club: Club, pairs: int, drawn: bool, running: bool, plan: dict[str, Any]) -> Event:
    actor = owner_of(club)
    event = create_event(club=club, plan=EventPlan(**plan), actor=actor, now=NOW)
    event = open_entries(event=event, actor=actor, now=NOW)
    forms = [pair(number) for number in range(pairs)]
    import_entries(event=event, forms=forms, actor=actor, now=NOW)
    if drawn:
        event = draw_now(event)
    if running:
        event = start_play(event=event, actor=actor, now=NOW)
    return event


def draw_now(event: Event, reason: str = "") -> Event:
    """Draws as the worker does, in this process."""
    return draw_stage_now(event.stages.get(number=1), reason)


def draw_stage_now(stage: Stage, reason: str = "") -> Event:
    """Commits to and draws a stage as the organizer and the worker do, in this process."""
    draw_here(stage=stage, word=WORD, actor=owner_of(stage.event.club), now=NOW, reason=reason)
    event: Event = stage.event
    event.refresh_from_db()
    return event


def first_match(event: Event) -> int:
    """The id of a match that can be played."""
    states = (Pairing.State.READY, Pairing.State.CALLED)
    pairing = event.pairings.filter(state__in=states).order_by("pk").first()
    assert pairing is not None
    assert pairing.match_id is not None
    return pairing.match_id
