"""Rounds, and the calendar of a stage that gives them their dates."""

from typing import Any

from rest_framework import serializers

from api.fields import IdField, IsoDateField, StrictIntegerField
from api.serializers.base import StrictSerializer
from competition.calendar import MOST_SKIPPED


class RoundSerializer(serializers.Serializer[Any]):
    """A round, out of a row of ``annotate_round_counts``."""

    id = IdField(source="pk", help_text="The id of the round.")
    event = serializers.UUIDField(source="group__stage__event_id", help_text="The id of the event.")
    stage = IdField(source="group__stage_id", help_text="The id of the stage.")
    group = StrictIntegerField(
        source="group__number", help_text="The number of the group in its stage."
    )
    section = serializers.CharField(help_text="The section of the stage that it is part of.")
    number = StrictIntegerField(help_text="Its number in its section, from 1.")
    order = StrictIntegerField(help_text="Its position in the order of play of its group.")
    date = IsoDateField(
        allow_null=True, help_text="The day on which it is played; null: that of the event."
    )
    pairings = StrictIntegerField(source="pairing_count", help_text="How many pairings it has.")
    open = StrictIntegerField(
        source="open_count", help_text="How many of its matches are still to be decided."
    )


class RoundDateSerializer(StrictSerializer):
    """The date on which a round is played."""

    date = IsoDateField(help_text="The day on which it is played.")


class CalendarSerializer(StrictSerializer):
    """The dates on which the rounds of a stage are played."""

    start = IsoDateField(help_text="The first day on which a round may be played.")
    weekdays = serializers.ListField(
        child=StrictIntegerField(),
        max_length=7,
        help_text="The days of the week on which rounds are played: 0 is Monday, 6 is Sunday.",
    )
    rounds_a_date = StrictIntegerField(default=1, help_text="How many rounds each date has.")
    skipped = serializers.ListField(
        child=IsoDateField(),
        max_length=MOST_SKIPPED,
        default=list,
        help_text="The dates on which no round is played.",
    )
