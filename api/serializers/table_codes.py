"""The codes of an event's tables, and the request for new ones."""

from typing import Any

from rest_framework import serializers

from api.fields import IdField, IsoMomentField, StrictIntegerField
from api.serializers.base import StrictSerializer
from database.limits import LARGEST_TABLE, MOST_TABLES
from tournaments.models import TableCode


class NewTableCodesSerializer(StrictSerializer):
    """For which tables, and for which round, codes are made."""

    tables = serializers.ListField(
        child=StrictIntegerField(min_value=1, max_value=LARGEST_TABLE),
        max_length=MOST_TABLES,
        allow_null=True,
        default=None,
        help_text="The numbers of the tables; null: all of them.",
    )
    round = IdField(
        allow_null=True, default=None, help_text="The id of the round; null: the whole event."
    )


class TableCodeSerializer(serializers.Serializer[TableCode]):
    """A code as it is printed, and the content of its QR code."""

    id = IdField(source="pk", help_text="The id of the code.")
    event = serializers.UUIDField(source="event_id", help_text="The id of the event.")
    table = serializers.IntegerField(source="table.number", help_text="The number of the table.")
    round = IdField(
        source="round_id",
        allow_null=True,
        help_text="The id of the round that it is for; null: the whole event.",
    )
    code = serializers.CharField(help_text="The six characters that are typed.")
    secret = serializers.CharField(
        help_text="The content of the QR code: a fragment of the pad's address."
    )
    made_at = IsoMomentField(help_text="When it was made.")


class TableCodeListSerializer(serializers.Serializer[Any]):
    """New codes."""

    results = TableCodeSerializer(many=True, help_text="The codes, by table.")
