"""Penalties of rankings and disqualifications."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import (
    IdField,
    IsoMomentField,
    PlainCharField,
    StrictBooleanField,
    StrictIntegerField,
)
from api.serializers.entry_names import EntryNameSerializer
from api.serializers.reasons import ReasonSerializer
from database.limits import LONGEST_TITLE
from tournaments.models import Penalty
from tournaments.services.standings.penalties import MOST_POINTS

LONGEST_METRIC = 40


class CancellationSerializer(serializers.Serializer[Any]):
    """When and why a penalty was cancelled."""

    reason = serializers.CharField(source="cancelled_reason", help_text="Why.")
    at = IsoMomentField(source="cancelled_at", help_text="When.")


class PenaltySerializer(serializers.Serializer[Any]):
    """Points off an entry's ranking in a stage, or a disqualification from the event. Penalties of
    a hand, a game or a match are lines of its sheet.

    The context has ``names``, by entry.
    """

    id = IdField(help_text="The id of the penalty.")
    event = serializers.UUIDField(source="event_id", help_text="The id of the event.")
    kind = serializers.ChoiceField(
        choices=Penalty.Kind.choices, help_text="Points off a ranking, or a disqualification."
    )
    entry = serializers.SerializerMethodField(help_text="The entry that has it.")
    stage = IdField(source="stage_id", allow_null=True, help_text="The id of the stage.")
    points = serializers.IntegerField(help_text="The points that it costs.")
    metric = serializers.CharField(
        help_text="What the points are taken off; empty: what the stage ranks by first."
    )
    voids = serializers.BooleanField(
        help_text="Whether a disqualification voids the results of the entry."
    )
    article = serializers.CharField(help_text="The article of the regulation.")
    reason = serializers.CharField(help_text="Why it was given.")
    given_at = IsoMomentField(help_text="When it was given.")
    cancelled = serializers.SerializerMethodField(help_text="Its cancellation; null: it counts.")

    @extend_schema_field(EntryNameSerializer)
    def get_entry(self, penalty: Penalty) -> Any:
        return EntryNameSerializer(self.context["names"][penalty.entry_id]).data

    @extend_schema_field(CancellationSerializer(allow_null=True))
    def get_cancelled(self, penalty: Penalty) -> Any:
        return None if penalty.cancelled_at is None else CancellationSerializer(penalty).data


class PointsOffSerializer(ReasonSerializer):
    """Points off what an entry ranks by in a stage."""

    entry = IdField(help_text="The id of the entry.")
    stage = IdField(help_text="The id of a stage of the event.")
    points = StrictIntegerField(min_value=1, max_value=MOST_POINTS, help_text="How many.")
    metric = PlainCharField(
        max_length=LONGEST_METRIC,
        allow_blank=True,
        default="",
        help_text="What they are taken off; empty: what the stage ranks by first.",
    )
    article = PlainCharField(
        max_length=LONGEST_TITLE,
        allow_blank=True,
        default="",
        help_text="The article of the regulation.",
    )


class DisqualificationSerializer(ReasonSerializer):
    """A disqualification from the event."""

    voids = StrictBooleanField(
        help_text="Whether its results no longer count, for it and for its opponents."
    )
    article = PlainCharField(
        max_length=LONGEST_TITLE,
        allow_blank=True,
        default="",
        help_text="The article of the regulation.",
    )
