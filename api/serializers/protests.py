"""Protests, and the bodies that file and decide them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import IdField, IsoMomentField, PlainCharField, StrictChoiceField
from api.serializers.base import StrictSerializer
from api.serializers.entry_names import EntryNameSerializer
from database.limits import LONGEST_REASON, LONGEST_TITLE
from tournaments.models import Protest


class ProtestDecidedSerializer(serializers.Serializer[Any]):
    """How a protest ended."""

    decision = serializers.ChoiceField(
        choices=Protest.Decision.choices, help_text="Upheld, rejected, or withdrawn."
    )
    reason = serializers.CharField(source="decision_reason", help_text="Why; it is public.")
    decided_at = IsoMomentField(help_text="When it was decided.")


class ProtestSerializer(serializers.Serializer[Any]):
    """What an entry objects to, and what was decided. It changes no result by itself.

    The context has ``names``, by entry.
    """

    id = IdField(help_text="The id of the protest.")
    event = serializers.UUIDField(source="event_id", help_text="The id of the event.")
    entry = serializers.SerializerMethodField(help_text="The entry that protests.")
    match = IdField(
        source="match_id",
        default=None,
        allow_null=True,
        help_text="The id of the match that it is about; null: about the event.",
    )
    article = serializers.CharField(help_text="The article of the regulation.")
    text = serializers.CharField(help_text="What the entry objects to.")
    filed_at = IsoMomentField(help_text="When it was filed.")
    decided = serializers.SerializerMethodField(help_text="The decision; null: it is open.")

    @extend_schema_field(EntryNameSerializer)
    def get_entry(self, protest: Protest) -> Any:
        return EntryNameSerializer(self.context["names"][protest.entry_id]).data

    @extend_schema_field(ProtestDecidedSerializer(allow_null=True))
    def get_decided(self, protest: Protest) -> Any:
        return None if not protest.decision else ProtestDecidedSerializer(protest).data


class NewProtestSerializer(StrictSerializer):
    """A protest."""

    entry = IdField(help_text="The id of the entry that protests.")
    match = IdField(
        allow_null=True,
        default=None,
        help_text="The id of the match that it is about; null: about the event.",
    )
    article = PlainCharField(
        max_length=LONGEST_TITLE,
        allow_blank=True,
        default="",
        help_text="The article of the regulation.",
    )
    text = PlainCharField(max_length=LONGEST_REASON, help_text="What the entry objects to.")


class ProtestDecisionSerializer(StrictSerializer):
    """How a protest ends, and why."""

    decision = StrictChoiceField(
        choices=Protest.Decision.choices, help_text="Upheld, rejected, or withdrawn."
    )
    reason = PlainCharField(max_length=LONGEST_REASON, help_text="Why; it is public.")
