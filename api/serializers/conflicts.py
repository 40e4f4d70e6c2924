"""Phones that say something else than the sheet, and the lines that a phone could not send."""

from typing import Any

from django.db.models import TextChoices
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from api.fields import (
    IdField,
    IsoMomentField,
    PlainTextField,
    StrictBooleanField,
    StrictIntegerField,
)
from api.serializers.base import StrictSerializer
from api.serializers.sentences import SentenceDocument, SentenceSerializer, make_sentence_document
from competition.hall.rescue import MOST_BYTES
from tournaments.services.corrections.rescue import RescueOutcome, RescueStatus


class SheetConflictSerializer(serializers.Serializer[Any]):
    """A phone whose last line was refused, because another line has its place on the sheet."""

    id = IdField(help_text="The id of the conflict.")
    match = IdField(help_text="The id of the match.")
    table = StrictIntegerField(
        allow_null=True, help_text="The number of the table; null: the match has none any more."
    )
    met_at = IsoMomentField(help_text="When the line was refused.")


@extend_schema_serializer(many=False)
class SheetConflictListSerializer(serializers.Serializer[Any]):
    """The conflicts that nobody has settled, in the order in which they arose."""

    results = SheetConflictSerializer(many=True, help_text="All of them, on one page.")


class RescuedTextSerializer(StrictSerializer):
    """The text in the QR code that a phone shows for its unsent lines."""

    text = PlainTextField(
        max_length=MOST_BYTES, help_text="The text, as it was scanned: it begins with `LB1`."
    )
    dry_run = StrictBooleanField(default=False, help_text="Only checks: nothing is written.")


class RescueStatusChoices(TextChoices):
    """``RescueStatus``, as an enumeration of the API."""

    WRITTEN = RescueStatus.WRITTEN.value
    ALREADY = RescueStatus.ALREADY.value
    REFUSED = RescueStatus.REFUSED.value
    HELD_BACK = RescueStatus.HELD_BACK.value


class RescuedLineSerializer(serializers.Serializer[Any]):
    """A line of the phone, and what became of it."""

    match = IdField(source="line.match", help_text="The id of the match.")
    key = serializers.CharField(source="line.key", help_text="The key of the line.")
    kind = serializers.CharField(source="line.kind", help_text="The kind of the line.")
    version = StrictIntegerField(
        source="line.version", help_text="The version of the sheet that the line builds on."
    )
    outcome = serializers.ChoiceField(
        source="status",
        choices=RescueStatusChoices.choices,
        help_text="WRITTEN; ALREADY: it was on the sheet; REFUSED; HELD_BACK: a line before it in "
        "the same match was refused.",
    )
    reasons = serializers.SerializerMethodField(help_text="Why it was refused.")

    @extend_schema_field(SentenceSerializer(many=True))
    def get_reasons(self, outcome: RescueOutcome) -> list[SentenceDocument]:
        refusal = outcome.refusal
        if refusal is None:
            return []
        faults: Any = refusal.violations or (refusal,)
        return [make_sentence_document(fault.code, fault.params) for fault in faults]


class RescuedLinesSerializer(serializers.Serializer[Any]):
    """What became of the lines of a phone, in the order of match and version."""

    rescued = RescuedLineSerializer(many=True, help_text="Its lines.")
    dry_run = StrictBooleanField(help_text="Whether nothing was written.")
