"""Reads clubs and their venues."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.actors import Actor
from tournaments.models import Club, Role, Venue
from tournaments.permissions import Act, check, clubs_of, visible_events
from tournaments.refusals import NotFound


def visible_clubs(actor: Actor) -> QuerySet[Club]:
    """One's own clubs, and those with an event on show."""
    shown = Q(pk__in=visible_events(actor).values("club"))
    if actor.user_id is not None:
        shown |= Q(pk__in=Role.objects.filter(user_id=actor.user_id).values("club"))
    return Club.objects.filter(shown)


def club_for(actor: Actor, club_id: int) -> Club:
    """The club of that id. Raises NotFound, also for who is shown nothing of it."""
    club = visible_clubs(actor).filter(pk=club_id).first()
    if club is None:
        raise NotFound
    return club


def venue_of(club: Club, venue_id: int) -> Venue:
    """A venue of this club. Raises NotFound."""
    venue = club.venues.filter(pk=venue_id).first()
    if venue is None:
        raise NotFound
    return venue


@dataclass(frozen=True, slots=True)
class Duty:
    """What a person does in a club; ``event`` is the only one that it is for, if it is bound."""

    person: str
    email: str
    kind: str
    event: str | None


def own_club(actor: Actor, slug: str) -> Club:
    """The club of that slug, for whoever works in it. Raises NotFound."""
    club = clubs_of(actor).filter(slug=slug).first()
    if club is None:
        raise NotFound
    return club


def clubs_owned_by(actor: Actor) -> QuerySet[Club]:
    """The clubs whose people the actor sees."""
    if actor.user_id is None:
        return Club.objects.none()
    return clubs_of(actor).filter(roles__kind=Role.Kind.OWNER, roles__user_id=actor.user_id)


def duties_in(actor: Actor, club: Club) -> tuple[Duty, ...]:
    """Who may do what in a club, for its owners. Raises NotAllowed."""
    check(actor, Act.MANAGE_CLUB, club_id=club.pk)
    roles = Role.objects.filter(club=club).select_related("user", "event")
    order = [Role.Kind.OWNER, Role.Kind.ORGANIZER, Role.Kind.REFEREE]
    return tuple(
        Duty(str(role.user), role.user.email, role.kind, role.event.name if role.event else None)
        for role in sorted(roles, key=lambda role: (order.index(Role.Kind(role.kind)), role.pk))
    )
