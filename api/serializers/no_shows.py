"""The entries that are not there when they should be."""

from typing import Any

from rest_framework import serializers

from api.fields import IdField, IsoMomentField
from api.serializers.entry_names import EntryNameSerializer


class NoShowsSerializer(serializers.Serializer[Any]):
    """The entries that have not presented themselves."""

    due_at = IsoMomentField(
        allow_null=True, help_text="Until when they had to be there; null: nobody has said."
    )
    is_due = serializers.BooleanField(help_text="Whether that moment has passed.")
    next_waiting = IdField(
        allow_null=True, help_text="The id of the entry that would get the next place."
    )
    entries = EntryNameSerializer(many=True, help_text="The entries, in the order of entering.")
