"""The further halls of an event, and the tables that call the referee."""

from rest_framework import serializers

from api.fields import IdField, IsoMomentField, PlainCharField, StrictIntegerField
from api.serializers.base import StrictSerializer
from database.limits import LONGEST_ADDRESS, LONGEST_REASON, LONGEST_TITLE, MOST_TABLES
from tournaments.models import Hall, RefereeCall


class HallSerializer(serializers.Serializer[Hall]):
    """A further hall of an event. All other tables are in the venue of the event."""

    id = IdField(help_text="The id of the hall.")
    event = serializers.UUIDField(source="event_id", help_text="The id of the event.")
    venue = IdField(source="venue_id", help_text="The id of its venue.")
    name = serializers.CharField(source="venue.name", help_text="The name of its venue.")
    address = serializers.CharField(source="venue.address", help_text="Street and town.")
    first_table = serializers.IntegerField(help_text="The number of its first table.")
    last_table = serializers.IntegerField(help_text="The number of its last table.")


class NewHallSerializer(StrictSerializer):
    """One more hall, with new tables: their numbers follow those that are there."""

    name = PlainCharField(
        max_length=LONGEST_TITLE, help_text="The name of a venue of the club; a new one is added."
    )
    address = PlainCharField(
        max_length=LONGEST_ADDRESS,
        allow_blank=True,
        default="",
        help_text="Street and town of a new venue.",
    )
    tables = StrictIntegerField(min_value=1, max_value=MOST_TABLES, help_text="How many tables.")
    reason = PlainCharField(
        max_length=LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="Needed once play has begun: the regulation changes.",
    )


class RenamedHallSerializer(StrictSerializer):
    """The new name of a hall."""

    name = PlainCharField(
        max_length=LONGEST_TITLE,
        help_text="The name of a venue of the club; a new one is added. A venue that no other "
        "event has gets this name itself.",
    )
    reason = PlainCharField(
        max_length=LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="Needed once play has begun: the regulation changes.",
    )


class RefereeCallSerializer(serializers.Serializer[RefereeCall]):
    """A table that has called the referee."""

    id = IdField(help_text="The id of the call.")
    event = serializers.UUIDField(source="event_id", help_text="The id of the event.")
    table = serializers.IntegerField(source="table.number", help_text="The number of the table.")
    match = IdField(
        source="pairing.match_id",
        default=None,
        allow_null=True,
        help_text="The id of the match at the table when it called.",
    )
    called_at = IsoMomentField(help_text="When it called.")
    answered_at = IsoMomentField(allow_null=True, help_text="When the call was answered.")
