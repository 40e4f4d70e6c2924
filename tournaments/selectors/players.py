"""Reads players: all of a club for its people, those of an event as it shows names."""

from django.db.models import Q, QuerySet

from accounts.actors import Actor
from tournaments.models import Club, EntryPlayer, Event, Player
from tournaments.permissions import Right, check, may
from tournaments.refusals import NotFound


def players_of_club(actor: Actor, club: Club) -> QuerySet[Player]:
    """The players of a club, for its members. Raises NotAllowed."""
    check(actor, Right.WRITE_SHEETS, club_id=club.pk)
    return Player.objects.filter(club=club)


def player_for(actor: Actor, player_id: int) -> Player:
    """The player of that id, for the people of his club. Raises NotFound."""
    player = Player.objects.filter(pk=player_id).first()
    if player is None or not may(actor, Right.WRITE_SHEETS, club_id=player.club_id):
        raise NotFound
    return player


def members_of(event: Event) -> QuerySet[EntryPlayer]:
    """Who plays at an event, or has played: the players of its entries."""
    return EntryPlayer.objects.filter(event=event).select_related("player")


def member_of(event: Event, player_id: int) -> EntryPlayer:
    """A player of an event, in the entry that counts, or the last one that did. Raises NotFound."""
    found = members_of(event).filter(player=player_id).order_by("-counts", "-pk").first()
    if found is None:
        raise NotFound
    return found


def filter_by_name(text: str, event: Event | None = None) -> Q:
    """Filters players whose name contains this; for an event, only the part of the name that is
    shown, so that a search reveals no more than a list."""
    prefix = "" if event is None else "player__"
    first = Q(**{f"{prefix}first_name__icontains": text})
    last = Q(**{f"{prefix}last_name__icontains": text})
    if event is not None and event.names == Event.Names.INITIAL:
        last &= Q(player__first_name="")
    return first | last
