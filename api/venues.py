"""The places where clubs play."""

from collections.abc import Sequence

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.authentication import ReadOnlyTokensRead
from api.permissions import MayManageSomeClub
from api.reading import Address, Id, Title, read_body
from api.resource import Listing, Resource
from api.within import IdFilter
from kernel.models import Frozen
from tournaments.models import Venue
from tournaments.selectors.clubs import club_for, venue_for, visible_venues
from tournaments.services.clubs import add_venue


class VenueDocument(TypedDict):
    """A venue of a club."""

    id: int
    club: int
    name: str
    address: str


class VenueBody(Frozen):
    """A new venue of a club."""

    club: Id
    name: Title
    address: Address = ""


class VenueFilter(filters.FilterSet):  # type: ignore[misc]
    club = IdFilter()

    class Meta:
        model = Venue
        fields: Sequence[str] = ()


class Venues(Listing):
    """The venues of the clubs that the caller sees."""

    permission_classes = (ReadOnlyTokensRead, MayManageSomeClub)

    filterset_class = VenueFilter

    def get_queryset(self) -> QuerySet[Venue]:
        return visible_venues(self.actor)

    def documents(self, rows: Sequence[Venue]) -> Sequence[VenueDocument]:
        return [venue_document(venue) for venue in rows]

    @extend_schema(responses=VenueDocument)
    def get(self, request: Request) -> Response:
        return self.list(request)

    @extend_schema(request=VenueBody, responses={201: VenueDocument})
    def post(self, request: Request) -> Response:
        """Adds a venue; if one has this name already, answers with that one."""
        body = read_body(VenueBody, request)
        club = club_for(self.actor, body.club)
        venue = add_venue(club=club, name=body.name, address=body.address, actor=self.actor)
        headers = {"Location": f"/api/v1/venues/{venue.pk}/"}
        return Response(venue_document(venue), 201, headers=headers)


class VenueDetail(Resource):
    """One venue."""

    @extend_schema(responses=VenueDocument)
    def get(self, request: Request, venue_id: int) -> Response:
        return Response(venue_document(venue_for(self.actor, venue_id)))


def venue_document(venue: Venue) -> VenueDocument:
    return VenueDocument(id=venue.pk, club=venue.club_id, name=venue.name, address=venue.address)
