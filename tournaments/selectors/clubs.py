"""Reads clubs and their venues."""

from django.db.models import Q, QuerySet

from accounts.actors import Actor
from tournaments.models import Club, Venue
from tournaments.permissions import visible_events
from tournaments.refusals import NotFound


def visible_clubs(actor: Actor) -> QuerySet[Club]:
    """One's own clubs, and those with an event on show."""
    on_show = visible_events(actor).values("club")
    return Club.objects.filter(Q(pk__in=on_show) | Q(roles__user_id=actor.user_id)).distinct()


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
