"""Pairings, and the bodies that change them."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from accounts.actors import Actor
from api.fields import IdField, IsoDateField, IsoMomentField, StrictIntegerField
from api.serializers.base import StrictSerializer
from api.serializers.entry_names import EntryNameSerializer
from api.serializers.sentences import SentenceDocument, SentenceSerializer, make_reason_document
from database.limits import LARGEST_TABLE
from scoring.core.unfinished import Case
from tournaments.models import Pairing
from tournaments.selectors.stages.matches import Seat, get_pairing, load_seats

PairingState: TypeAlias = Literal["WAITING", "READY", "CALLED", "DECIDED", "BYE", "NOT_NEEDED"]
Source: TypeAlias = Literal["ENTRY", "WINNER_OF", "LOSER_OF", "BYE"]


class SlotListSerializer(serializers.ListSerializer[Any]):
    """The slots of a pairing, which the context has by pairing (``seats``)."""

    def to_representation(self, data: Any) -> Any:
        return super().to_representation(self.context["seats"][data.pk])


class SlotSerializer(serializers.Serializer[Any]):
    """A slot of a pairing: where it is filled from, and who fills it."""

    side = StrictIntegerField(help_text="The side of the match, from 0.")
    source = serializers.ChoiceField(  # type: ignore[assignment]
        choices=get_args(Source), help_text="What it is filled from: an entry or another pairing."
    )
    of = serializers.CharField(
        source="source_code", allow_null=True, help_text="The code of that other pairing."
    )
    entry = EntryNameSerializer(
        source="name", allow_null=True, help_text="The entry in it, once it is known."
    )

    class Meta:
        list_serializer_class = SlotListSerializer


@extend_schema_serializer(deprecate_fields=["winner"])
class PairingSerializer(serializers.Serializer[Any]):
    """The slots that meet. A bye has no match.

    The context has ``seats``, by pairing.
    """

    id = IdField(source="pk", help_text="The id of the pairing.")
    event = serializers.UUIDField(source="event_id", help_text="The id of the event.")
    stage = IdField(source="round.group.stage_id", help_text="The id of the stage.")
    group = StrictIntegerField(
        source="round.group.number", help_text="The number of the group in its stage."
    )
    round = IdField(source="round_id", help_text="The id of the round.")
    round_number = StrictIntegerField(
        source="round.number", help_text="The number of the round in its section, from 1."
    )
    date = IsoDateField(
        source="round.date",
        allow_null=True,
        help_text="The day on which its round is played; null: that of the event.",
    )
    code = serializers.CharField(help_text="Its code in the stage.")
    number = StrictIntegerField(help_text="Its number in the round, from 1.")
    state = serializers.ChoiceField(
        choices=get_args(PairingState), help_text="Where it stands, from WAITING to DECIDED."
    )
    table = StrictIntegerField(
        source="table.number", allow_null=True, help_text="The number of the table it is on."
    )
    match = IdField(
        source="match_id", allow_null=True, help_text="The id of its match; null: it has none."
    )
    winner = StrictIntegerField(
        source="match.winner", allow_null=True, help_text="Use `winner_side`."
    )
    winner_side = StrictIntegerField(
        source="match.winner", allow_null=True, help_text="The side that has won it, from 0."
    )
    winner_entry = serializers.SerializerMethodField(
        help_text="The id of the entry that has won it."
    )
    unfinished = serializers.SerializerMethodField(
        help_text="How the match ended, if it was not played out."
    )
    absence = serializers.SerializerMethodField(
        help_text="Why it is a bye: given, asked for (`half_bye`), or nobody came (`absent`)."
    )
    why = serializers.SerializerMethodField(
        help_text="The reason for the pairing, where the format paired by the standings."
    )
    slots = SlotSerializer(many=True, source="*", read_only=True, help_text="The slots, in order.")
    called_at = IsoMomentField(allow_null=True, help_text="When it was called to a table.")
    decided_at = IsoMomentField(allow_null=True, help_text="When it was decided.")

    @extend_schema_field({"type": ["integer", "null"], "minimum": 1})
    def get_winner_entry(self, pairing: Pairing) -> int | None:
        if pairing.match is None or pairing.match.winner is None:
            return None
        seats_by_pairing: Mapping[int, Sequence[Seat]] = self.context["seats"]
        for seat in seats_by_pairing[pairing.pk]:
            if seat.side == pairing.match.winner:
                return None if seat.name is None else seat.name.id
        return None

    @extend_schema_field({"type": ["string", "null"], "enum": [*get_args(Case), None]})
    def get_unfinished(self, pairing: Pairing) -> str | None:
        if pairing.match is None or pairing.match.snapshot.get("unfinished") is None:
            return None
        return str(pairing.match.snapshot["unfinished"]["case"])

    @extend_schema_field({"type": ["string", "null"], "enum": [*Pairing.Absence.values, None]})
    def get_absence(self, pairing: Pairing) -> str | None:
        if pairing.state != Pairing.State.BYE:
            return None
        return pairing.absence

    @extend_schema_field(SentenceSerializer(allow_null=True))
    def get_why(self, pairing: Pairing) -> SentenceDocument | None:
        return make_reason_document(pairing.why)


class TableNumberSerializer(StrictSerializer):
    """The table to go to."""

    table = StrictIntegerField(
        min_value=1, max_value=LARGEST_TABLE, help_text="The number of the table."
    )


class PairingListSerializer(serializers.Serializer[Any]):
    """The pairings that were made."""

    pairings = PairingSerializer(many=True, help_text="The pairings, in the order of making.")


def make_pairing_documents(pairings: Sequence[Pairing]) -> Any:
    """Pairings of one event with their entries, in two queries."""
    return PairingSerializer(pairings, many=True, context={"seats": load_seats(pairings)}).data


def load_pairing_document(actor: Actor, pairing_id: int) -> Any:
    """A pairing as it is now. Raises NotFound."""
    return make_pairing_documents([get_pairing(actor, pairing_id)])[0]
