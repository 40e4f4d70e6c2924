"""Reads players: all of a club for its people, those of an event as it shows names."""

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.actors import Actor
from competition.entry_lists.names import Name, fold_name
from database.folding import Folded
from database.text import split_search
from kernel.canonical import digest
from tournaments.models import Club, EntryPlayer, Event, Player
from tournaments.permissions import Right, check, may
from tournaments.refusals import NotFound


def list_players_of_club(actor: Actor, club: Club) -> QuerySet[Player]:
    """The players of a club, for its members. Raises NotAllowed."""
    check(actor, Right.WRITE_SHEETS, club_id=club.pk)
    return Player.objects.filter(club=club)


def get_player(actor: Actor, player_id: int) -> Player:
    """The player of that id, for the people of his club. Raises NotFound."""
    player = Player.objects.filter(pk=player_id).first()
    if player is None or not may(actor, Right.WRITE_SHEETS, club_id=player.club_id):
        raise NotFound
    return player


def digest_player(player: Player) -> str:
    """Another text as soon as a player has another name or year of birth."""
    return digest([player.first_name, player.last_name, player.birth_year])


def list_players_to_manage(
    actor: Actor, club: Club, sought: str = "", *, by_events: bool = False
) -> QuerySet[Player]:
    """The players of a club, each with the number of events (``event_count``), for those who may
    correct them: by surname, or those of the most events first; only those whose names contain all
    words of ``sought``, whatever their accents and capitals. One query.

    Raises NotAllowed.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=club.pk)
    rows: QuerySet[Player] = Player.objects.filter(club=club)
    for part in split_search(sought):
        rows = rows.alias(
            folded_first=Folded("first_name"), folded_last=Folded("last_name")
        ).filter(Q(folded_first__contains=part) | Q(folded_last__contains=part))
    # A subquery is evaluated for the players of one page alone; a join would group all rows.
    memberships = EntryPlayer.objects.filter(player=OuterRef("pk")).order_by().values("player")
    event_counts = memberships.annotate(number=Count("event", distinct=True)).values("number")
    event_count = Coalesce(Subquery(event_counts, output_field=IntegerField()), 0)
    counted_rows = rows.annotate(event_count=event_count)
    by_name = (Folded("last_name"), Folded("first_name"), "pk")
    if by_events:
        return counted_rows.order_by("-event_count", *by_name)
    return counted_rows.order_by(*by_name)


def get_managed_player(actor: Actor, player_id: int) -> Player:
    """The player of that id with his club, for those who may correct him. Raises NotFound,
    NotAllowed."""
    player = Player.objects.select_related("club").filter(pk=player_id).first()
    if player is None or not may(actor, Right.WRITE_SHEETS, club_id=player.club_id):
        raise NotFound
    check(actor, Right.MANAGE_EVENTS, club_id=player.club_id)
    return player


def list_entries_of_player(player: Player) -> QuerySet[EntryPlayer]:
    """The entries of a player with their events, the latest first. One query."""
    rows = EntryPlayer.objects.filter(player=player).select_related("event", "entry")
    return rows.order_by("-event__date", "-pk")


def find_common_entry(player: Player, other: Player) -> EntryPlayer | None:
    """An entry of a player at an event at which the other plays too: then they are two people. One
    query."""
    memberships_of_other = EntryPlayer.objects.filter(player=other)
    at_one_event = EntryPlayer.objects.filter(
        player=player,
        counts=True,
        event__in=memberships_of_other.filter(counts=True).values("event"),
    )
    in_one_entry = EntryPlayer.objects.filter(
        player=player, entry__in=memberships_of_other.values("entry")
    )
    return (at_one_event | in_one_entry).select_related("event").order_by("pk").first()


def find_namesakes(player: Player) -> QuerySet[Player]:
    """The players of the club with the same surname: perhaps the same person."""
    same_surname = Player.objects.filter(club=player.club_id, last_name__iexact=player.last_name)
    return same_surname.exclude(pk=player.pk).order_by("first_name", "pk")[:MOST_NAMESAKES]


MOST_NAMESAKES = 20


def list_event_players(event: Event) -> QuerySet[EntryPlayer]:
    """Who plays at an event, or has played: the players of its entries."""
    return EntryPlayer.objects.filter(event=event).select_related("player")


def get_event_player(event: Event, player_id: int) -> EntryPlayer:
    """A player of an event, in the entry that counts, or the last one that did. Raises NotFound."""
    member = list_event_players(event).filter(player=player_id).order_by("-counts", "-pk").first()
    if member is None:
        raise NotFound
    return member


def filter_by_name(text: str, event: Event | None = None) -> Q:
    """Filters players whose name contains this; for an event, only the part of the name that is
    shown, so that a search reveals no more than a list."""
    if event is None:
        return Q(first_name__icontains=text) | Q(last_name__icontains=text)
    matches_last = Q(player__last_name__icontains=text)
    if event.names == Event.Names.INITIAL:
        matches_last &= Q(player__first_name="")
    return Q(player__first_name__icontains=text) | matches_last


def find_player_called(club_id: int, name: Name, besides: Player | None = None) -> Player | None:
    """The player of a club with this name and year of birth, other than ``besides``; the names are
    compared as those of a list are."""
    rows = Player.objects.filter(club=club_id, birth_year=name.birth_year).order_by("pk")
    if besides is not None:
        rows = rows.exclude(pk=besides.pk)
    # Folded here: no database compares names as lists of entries do.
    folded = fold_name(name.first, name.last)
    for player in rows:
        if fold_name(player.first_name, player.last_name) == folded:
            return player
    return None
