"""Pairs of entries that must meet or must not. Addresses and documents call a pairing constraint a
wish, and the components keep the names that generated clients know."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from api.fields import IdField, PlainCharField, StrictChoiceField, StrictIntegerField
from api.serializers.base import StrictSerializer
from database.limits import LONGEST_REASON
from tournaments.models import PairingConstraint

KINDS = ("forced", "forbidden")
KIND_HELP = "Whether the two must meet or must not."


class TwoEntriesField(serializers.ListField):
    """The ids of two entries."""

    def __init__(self, **options: Any) -> None:
        super().__init__(child=IdField(), min_length=2, max_length=2, **options)


@extend_schema_serializer(component_name="WishDocument")
class PairingConstraintSerializer(serializers.Serializer[PairingConstraint]):
    """Two entries that must meet in a round, or (``round`` null) must not meet at all."""

    id = StrictIntegerField(source="pk", help_text="The id of the wish.")
    stage = StrictIntegerField(source="stage_id", help_text="The id of the stage.")
    kind = serializers.ChoiceField(choices=KINDS, help_text=KIND_HELP)
    entries = serializers.SerializerMethodField(help_text="The ids of the two entries.")
    round = StrictIntegerField(
        allow_null=True,
        help_text="The number of the round in which they must meet; null: they must not.",
    )
    reason = serializers.CharField(help_text="Why, as the organizer has written it.")

    def get_entries(self, constraint: PairingConstraint) -> list[int]:
        return [constraint.first_id, constraint.second_id]


@extend_schema_serializer(component_name="WishBody")
class NewPairingConstraintSerializer(StrictSerializer):
    """Two entries, and the reason. ``forced`` applies only to the next round."""

    kind = StrictChoiceField(choices=KINDS, help_text=KIND_HELP)
    entries = TwoEntriesField(help_text="The ids of the two entries.")
    reason = PlainCharField(
        max_length=LONGEST_REASON, allow_blank=True, help_text="Why; it is public."
    )
