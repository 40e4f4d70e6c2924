"""Clubs, as far as they are public, and their venues."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.db.models.expressions import Combinable
from drf_spectacular.utils import extend_schema
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import ReadOnlyTokensRead
from api.filters import ClubFilter, VenueFilter
from api.permissions import MayManageSomeClub
from api.reading import finding_member
from api.serializers.clubs import ClubDetailSerializer, ClubSerializer, VenueSerializer
from api.viewsets import ApiViewSet
from database.folding import Folded
from tournaments.models import Club, Venue
from tournaments.selectors.events.clubs import (
    get_club,
    get_venue,
    list_visible_clubs,
    list_visible_venues,
)
from tournaments.services.club.clubs import add_venue


class ClubViewSet(ListModelMixin, ApiViewSet):
    """The caller's own clubs, and those with a visible event."""

    lookup_url_kwarg = "club_id"
    filterset_class = ClubFilter
    ordering_fields = ("name",)
    serializer_class = ClubSerializer
    serializer_classes = {"retrieve": ClubDetailSerializer}

    def list_ordering_keys(self, name: str) -> Sequence[Combinable]:
        return [Folded(name)]

    def get_queryset(self) -> QuerySet[Club]:
        return list_visible_clubs(self.actor)

    def retrieve(self, request: Request, club_id: int) -> Response:
        """One club, with its venues."""
        return Response(self.get_serializer(get_club(self.actor, club_id)).data)


class VenueViewSet(ListModelMixin, ApiViewSet):
    """The venues of the clubs that the caller sees."""

    permission_classes = (ReadOnlyTokensRead, MayManageSomeClub)
    lookup_url_kwarg = "venue_id"
    filterset_class = VenueFilter
    ordering_fields = ("name",)
    serializer_class = VenueSerializer

    def list_ordering_keys(self, name: str) -> Sequence[Combinable]:
        return [Folded(name)]

    def get_queryset(self) -> QuerySet[Venue]:
        return list_visible_venues(self.actor)

    def retrieve(self, request: Request, venue_id: int) -> Response:
        """One venue."""
        return Response(self.get_serializer(get_venue(self.actor, venue_id)).data)

    @extend_schema(responses={201: VenueSerializer})
    def create(self, request: Request) -> Response:
        """Adds a venue; if one has this name already, answers with that one."""
        body: dict[str, Any] = self.read_body()
        with finding_member("club"):
            club = get_club(self.actor, body["club_id"])
        venue = add_venue(club=club, name=body["name"], address=body["address"], actor=self.actor)
        return self.created(venue, "api:venue-detail", venue_id=venue.pk)
