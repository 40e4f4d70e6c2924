"""Phones at a table.

The documents are made by functions, not by the serializers that describe them: every phone of a
table asks after every hand.
"""

from typing import Any, TypeAlias

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from api.authentication import make_device_actor
from api.fields import (
    IdField,
    IsoMomentField,
    PlainCharField,
    StrictIntegerField,
    StrictUUIDField,
)
from api.serializers.base import StrictSerializer
from api.serializers.table_next import (
    NextMatchSerializer,
    TableNextSerializer,
    load_next_documents,
)
from live.tickets import ticket
from tournaments.models import Event
from tournaments.notices import (
    name_event_topic,
    name_match_topic,
    name_results_topic,
    name_table_topic,
)
from tournaments.selectors.hall.tables import Place, format_player, get_place_of_phone
from tournaments.services.hall.devices import Admitted
from tournaments.stream_access import hold_for_device

Document: TypeAlias = dict[str, Any]
LONGEST_CODE = 24
LONGEST_SECRET = 32


class TypedCodeSerializer(StrictSerializer):
    """The code of a table, typed or read from its QR code."""

    code = PlainCharField(
        max_length=LONGEST_CODE,
        allow_blank=True,
        default="",
        help_text="The six characters of the table's card, as they were typed.",
    )
    secret = PlainCharField(
        max_length=LONGEST_SECRET,
        allow_blank=True,
        default="",
        help_text="The secret of its QR code; with it, no `code` is needed.",
    )
    event = StrictUUIDField(
        allow_null=True,
        default=None,
        help_text="The id of the event that the page is about: only its codes are good then.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        # An empty code was typed, and is answered as one that is too short.
        if "code" not in self.initial_data and not attrs["secret"]:
            missing = serializers.ErrorDetail("One of the two is required.", "required")
            raise serializers.ValidationError({"code": [missing]})
        return attrs


class PhoneOwnerSerializer(StrictSerializer):
    """The owner of the phone."""

    player = IdField(allow_null=True, help_text="The id of the player; null: unknown.")


class OwnerNameSerializer(serializers.Serializer[Any]):
    """A player, as the event shows names."""

    id = IdField(help_text="The id of the player.")
    name = serializers.CharField(help_text="The name.")


class PlaceEventSerializer(serializers.Serializer[Any]):
    """The event that a phone is at."""

    id = serializers.UUIDField(help_text="The id of the event.")
    name = serializers.CharField(help_text="Its name.")
    club = serializers.CharField(help_text="The name of its club.")
    state = serializers.ChoiceField(choices=Event.State.choices, help_text="How far it is.")


class TableCallSerializer(serializers.Serializer[Any]):
    """An open call for the referee."""

    called_at = IsoMomentField(help_text="When the table called.")


@extend_schema_serializer(deprecate_fields=["last"])
class DeviceSerializer(serializers.Serializer[Any]):
    """Where a phone is."""

    id = serializers.UUIDField(help_text="The id of the phone.")
    event = PlaceEventSerializer(help_text="The event that it is at.")
    table = StrictIntegerField(help_text="The number of its table.")
    round = IdField(
        allow_null=True, help_text="The id of the round that its code is for; null: the event."
    )
    player = OwnerNameSerializer(allow_null=True, help_text="The owner, if known.")
    match = IdField(
        allow_null=True, help_text="The id of the match that is on at its table, if any."
    )
    last = IdField(allow_null=True, help_text="Use `last_match`.")
    last_match = IdField(
        allow_null=True,
        help_text="The id of the match that was decided there before, as long as no hand of "
        "another is written.",
    )
    call = TableCallSerializer(allow_null=True, help_text="The open call for the referee.")
    ticket = serializers.CharField(help_text="Opens the stream of what changes there (`/live/`).")
    next = NextMatchSerializer(
        many=True,
        help_text="What follows for the sides of `last_match`, or of `match` without one.",
    )
    table_next = TableNextSerializer(
        allow_null=True, help_text="The match that comes next at the table."
    )


class AdmittedDeviceSerializer(serializers.Serializer[Any]):
    """The token of a phone."""

    token = serializers.CharField(
        help_text="Shown only here; to be sent as `Authorization: Device …`."
    )
    device = DeviceSerializer(help_text="Where the phone is.")


def make_device_document(place: Place) -> Document:
    """Where a phone is."""
    event, pairing, last = place.event, place.pairing, place.state.departing
    match = None if pairing is None else pairing.match_id
    # Under two names in the document: ``last`` is deprecated.
    last_match = None if last is None else last.match_id
    player, owner = place.device.player, None
    if player is not None:
        owner = {"id": player.pk, "name": format_player(place.event, player)}
    call: Document | None = None
    if place.call is not None:
        call = {"called_at": place.call.called_at.isoformat()}
    return dict(
        id=str(place.device.pk),
        event={
            "id": str(event.pk),
            "name": event.name,
            "club": event.club.name,
            "state": event.state,
        },
        table=place.code.table.number,
        round=place.code.round_id,
        player=owner,
        match=match,
        last=last_match,
        last_match=last_match,
        call=call,
        ticket=ticket(_list_topics(place), holder=hold_for_device(place.device), for_play=True),
        **load_next_documents(place),
    )


def _list_topics(place: Place) -> list[str]:
    """What changes this document. The results elsewhere only do so between two matches: while one
    is played here, its phones are not asked to read again after each result of the event."""
    pairing, last = place.pairing, place.state.departing
    topics = [name_event_topic(place.event.pk), name_table_topic(place.code.table_id)]
    matches = set()
    for each in (pairing, last):
        if each is not None and each.match_id is not None:
            matches.add(each.match_id)
    topics += [name_match_topic(match) for match in sorted(matches)]
    if pairing is None or last is not None:
        topics.append(name_results_topic(place.event.pk))
    return topics


def make_admission_document(admitted: Admitted) -> Document:
    """The token of a phone, and where it is."""
    place = get_place_of_phone(make_device_actor(admitted.device))
    return {"token": admitted.token, "device": make_device_document(place)}
