"""The prizes of an event, and the body that sets them."""

from typing import Any

from rest_framework import serializers

from api.fields import PlainCharField, StrictIntegerField
from api.serializers.base import StrictSerializer
from api.serializers.reasons import ReasonSerializer
from database.limits import LONGEST_PRIZE, MOST_ENTRIES

MOST_PRIZES = 200


class AwardSerializer(serializers.Serializer[Any]):
    """The prize of each entry on some places, and who has it."""

    first = serializers.IntegerField(source="band.first", help_text="The first of its places.")
    last = serializers.IntegerField(source="band.last", help_text="The last of its places.")
    text = serializers.CharField(source="band.text", help_text="What each entry gets.")
    entries = serializers.SerializerMethodField(help_text="The ids of the entries on its places.")
    ex_aequo = serializers.SerializerMethodField(
        help_text="Those of them that are tied across its end, and so are under the next prize too."
    )
    settled = serializers.BooleanField(
        source="is_settled", help_text="Whether its entries can no longer change."
    )

    def get_entries(self, award: Any) -> list[int]:
        return [row.name.id for row in award.rows]

    def get_ex_aequo(self, award: Any) -> list[int]:
        return [row.name.id for row in award.rows if row.name.id in award.shared]


class PrizesSerializer(serializers.Serializer[Any]):
    """The prizes of an event."""

    event = serializers.UUIDField(help_text="The id of the event.")
    prizes = AwardSerializer(many=True, help_text="The prizes, the best places first.")


class PrizeSerializer(StrictSerializer):
    """A prize and its places."""

    first = StrictIntegerField(
        min_value=1, max_value=MOST_ENTRIES, help_text="The first of its places."
    )
    last = StrictIntegerField(
        min_value=1, max_value=MOST_ENTRIES, help_text="The last of its places."
    )
    text = PlainCharField(
        max_length=LONGEST_PRIZE, allow_blank=True, help_text="What each entry gets."
    )


class PrizesChangeSerializer(ReasonSerializer):
    """The new list of prizes, complete. The reason is needed for a change after the start of
    play."""

    prizes = PrizeSerializer(  # type: ignore[call-arg]
        many=True, max_length=MOST_PRIZES, help_text="The prizes."
    )
