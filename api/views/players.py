"""Players: those of an event as it shows names, and all of a club for its people."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.expressions import Combinable
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import ReadOnlyTokensRead
from api.filters import EventPlayerFilter, PlayerFilter
from api.permissions import MayWriteRow
from api.reading import finding_member
from api.serializers.players import EventPlayerSerializer, MergeSerializer, PlayerSerializer
from api.views.within import InEventViewSet
from api.viewsets import ApiViewSet, now
from competition.entry_lists.names import Name
from database.folding import Folded
from tournaments.models import EntryPlayer, Player
from tournaments.permissions import Right, check
from tournaments.selectors.events.clubs import get_club
from tournaments.selectors.registration.players import (
    get_event_player,
    get_managed_player,
    get_player,
    list_event_players,
    list_players_of_club,
)
from tournaments.services.registration.players import (
    anonymise_player,
    correct_player,
    merge_players,
)


class ClubPlayerViewSet(ListModelMixin, ApiViewSet):
    """The players of a club; only for members of the club."""

    lookup_url_kwarg = "player_id"
    may_refuse_with = {"list": (403,)}
    filterset_class = PlayerFilter
    ordering_fields = ("last_name", "first_name")
    serializer_class = PlayerSerializer
    queryset = Player.objects.none()

    def list_ordering_keys(self, name: str) -> Sequence[Combinable]:
        return [Folded(name)]

    def get_queryset(self) -> QuerySet[Player]:
        return list_players_of_club(self.actor, get_club(self.actor, self.kwargs["club_id"]))


class PlayerViewSet(ApiViewSet):
    """A player; only for members of the club."""

    permission_classes = (ReadOnlyTokensRead, MayWriteRow)
    lookup_url_kwarg = "player_id"
    serializer_class = PlayerSerializer
    serializer_classes = {"merge": MergeSerializer}
    queryset = Player.objects.none()

    def check_writes(self) -> None:
        player_id = self.kwargs["player_id"]
        # A merge deletes the player of its address. Sent again with its key it is answered by that;
        # without one, the action finds no player.
        if self.operation == "merge" and not Player.objects.filter(pk=player_id).exists():
            return
        player = get_managed_player(self.actor, player_id)
        # The name is gone for good then, so this needs more than the right to correct it.
        if self.operation == "anonymise":
            check(self.actor, Right.MANAGE_CLUB, club_id=player.club_id)

    def retrieve(self, request: Request, player_id: int) -> Response:
        """One player."""
        return Response(self.make_document(get_player(self.actor, player_id)))

    def partial_update(self, request: Request, player_id: int) -> Response:
        """Corrects the name of a player in all events. Fields that are left out stay."""
        player = get_managed_player(self.actor, player_id)
        body = self.read_body(partial=True)
        name = Name(
            body.get("first_name", player.first_name),
            body.get("last_name", player.last_name),
            body.get("birth_year", player.birth_year),
        )
        player = correct_player(player=player, name=name, actor=self.actor, now=now())
        return Response(self.make_document(player))

    @extend_schema(responses=PlayerSerializer)
    @action(detail=True, methods=["post"])
    def merge(self, request: Request, player_id: int) -> Response:
        """Gives all entries of a player to another one, who is the same person, and deletes the
        first. Answers with the one that stays."""
        player = get_managed_player(self.actor, player_id)
        body = self.read_body()
        with finding_member("into"):
            into = get_managed_player(self.actor, body["into"])
        remaining_player = merge_players(player=player, into=into, actor=self.actor, now=now())
        return Response(self.make_document(remaining_player))

    @extend_schema(request=None, responses=PlayerSerializer)
    @action(detail=True, methods=["post"])
    def anonymise(self, request: Request, player_id: int) -> Response:
        """Replaces the name of a player by a number in all events, for good. Only an owner may."""
        player = get_managed_player(self.actor, player_id)
        player = anonymise_player(player=player, actor=self.actor, now=now())
        return Response(self.make_document(player))


class EventPlayerViewSet(ListModelMixin, InEventViewSet):
    """The players of an event, current and former."""

    lookup_url_kwarg = "player_id"
    filterset_class = EventPlayerFilter
    serializer_class = EventPlayerSerializer
    queryset = EntryPlayer.objects.none()

    def get_queryset(self) -> QuerySet[EntryPlayer]:
        return list_event_players(self.event)

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "event": self.event}

    def retrieve(self, request: Request, event_id: UUID, player_id: int) -> Response:
        """One player of an event, in the entry that counts."""
        return Response(self.make_document(get_event_player(self.event, player_id)))
