"""Entries that do not play a round. The components keep the names that generated clients know."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from api.fields import StrictChoiceField, StrictIntegerField
from api.serializers.base import StrictSerializer

KINDS = ("half_bye", "absent")


@extend_schema_serializer(component_name="AbsenceDocument")
class AbsenceSerializer(serializers.Serializer[Any]):
    """An entry that does not play a round: it asked for a bye (``half_bye``), or is absent."""

    entry = StrictIntegerField(source="entry_id", help_text="The id of the entry.")
    round = StrictIntegerField(help_text="The number of the round.")
    kind = serializers.ChoiceField(
        choices=KINDS, help_text="Whether it asked for a bye or is absent."
    )


@extend_schema_serializer(component_name="AbsenceBody")
class NewAbsenceSerializer(StrictSerializer):
    """Why an entry does not play the next round."""

    kind = StrictChoiceField(
        choices=KINDS, help_text="Whether the entry asked for a bye or is absent."
    )
