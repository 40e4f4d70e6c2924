"""The last paired round: two entries that change places, and a round that is taken back. The
components keep the names that generated clients know."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from api.fields import StrictBooleanField, StrictIntegerField
from api.serializers.pairing_constraints import TwoEntriesField
from api.serializers.pairings import PairingSerializer
from api.serializers.reasons import LoggedReasonSerializer


@extend_schema_serializer(component_name="SwapBody")
class SwapSerializer(LoggedReasonSerializer):
    """Two entries of the round that is paired, and why they change places. ``version``: that of
    the stage as it was looked at; ``agreed``: what this breaks has been read."""

    entries = TwoEntriesField(help_text="The ids of the two entries that change places.")
    version = StrictIntegerField(
        min_value=0, help_text="The version of the stage that the caller has seen."
    )
    agreed = StrictBooleanField(
        default=False, help_text="Whether the caller agrees to what the swap breaks."
    )


@extend_schema_serializer(component_name="SwappedDocument")
class SwappedSerializer(serializers.Serializer[Any]):
    """The two pairings as they are now, and the version of the stage."""

    version = StrictIntegerField(help_text="The version of the stage after the swap.")
    pairings = PairingSerializer(
        many=True, help_text="The pairings that were changed, as they are now."
    )


@extend_schema_serializer(component_name="TakenBackDocument")
class TakenBackSerializer(serializers.Serializer[Any]):
    """The number of the round that was deleted."""

    round = StrictIntegerField(help_text="The number of the round.")
