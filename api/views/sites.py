"""The sites that may show a club's events, for its owners."""

from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import ReadOnlyTokensRead
from api.fields import PlainCharField
from api.serializers.base import StrictSerializer
from api.viewsets import ApiViewSet
from tournaments.models import Club
from tournaments.permissions import Right, check
from tournaments.selectors.events.clubs import get_club
from tournaments.services.club.embedding import MOST_SITES, allow_sites

LONGEST_SITE = 300


class EmbeddingSitesSerializer(StrictSerializer):
    """The sites that may frame the embedded views of the club's public events."""

    sites = serializers.ListField(
        child=PlainCharField(max_length=LONGEST_SITE),
        max_length=MOST_SITES,
        help_text="Their origins, as `https://www.example.org`.",
    )


class EmbeddingSitesViewSet(ApiViewSet):
    """The sites that may show the club's events in a frame."""

    permission_classes = (ReadOnlyTokensRead,)
    lookup_url_kwarg = "club_id"
    may_refuse_with = {"sites": (403,)}
    serializer_class = EmbeddingSitesSerializer
    queryset = Club.objects.all()

    @action(detail=True, url_path="embedding-sites", url_name="detail")
    def sites(self, request: Request, club_id: int) -> Response:
        """The origins that are allowed."""
        club = get_club(self.actor, club_id)
        check(self.actor, Right.MANAGE_EVENTS, club_id=club.pk)
        origins = club.embedding_sites.order_by("origin").values_list("origin", flat=True)
        return Response({"sites": list(origins)})

    @sites.mapping.put
    def set_sites(self, request: Request, club_id: int) -> Response:
        """Replaces the whole list. Only an owner of the club may."""
        club = get_club(self.actor, club_id)
        check(self.actor, Right.MANAGE_CLUB, club_id=club.pk)
        sites = allow_sites(club=club, sites=self.read_body()["sites"], actor=self.actor)
        return Response({"sites": sorted(sites)})
