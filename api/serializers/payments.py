"""The money of entries: what was taken, what was given back, and who has it."""

from typing import Any

from rest_framework import serializers

from api.fields import IdField, IsoMomentField, PlainCharField, StrictIntegerField
from api.serializers.base import StrictSerializer
from api.serializers.sheets import get_public_author_id
from database.limits import LONGEST_REASON, MOST_CENTS
from tournaments.models import Payment


class PaymentSerializer(serializers.Serializer[Payment]):
    """Money that an entry has paid, or (below zero) got back. A cancelled one counts no more."""

    id = IdField(help_text="The id of the payment.")
    entry = IdField(source="entry_id", help_text="The id of the entry.")
    cents = StrictIntegerField(
        allow_null=True, help_text="The amount; below zero: given back; null: nobody has said."
    )
    settles = serializers.BooleanField(help_text="Whether nothing is left to pay with it.")
    reason = serializers.CharField(help_text="Why it was given back.")
    collector_kind = serializers.CharField(
        source="author_kind", help_text="Who has noted it and has the cash: USER or PROGRAM."
    )
    collector = serializers.SerializerMethodField(help_text="The id of that user or program.")
    made_at = IsoMomentField(help_text="When it was noted.")
    cancelled_at = IsoMomentField(
        allow_null=True, help_text="When it was cancelled; null: it counts."
    )

    def get_collector(self, payment: Payment) -> str:
        return get_public_author_id(payment)


class NewPaymentSerializer(StrictSerializer):
    """Money that an entry pays."""

    cents = StrictIntegerField(
        min_value=1,
        max_value=MOST_CENTS,
        allow_null=True,
        default=None,
        help_text="The amount; null: all that is missing.",
    )


class RefundSerializer(StrictSerializer):
    """Money that an entry gets back, and why."""

    cents = StrictIntegerField(min_value=1, max_value=MOST_CENTS, help_text="The amount.")
    reason = PlainCharField(
        max_length=LONGEST_REASON, allow_blank=True, default="", help_text="Why."
    )


class CollectorSerializer(serializers.Serializer[Any]):
    """What somebody has taken, less what he has given back."""

    kind = serializers.CharField(source="collector.kind", help_text="USER, PROGRAM or SYSTEM.")
    name = serializers.SerializerMethodField(help_text="The name of the user or program.")
    cents = StrictIntegerField(help_text="What is in his hands.")

    def get_name(self, row: Any) -> str:
        names: dict[Any, str] = self.context["names"]
        return names.get(row.collector, "")


class CashSerializer(serializers.Serializer[Any]):
    """The cash of an event."""

    fee_cents = StrictIntegerField(
        allow_null=True, help_text="The fee of an entry; null: the regulation names none."
    )
    total_cents = StrictIntegerField(help_text="The sum of all collectors.")
    collectors = CollectorSerializer(many=True, help_text="The collectors, most cash first.")
