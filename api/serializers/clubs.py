"""Clubs and their venues."""

from typing import ClassVar

from api.fields import IdField
from api.serializers.base import StrictModelSerializer
from tournaments.models import Club, Venue


class VenueSerializer(StrictModelSerializer):
    """A place where a club plays."""

    club = IdField(source="club_id", help_text="The id of the club.")

    class Meta:
        model = Venue
        fields = ("id", "club", "name", "address")
        extra_kwargs: ClassVar = {
            "id": {"help_text": "The id of the venue."},
            "name": {"help_text": "Its name, unique in the club."},
            "address": {"help_text": "Street and town.", "default": ""},
        }


class ClubSerializer(StrictModelSerializer):
    """A club (circolo)."""

    class Meta:
        model = Club
        fields = ("id", "slug", "name")
        read_only_fields = fields
        extra_kwargs: ClassVar = {
            "id": {"help_text": "The id of the club."},
            "slug": {"help_text": "Its name in addresses of pages."},
            "name": {"help_text": "Its name."},
        }


class ClubDetailSerializer(ClubSerializer):
    """A club with its venues."""

    venues = VenueSerializer(many=True, read_only=True, help_text="Its venues, by name.")

    class Meta(ClubSerializer.Meta):
        fields = (*ClubSerializer.Meta.fields, "venues")  # type: ignore[assignment]
        read_only_fields = fields  # type: ignore[assignment]
