"""Clubs, so far as they are on show."""

from collections.abc import Sequence

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.resource import Listing, Resource
from api.venues import VenueDocument, venue_document
from tournaments.models import Club
from tournaments.selectors.clubs import club_for, visible_clubs


class ClubDocument(TypedDict):
    """A club (circolo)."""

    id: int
    slug: str
    name: str


class ClubDetailDocument(ClubDocument):
    """A club with its venues."""

    venues: list[VenueDocument]


class Clubs(Listing):
    """The caller's own clubs, and those with a visible event."""

    def get_queryset(self) -> QuerySet[Club]:
        return visible_clubs(self.actor)

    def documents(self, rows: Sequence[Club]) -> Sequence[ClubDocument]:
        return [club_document(club) for club in rows]

    @extend_schema(responses=ClubDocument)
    def get(self, request: Request) -> Response:
        return self.list(request)


class ClubDetail(Resource):
    """One club."""

    @extend_schema(responses=ClubDetailDocument)
    def get(self, request: Request, club_id: int) -> Response:
        club = club_for(self.actor, club_id)
        venues = [venue_document(venue) for venue in club.venues.order_by("name")]
        return Response(ClubDetailDocument(**club_document(club), venues=venues))


def club_document(club: Club) -> ClubDocument:
    return ClubDocument(id=club.pk, slug=club.slug, name=club.name)
