"""The clocks of rounds, more time for a table, and when an evening is expected to end."""

from datetime import datetime, timedelta
from typing import Any

from rest_framework import serializers

from api.fields import IdField, IsoMomentField, StrictIntegerField
from api.serializers.base import StrictSerializer
from tournaments.models.clocks import MOST_EXTRA_MINUTES


class ClockSerializer(serializers.Serializer[Any]):
    """When a round starts and shall end."""

    round = IdField(help_text="The id of the round.")
    starts_at = IsoMomentField(allow_null=True, help_text="When it starts; null: not set.")
    target_at = IsoMomentField(allow_null=True, help_text="When it shall end; null: not set.")


class NewClockSerializer(StrictSerializer):
    """When a round starts and shall end, in all groups that still play it."""

    starts_at = IsoMomentField(allow_null=True, default=None, help_text="When it starts.")
    target_at = IsoMomentField(allow_null=True, default=None, help_text="When it shall end.")


class ExtraTimeSerializer(StrictSerializer):
    """More time than the round has."""

    minutes = StrictIntegerField(
        min_value=0, max_value=MOST_EXTRA_MINUTES, help_text="The minutes; 0 takes them back."
    )


class MomentRangeSerializer(serializers.Serializer[Any]):
    """The middle of all simulated ends, and the range of eight in ten."""

    earliest = serializers.SerializerMethodField(help_text="One in ten ends before it.")
    likely = serializers.SerializerMethodField(help_text="Half of them end before it.")
    latest = serializers.SerializerMethodField(help_text="Nine in ten end before it.")

    def get_earliest(self, value: Any) -> datetime:
        return self._moment(value.low)

    def get_likely(self, value: Any) -> datetime:
        return self._moment(value.likely)

    def get_latest(self, value: Any) -> datetime:
        return self._moment(value.high)

    def _moment(self, seconds: int) -> datetime:
        at: datetime = self.context["at"]
        return at + timedelta(seconds=seconds)


class ForecastSerializer(serializers.Serializer[Any]):
    """When the evening is expected to end, from what was played until now."""

    at = IsoMomentField(help_text="The moment of the forecast.")
    end = MomentRangeSerializer(
        allow_null=True, help_text="When the last match of tonight ends; null: nothing is left."
    )
    finished = serializers.SerializerMethodField(
        help_text="The matches of tonight that are over; null: nothing is left."
    )
    total = StrictIntegerField(
        allow_null=True, help_text="All matches of tonight; null: nothing is left."
    )
    pace_permille = StrictIntegerField(
        allow_null=True,
        help_text="How long matches last, in thousandths of the usual; null: nothing is left.",
    )

    def get_finished(self, forecast: Any) -> int | None:
        return len(forecast.finished)
