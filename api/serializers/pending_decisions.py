"""What corrections have left to decide, and the body of a decision."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from pydantic import Field
from rest_framework import serializers
from typing_extensions import TypedDict

from api.fields import IdField, IsoMomentField, StrictChoiceField
from api.serializers.base import StrictSerializer
from api.serializers.entry_names import EntryNameDocument, EntryNameSerializer, make_name_document
from api.serializers.reasons import ReasonSerializer
from tournaments.models import PendingDecision
from tournaments.selectors.registration.names import EntryName, EntryNames
from wording.decisions import make_decision_subject, word_question
from wording.places import name_match
from wording.stages import name_stage

CHANGED = ("seed", "pot", "mates", "met", "carried", "prize")
CHANGED_VALUE = {
    "oneOf": [
        {"type": "integer"},
        {"type": "string"},
        {"type": "array", "items": {"type": "integer"}},
        {"type": "null"},
    ]
}


class ChangedEntrantDocument(TypedDict):
    """Data of a drawn entry that differ from those that the draw used: its ``seed``, its ``pot``,
    the points ``carried`` over, the group of its ``mates`` or the entries that it has ``met``. For
    announced prizes: the first and the last place of its ``prize``; empty: no prize."""

    entry: Annotated[EntryNameDocument, Field(description="The entry.")]
    what: Annotated[
        Literal["seed", "pot", "mates", "met", "carried", "prize"],
        Field(description="Which of its data differ."),
    ]
    before: Annotated[int | str | list[int] | None, Field(description="What the draw used.")]
    after: Annotated[int | str | list[int] | None, Field(description="What it is now.")]


def build_entrant_change_documents(
    changed: Iterable[Mapping[str, Any]], names: Mapping[int, EntryName]
) -> list[ChangedEntrantDocument]:
    """Changed entrants as a pending decision keeps them, with their names."""
    documents = []
    for each in changed:
        entry = make_name_document(names[each["entry"]])
        document = ChangedEntrantDocument(
            entry=entry, what=each["what"], before=each["before"], after=each["after"]
        )
        documents.append(document)
    return documents


@extend_schema_field(CHANGED_VALUE)
class ChangedValueField(serializers.ReadOnlyField):
    """A value of an entry before or after a correction."""


class ChangedEntrantSerializer(serializers.Serializer[Any]):
    """Data of a drawn entry, or its prize, that differ from those before the correction."""

    entry = EntryNameSerializer(help_text="The entry.")
    what = serializers.ChoiceField(
        choices=CHANGED,
        help_text="Its seed, its pot, the group of its clubmates, the entries that it has met, the "
        "points carried over, or its prize.",
    )
    before = ChangedValueField(help_text="As the draw used it, or as it was announced.")
    after = ChangedValueField(help_text="As it would be now. Of a prize: its first and last place.")


class DecidedSerializer(serializers.Serializer[PendingDecision]):
    """A decision, with its time and reason."""

    decision = serializers.ChoiceField(
        choices=PendingDecision.Decision.choices, help_text="What was decided."
    )
    reason = serializers.CharField(help_text="Why; the reason is public.")
    at = IsoMomentField(source="decided_at", help_text="When it was decided.")


@extend_schema_serializer(component_name="Question")
class PendingDecisionSerializer(StrictSerializer):
    """What a correction could not update by itself. ``PLAYED_ON``: ``goes`` has begun a pairing in
    which ``comes`` should play. ``CUT_MOVED``: a stage was drawn with ``goes`` and without
    ``comes``, and ``changed`` would be drawn differently now. ``ROUND_PAIRED``: a round of a stage
    was paired before the correction. ``PRIZES_MOVED``: prizes differ from those announced:
    ``comes`` have won one, ``goes`` have lost theirs, ``changed`` have another.

    The context has ``names`` by entry, ``titles`` by round, and ``possible`` for the club's people.
    """

    optional_in_answers: ClassVar = ("possible",)

    id = IdField(help_text="The id of the question.")
    event = serializers.UUIDField(source="event_id", help_text="The id of the event.")
    kind = serializers.ChoiceField(
        choices=PendingDecision.Kind.choices, help_text="What was not updated."
    )
    pairing = IdField(source="pairing_id", allow_null=True, help_text="The id of the pairing.")
    match = IdField(
        source="match_id",
        default=None,
        allow_null=True,
        help_text="The id of its match.",
    )
    stage = IdField(source="stage_id", allow_null=True, help_text="The id of the stage.")
    round = serializers.IntegerField(allow_null=True, help_text="The number of the round.")
    comes = serializers.SerializerMethodField(help_text="The entries that should be there now.")
    goes = serializers.SerializerMethodField(help_text="The entries that should not.")
    changed = serializers.SerializerMethodField(help_text="The entries of which data differ.")
    sentence = serializers.SerializerMethodField(help_text="All of it in the reader's language.")
    asked_at = IsoMomentField(help_text="When the correction was made.")
    decided = serializers.SerializerMethodField(help_text="The decision; null: it is open.")
    possible = serializers.SerializerMethodField(
        help_text="The decisions that can be taken now (`DRAWN_AGAIN` by drawing the stage again). "
        "Only one question shows them, and only to people of the club."
    )

    @extend_schema_field(EntryNameSerializer(many=True))
    def get_comes(self, row: PendingDecision) -> Any:
        return self._name_entries(row.comes)

    @extend_schema_field(EntryNameSerializer(many=True))
    def get_goes(self, row: PendingDecision) -> Any:
        return self._name_entries(row.goes)

    @extend_schema_field(ChangedEntrantSerializer(many=True))
    def get_changed(self, row: PendingDecision) -> Any:
        names = self.context["names"]
        rows = [{**each, "entry": names[each["entry"]]} for each in row.changed]
        return ChangedEntrantSerializer(rows, many=True).data

    def get_sentence(self, row: PendingDecision) -> str:
        names: EntryNames = self.context["names"]
        place = ""
        if row.pairing is not None:
            round_title = self.context["titles"][row.pairing.round_id]
            place = name_match(round_title, row.pairing.number)
        elif row.stage:
            place = name_stage(row.stage)
        return word_question(make_decision_subject(row, place, names.labels))

    @extend_schema_field(DecidedSerializer(allow_null=True))
    def get_decided(self, row: PendingDecision) -> Any:
        return None if row.decided_at is None else DecidedSerializer(row).data

    @extend_schema_field(
        serializers.ListField(
            child=serializers.ChoiceField(choices=PendingDecision.Decision.choices)
        )
    )
    def get_possible(self, row: PendingDecision) -> Any:
        return self.context.get("possible")

    def to_representation(self, instance: PendingDecision) -> Any:
        document = super().to_representation(instance)
        if document["possible"] is None:
            del document["possible"]
        return document

    def _name_entries(self, entries: Iterable[int]) -> Any:
        names = self.context["names"]
        return EntryNameSerializer([names[entry] for entry in entries], many=True).data


class DecisionSerializer(ReasonSerializer):
    """A decision and its reason."""

    decision = StrictChoiceField(
        choices=PendingDecision.Decision.choices, help_text="What is decided."
    )
