"""Who may do what, in one place: actor, act, object. Both faces ask here, and nowhere else."""

from enum import StrEnum

from django.db.models import Q, QuerySet

from accounts.actors import Actor, ActorKind
from tournaments.models import Club, Event, Role
from tournaments.refusals import NotAllowed, NotFound


class Act(StrEnum):
    MANAGE_CLUB = "manage_club"
    """The club itself and its people."""
    MANAGE_EVENTS = "manage_events"
    """Events, entries, draws, tables."""
    WRITE_SHEETS = "write_sheets"
    """All lines of a sheet."""


_KINDS = {
    Act.MANAGE_CLUB: (Role.Kind.OWNER,),
    Act.MANAGE_EVENTS: (Role.Kind.OWNER, Role.Kind.ORGANIZER),
    Act.WRITE_SHEETS: (Role.Kind.OWNER, Role.Kind.ORGANIZER, Role.Kind.REFEREE),
}


def may(actor: Actor, act: Act, *, club_id: int, event: Event | None = None) -> bool:
    """Whether the actor may do this in the club (at this event). One query. That his account is
    active was seen when he was let in."""
    if actor.kind == ActorKind.HOUSE:
        return True
    if actor.user_id is None:
        return False
    bound = Q(event__isnull=True)
    if event is not None:
        bound |= Q(event=event)
    return Role.objects.filter(
        bound, club_id=club_id, user_id=actor.user_id, kind__in=_KINDS[act]
    ).exists()


def check(actor: Actor, act: Act, *, club_id: int, event: Event | None = None) -> None:
    """Raises NotAllowed."""
    if not may(actor, act, club_id=club_id, event=event):
        raise NotAllowed(act=act.value)


def clubs_of(actor: Actor) -> QuerySet[Club]:
    """The clubs in which the actor has a role."""
    if actor.user_id is None:
        return Club.objects.none()
    return Club.objects.filter(roles__user_id=actor.user_id).distinct().order_by("name", "pk")


def visible_events(actor: Actor) -> QuerySet[Event]:
    """The events that lists show: public ones past their draft, and all of one's own clubs."""
    public = Q(visibility=Event.Visibility.PUBLIC) & ~Q(state=Event.State.DRAFT)
    if actor.user_id is None:
        return Event.objects.filter(public)
    roles = Role.objects.filter(user_id=actor.user_id)
    clubs = roles.filter(event__isnull=True).values("club")
    bound = roles.filter(event__isnull=False).values("event")
    return Event.objects.filter(public | Q(club__in=clubs) | Q(pk__in=bound))


def is_hidden(state: str, visibility: str) -> bool:
    """Whether only the people of the club may see an event in this state."""
    return state == Event.State.DRAFT or visibility == Event.Visibility.CLUB


def check_visible(actor: Actor, event: Event) -> None:
    """An event by link opens to whoever has its address; a club's own, only to its people.

    Raises NotFound: who may not see an event is not told that it is there.
    """
    if not is_hidden(event.state, event.visibility):
        return
    if not may(actor, Act.WRITE_SHEETS, club_id=event.club_id, event=event):
        raise NotFound
