"""Stages and their groups, and the bodies that make and change them. The components keep the names
that generated clients know."""

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from api.documents import (
    CalendarField,
    ConstraintsField,
    CutField,
    FormatOptionsField,
    MatchFormatField,
    RankingOptionsField,
)
from api.fields import IdField, PlainCharField, StrictBooleanField, StrictIntegerField
from api.serializers.base import StrictSerializer
from database.limits import LONGEST_LABEL, LONGEST_REASON
from tournaments.models import Group

LONGEST_NAME = 40
"""Of a format or a metric."""
MOST_METRICS = 20
HELP = {
    "constraints": "What its draw has to respect.",
    "format": "Its format, as `formats/` names it.",
    "match_format": "The games of its matches; null: those of the event.",
    "metrics": "The metrics that rank it, in order; empty: those of the format.",
    "name": "Its name; empty: its format is shown.",
    "options": "The options of that format, by the schema in `formats/{name}/`.",
    "ranking": "The options of its ranking.",
    "reason": "Needed after the start of play.",
}


@extend_schema_serializer(component_name="GroupDocument")
class GroupSerializer(serializers.Serializer[Group]):
    """A parallel group of a stage. ``tables`` (first and last) are its own; null: any."""

    id = StrictIntegerField(
        source="pk", help_text="The id of the group, as roles and invitations name it."
    )
    number = StrictIntegerField(help_text="Its number in the stage, from 1, as all else names it.")
    name = serializers.CharField(help_text="Its name; empty: its number is shown.")
    venue = StrictIntegerField(
        source="venue_id",
        allow_null=True,
        help_text="The id of the venue; null: that of the event.",
    )
    tables = serializers.SerializerMethodField(
        help_text="The numbers of the first and the last of its own tables; null: any."
    )

    @extend_schema_field({"type": ["array", "null"], "items": {"type": "integer"}})
    def get_tables(self, group: Group) -> list[int] | None:
        if group.first_table is None or group.last_table is None:
            return None
        return [group.first_table, group.last_table]


@extend_schema_serializer(component_name="StageDocument")
class StageSerializer(serializers.Serializer[Any]):
    """A part of an event with a format of its own; ``version`` rises with each result.

    ``cut``: which entries of an earlier stage advance to this one; null: all entries.
    ``match_format`` null: that of the event. ``metrics`` empty: those of the format; ``ranking``:
    options of the notation's ``rank``. ``calendar`` null: its rounds are on the date of the event,
    unless one was moved. ``drawn``: its pairings exist.
    """

    id = StrictIntegerField(source="pk", help_text="The id of the stage.")
    event = serializers.UUIDField(source="event_id", help_text="The id of the event.")
    number = StrictIntegerField(help_text="Its number in the event, from 1.")
    name = serializers.CharField(help_text=HELP["name"])
    format = serializers.CharField(help_text=HELP["format"])
    options = FormatOptionsField(help_text=HELP["options"])
    constraints = ConstraintsField(help_text=HELP["constraints"])
    match_format = MatchFormatField(allow_null=True, help_text=HELP["match_format"])
    cut = CutField(
        allow_null=True,
        help_text="The entries of an earlier stage that advance to it; null: all entries.",
    )
    metrics = serializers.ListField(child=serializers.CharField(), help_text=HELP["metrics"])
    ranking = RankingOptionsField(help_text=HELP["ranking"])
    calendar = CalendarField(
        allow_null=True, help_text="How the rounds that are made later get their dates."
    )
    groups = GroupSerializer(many=True, source="groups.all", help_text="Its groups, in order.")
    drawn = StrictBooleanField(source="is_drawn", help_text="Whether its pairings exist.")
    version = StrictIntegerField(help_text="Rises with each result.")


@extend_schema_serializer(component_name="StageChange")
class StageChangeSerializer(StrictSerializer):
    """Changes to a stage that is not drawn; fields that are left out stay."""

    format = PlainCharField(max_length=LONGEST_NAME, help_text=HELP["format"])
    cut = CutField(help_text="The entries of an earlier stage that advance to it.")
    name = PlainCharField(
        max_length=LONGEST_LABEL, allow_blank=True, default="", help_text=HELP["name"]
    )
    options = FormatOptionsField(default=dict, help_text=HELP["options"])
    constraints = ConstraintsField(default=dict, help_text=HELP["constraints"])
    match_format = MatchFormatField(allow_null=True, default=None, help_text=HELP["match_format"])
    metrics = serializers.ListField(
        child=PlainCharField(max_length=LONGEST_NAME),
        max_length=MOST_METRICS,
        default=list,
        help_text=HELP["metrics"],
    )
    ranking = RankingOptionsField(default=dict, help_text=HELP["ranking"])
    reason = PlainCharField(
        max_length=LONGEST_REASON, allow_blank=True, default="", help_text=HELP["reason"]
    )


@extend_schema_serializer(component_name="StageBody")
class NewStageSerializer(StageChangeSerializer):
    """A new stage at the end of the event. ``reason``: needed after the start of play."""


@extend_schema_serializer(component_name="GroupBody")
class GroupChangeSerializer(StrictSerializer):
    """``tables``: the first and the last that the group has for itself."""

    name = PlainCharField(
        max_length=LONGEST_LABEL,
        allow_blank=True,
        default="",
        help_text="Its name; empty: its number is shown.",
    )
    venue = IdField(
        allow_null=True,
        default=None,
        help_text="The id of a venue of the club; null: that of the event.",
    )
    tables = serializers.ListField(
        child=IdField(),
        min_length=2,
        max_length=2,
        allow_null=True,
        default=None,
        help_text="The numbers of the first and the last of its own tables; null: any.",
    )
    reason = PlainCharField(
        max_length=LONGEST_REASON, allow_blank=True, default="", help_text=HELP["reason"]
    )
