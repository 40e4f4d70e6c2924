"""Players: those of an event as it shows names, and all of a club for its people."""

from collections.abc import Sequence
from functools import cached_property
from uuid import UUID

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.resource import Listing, Resource
from api.within import TextFilter
from tournaments.models import EntryPlayer, Event, Player
from tournaments.selectors.clubs import club_for
from tournaments.selectors.entries import format_player_name, person_of
from tournaments.selectors.events import visible_event
from tournaments.selectors.players import (
    filter_by_name,
    member_of,
    members_of,
    player_for,
    players_of_club,
)


class PlayerDocument(TypedDict):
    """A player of a club, with the full name."""

    id: int
    club: int
    name: str
    first_name: str
    last_name: str


class EventPlayerDocument(TypedDict):
    """A player of an entry, as the event shows names: in full, or the last one as an initial."""

    id: int
    event: str
    entry: int
    name: str
    first_name: str
    last_name: str


class ClubPlayerFilter(filters.FilterSet):  # type: ignore[misc]
    """``q`` is looked for in the names."""

    q = TextFilter(method="search")

    class Meta:
        fields: Sequence[str] = ()

    def search(self, rows: QuerySet[Player], name: str, value: str) -> QuerySet[Player]:
        return rows.filter(filter_by_name(value))


class EventPlayerFilter(filters.FilterSet):  # type: ignore[misc]
    """``q`` is looked for in the names, so far as they are shown."""

    q = TextFilter(method="search")

    class Meta:
        fields: Sequence[str] = ()

    def search(self, rows: QuerySet[EntryPlayer], name: str, value: str) -> QuerySet[EntryPlayer]:
        event = self.request.parser_context["view"].event
        return rows.filter(filter_by_name(value, event))


class ClubPlayers(Listing):
    """The players of a club; only for members of the club."""

    may_refuse_with = {"GET": (403,)}
    filterset_class = ClubPlayerFilter
    queryset = Player.objects.none()

    def get_queryset(self) -> QuerySet[Player]:
        return players_of_club(self.actor, club_for(self.actor, self.kwargs["club_id"]))

    def documents(self, rows: Sequence[Player]) -> Sequence[PlayerDocument]:
        return [player_document(player) for player in rows]

    @extend_schema(responses=PlayerDocument)
    def get(self, request: Request, club_id: int) -> Response:
        return self.list(request)


class PlayerDetail(Resource):
    """One player; only for members of the club."""

    @extend_schema(responses=PlayerDocument)
    def get(self, request: Request, player_id: int) -> Response:
        return Response(player_document(player_for(self.actor, player_id)))


class EventPlayers(Listing):
    """The players of an event, current and former."""

    filterset_class = EventPlayerFilter
    queryset = EntryPlayer.objects.none()

    @cached_property
    def event(self) -> Event:
        return visible_event(self.actor, self.kwargs["event_id"])

    def get_queryset(self) -> QuerySet[EntryPlayer]:
        return members_of(self.event)

    def documents(self, rows: Sequence[EntryPlayer]) -> Sequence[EventPlayerDocument]:
        return [member_document(self.event, member) for member in rows]

    @extend_schema(responses=EventPlayerDocument)
    def get(self, request: Request, event_id: UUID) -> Response:
        return self.list(request)


class EventPlayer(Resource):
    """One player of an event, in the entry that counts."""

    @extend_schema(responses=EventPlayerDocument)
    def get(self, request: Request, event_id: UUID, player_id: int) -> Response:
        event = visible_event(self.actor, event_id)
        return Response(member_document(event, member_of(event, player_id)))


def player_document(player: Player) -> PlayerDocument:
    return PlayerDocument(
        id=player.pk,
        club=player.club_id,
        name=player.full_name,
        first_name=player.first_name,
        last_name=player.last_name,
    )


def member_document(event: Event, member: EntryPlayer) -> EventPlayerDocument:
    player = member.player
    person = person_of(event, player.pk, player.first_name, player.last_name)
    return EventPlayerDocument(
        id=player.pk,
        event=str(event.pk),
        entry=member.entry_id,
        name=format_player_name(event, player.first_name, player.last_name),
        first_name=person.first,
        last_name=person.last,
    )
