"""What must still happen in a stage, and what if."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import IdField, StrictIntegerField
from api.serializers.base import StrictSerializer
from api.serializers.entry_names import EntryNameSerializer
from api.serializers.sentences import SentenceSerializer
from competition.scenarios.outlook import Fate, Outlook
from competition.scenarios.what_if import MAX_POINTS, SupposedRow
from tournaments.selectors.registration.names import EntryName
from wording.outlook import word_reason

MOST_SUPPOSED = 512
MOST_SLOTS = 8
FATES = [fate.value for fate in Fate]


class NamedRowSerializer(serializers.Serializer[Any]):
    """A row of a stage. The context has ``names``, by entry."""

    def find_name(self, entry: object) -> EntryName:
        names: Mapping[int, EntryName] = self.context["names"]
        return names[int(str(entry))]


class OutlookRowSerializer(NamedRowSerializer):
    """Whether an entry is certain to go through, certain to be out, or can still do either."""

    entry = serializers.SerializerMethodField(help_text="The entry.")
    group = serializers.IntegerField(help_text="The number of its group.")
    fate = serializers.ChoiceField(
        choices=FATES, help_text="Certain to go through, possible, or certain to be out."
    )
    why = serializers.SerializerMethodField(help_text="The reason.")
    exact = serializers.BooleanField(
        source="is_exact", help_text="Whether this is proved. Otherwise endings were simulated."
    )
    through = serializers.IntegerField(
        source="share.advanced",
        default=None,
        allow_null=True,
        help_text="In how many of the simulated endings it went through.",
    )
    endings = serializers.IntegerField(
        source="share.endings",
        default=None,
        allow_null=True,
        help_text="How many random endings were simulated.",
    )

    @extend_schema_field(EntryNameSerializer)
    def get_entry(self, row: Outlook) -> Any:
        return EntryNameSerializer(self.find_name(row.entry)).data

    @extend_schema_field(SentenceSerializer)
    def get_why(self, row: Outlook) -> Any:
        code, params = row.why.code, row.why.params
        rival = params.get("rival")
        rival_name = self.find_name(rival).short if rival else ""
        sentence = word_reason(code, params, rival_name)
        return {"code": code, "params": dict(params), "sentence": sentence}


class OutlookSerializer(serializers.Serializer[Any]):
    """The outlook of a stage at its version."""

    stage = IdField(help_text="The id of the stage.")
    version = serializers.IntegerField(help_text="The version of the stage that it is for.")
    ready = serializers.BooleanField(
        help_text="Whether it is there; if not, a worker counts it: ask again."
    )
    rows = OutlookRowSerializer(many=True, help_text="The entries.")


class SupposedResultSerializer(StrictSerializer):
    """A supposed result of an open pairing. Fields that are left out add nothing."""

    pairing = IdField(help_text="The id of the pairing.")
    winner = StrictIntegerField(
        min_value=0,
        max_value=MOST_SLOTS - 1,
        allow_null=True,
        default=None,
        help_text="The slot that wins; null: a draw, or what totals and games say.",
    )
    totals = serializers.ListField(
        child=StrictIntegerField(min_value=0, max_value=MAX_POINTS),
        max_length=MOST_SLOTS,
        default=list,
        help_text="The totals, by slot.",
    )
    games = serializers.ListField(
        child=StrictIntegerField(min_value=0, max_value=MAX_POINTS),
        max_length=MOST_SLOTS,
        default=list,
        help_text="The games won, by slot.",
    )


class WhatIfBodySerializer(StrictSerializer):
    """The supposed results; nothing is stored."""

    results = SupposedResultSerializer(  # type: ignore[call-arg]
        many=True, max_length=MOST_SUPPOSED, default=list, help_text="The supposed results."
    )


class SupposedRowSerializer(NamedRowSerializer):
    """The places of an entry under the supposed results and now, and whether they advance: ``can``
    if it is tied at the cut, or still in a bracket."""

    entry = serializers.SerializerMethodField(help_text="The entry.")
    group = serializers.IntegerField(source="placing.group", help_text="The number of its group.")
    first = serializers.IntegerField(source="placing.first", help_text="The best of its places.")
    last = serializers.IntegerField(source="placing.last", help_text="The worst of its places.")
    first_now = serializers.IntegerField(source="now.first", help_text="The best as it stands.")
    last_now = serializers.IntegerField(source="now.last", help_text="The worst as it stands.")
    fate = serializers.ChoiceField(choices=FATES, help_text="Whether it would advance.")
    fate_now = serializers.ChoiceField(choices=FATES, help_text="Whether it advances now.")

    @extend_schema_field(EntryNameSerializer)
    def get_entry(self, row: SupposedRow) -> Any:
        return EntryNameSerializer(self.find_name(row.placing.entry)).data


class WhatIfSerializer(serializers.Serializer[Any]):
    """The ranking of a stage under the supposed results."""

    stage = IdField(help_text="The id of the stage.")
    version = serializers.IntegerField(help_text="The version of the stage.")
    rows = SupposedRowSerializer(many=True, help_text="The entries, the best first.")
