"""Phones at a table: where they are and what follows there.

The documents are made by functions, not by the serializers that describe them: every phone of a
table asks after every hand.
"""

import json
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, TypeAlias

from django.utils.timezone import localdate
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from api.authentication import make_device_actor
from api.fields import (
    IdField,
    IsoDateField,
    IsoMomentField,
    PlainCharField,
    StrictIntegerField,
    StrictUUIDField,
)
from api.fresh import make_tag
from api.serializers.base import StrictSerializer
from api.serializers.entry_names import EntryNameSerializer, make_name_document
from api.viewsets import now
from live.kept import get_or_make_bytes
from live.tickets import ticket
from tournaments.models import Event, Pairing
from tournaments.notices import (
    name_event_topic,
    name_match_topic,
    name_results_topic,
    name_table_topic,
)
from tournaments.selectors.events.expected_begins import expected_begins, find_forecast_slot
from tournaments.selectors.hall.next_matches import NextMatch, NextState, load_what_next
from tournaments.selectors.hall.tables import Place, format_player, get_place_of_phone
from tournaments.selectors.stages.stages import RoundCount
from tournaments.selectors.versions import Versions, load_event_versions
from tournaments.services.hall.devices import Admitted
from tournaments.stream_access import hold_for_device
from wording.places import word_places
from wording.rounds import name_round_in_event

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


class RoundTitleSerializer(serializers.Serializer[Any]):
    """The round of a match, and what it is called."""

    id = IdField(help_text="The id of the round.")
    title = serializers.CharField(help_text="What it is called, in the reader's language.")


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


class NextMatchSerializer(serializers.Serializer[Any]):
    """What comes next for a side of the match that was played at the table."""

    side = StrictIntegerField(help_text="The number of the side, from 0.")
    entry = EntryNameSerializer(help_text="The entry that played on it.")
    match = IdField(allow_null=True, help_text="The id of its next match, if it is known.")
    table = StrictIntegerField(allow_null=True, help_text="The number of the table of that match.")
    round = RoundTitleSerializer(allow_null=True, help_text="The round of that match.")
    date = IsoDateField(allow_null=True, help_text="The day of that round, if it has one.")
    opponent = EntryNameSerializer(
        allow_null=True, help_text="The other entry, once it is known, in a match of two."
    )
    state = serializers.ChoiceField(
        choices=["CALLED", "READY", "WAITING", "OUT", "DONE"],
        help_text="CALLED to `table`; READY: for the next free table, or for its `date`; WAITING: "
        "for an opponent, a round or a draw; OUT: it lost its last match, or has left; DONE: it "
        "has played all.",
    )
    called_at = IsoMomentField(
        allow_null=True, help_text="When its next match was called to its table."
    )
    expected_at = IsoMomentField(
        allow_null=True,
        help_text="About when its next match begins, in steps of five minutes; null where it is "
        "called, or cannot be forecast.",
    )
    place = serializers.CharField(
        allow_null=True, help_text="The place of an entry that is OUT or DONE, in words."
    )


class TableNextSerializer(serializers.Serializer[Any]):
    """The match that is CALLED to the table and has not begun, or the READY one that would be
    called there if this table became free now: it may well go to another."""

    match = IdField(help_text="The id of the match.")
    round = RoundTitleSerializer(help_text="Its round.")
    sides = EntryNameSerializer(many=True, help_text="The entries that meet.")
    state = serializers.ChoiceField(
        choices=["CALLED", "READY"], help_text="Whether it is called here already."
    )


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
        **_load_next_documents(place),
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


def _load_next_documents(place: Place) -> Document:
    """What follows at a table, made once for each version of the results: while a match is played,
    its phones ask after every hand. Whatever calls a match raises a version."""
    event, state, moment = place.event, place.state, now()
    versions = load_event_versions(event.pk)
    tag = make_tag(
        versions.event_version,
        versions.stage_version,
        0 if state.current is None else state.current.pk,
        0 if state.departing is None else state.departing.pk,
        state.has_begun,
        localdate(moment),
        find_forecast_slot(moment),
    )
    body = get_or_make_bytes(
        f"next:{place.code.pk}",
        tag,
        lambda: json.dumps(_make_next_documents(place, versions, moment)).encode(),
    )
    document: Document = json.loads(body)
    return document


def _make_next_documents(place: Place, versions: Versions, moment: datetime) -> Document:
    found = load_what_next(
        event=place.event, code=place.code, state=place.state, versions=versions, now=moment
    )
    # When play is expected to begin is only computed if a side waits for a call. While a match is
    # played nobody reads it, and the phones of the match ask after every hand.
    begins: Mapping[int, datetime] = {}
    played = place.state.departing or place.state.current
    is_decided = played is not None and played.state == Pairing.State.DECIDED
    waits = any(row.pairing is not None and row.state != NextState.CALLED for row in found.sides)
    if is_decided and waits:
        begins = expected_begins(place.event, versions, moment)
    table_next: Document | None = None
    queued = found.at_table
    if queued is not None:
        assert queued.pairing.match_id is not None, "only a bye has no match"
        table_next = {
            "match": queued.pairing.match_id,
            "round": _make_round_document(queued.round),
            "sides": [make_name_document(name) for name in queued.sides],
            "state": queued.pairing.state,
        }
    next_documents = [_make_next_document(row, begins) for row in found.sides]
    return {"next": next_documents, "table_next": table_next}


def _make_next_document(row: NextMatch, begins: Mapping[int, datetime]) -> Document:
    # What is not known yet stays null.
    document: Document = {
        "side": row.side,
        "entry": make_name_document(row.entry),
        "match": None,
        "table": None,
        "round": None,
        "date": None,
        "opponent": None,
        "state": row.state.value,
        "called_at": None,
        "expected_at": None,
        "place": None,
    }
    if row.round is not None:
        document["round"] = _make_round_document(row.round)
        document["date"] = _format_moment(row.round.date)
    if row.pairing is not None:
        document["match"] = row.pairing.match_id
        document["table"] = row.pairing.table_number
        document["called_at"] = _format_moment(row.pairing.called_at)
        document["expected_at"] = _format_moment(begins.get(row.pairing.pk))
    if row.opponent is not None:
        document["opponent"] = make_name_document(row.opponent)
    if row.places is not None:
        document["place"] = word_places(*row.places)
    return document


def _format_moment(moment: date | None) -> str | None:
    """A date or a time as it stands in a document."""
    return None if moment is None else moment.isoformat()


def _make_round_document(row: RoundCount) -> Document:
    return {"id": row.id, "title": name_round_in_event(row)}


def make_admission_document(admitted: Admitted) -> Document:
    """The token of a phone, and where it is."""
    place = get_place_of_phone(make_device_actor(admitted.device))
    return {"token": admitted.token, "device": make_device_document(place)}
