"""Changes of a draw by hand."""

from typing import Any

from rest_framework import serializers

from api.fields import IdField, IsoMomentField, StrictIntegerField
from api.serializers.sentences import SentenceSerializer
from competition.named_entries import insert_names
from tournaments.models import DrawChange
from wording.sentences import sentence


class ChangeWarningSerializer(SentenceSerializer):
    """What the organizer had read before he agreed. The context has the ``names`` of entries."""

    def to_representation(self, instance: Any) -> Any:
        code, params = instance["code"], instance["params"]
        words = sentence(code, insert_names(params, self.context["names"]))
        return {"code": code, "params": params, "sentence": words}


class DrawChangeSerializer(serializers.Serializer[Any]):
    """A change by hand after a draw. `SWAP`: both entries changed places; `BYE`: the first came
    late and plays the second, which had a bye; `PRELIMINARY`: the first came late and plays the
    second a preliminary match."""

    id = IdField(source="pk", help_text="The id of the change.")
    stage = IdField(source="draw.stage_id", help_text="The id of the stage.")
    draw = IdField(source="draw_id", help_text="The id of the draw.")
    number = StrictIntegerField(help_text="Its number among the changes of the draw, from 1.")
    kind = serializers.CharField(help_text="`SWAP`, `BYE` or `PRELIMINARY`.")
    round = StrictIntegerField(
        allow_null=True,
        help_text="The number of the round, of a stage that pairs round by round; null: a bracket.",
    )
    entries = serializers.SerializerMethodField(help_text="The ids of the two entries.")
    reason = serializers.CharField(help_text="Why; it is public.")
    at = IsoMomentField(help_text="When it was made.")
    undoes = IdField(
        source="undoes_id",
        allow_null=True,
        help_text="The id of the swap that this one takes back.",
    )
    warnings = ChangeWarningSerializer(
        source="agreed", many=True, help_text="What was known to break."
    )

    def get_entries(self, change: DrawChange) -> list[int]:
        return [change.entry_id, change.other_id]
