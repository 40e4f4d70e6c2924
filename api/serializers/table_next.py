"""What follows at a table: for the sides that have played there, and on the table itself.

The documents are made by functions, not by the serializers that describe them: every phone of a
table asks after every hand.
"""

import json
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, TypeAlias

from django.utils.timezone import localdate
from rest_framework import serializers

from api.fields import IdField, IsoDateField, IsoMomentField, StrictIntegerField
from api.fresh import make_tag
from api.serializers.entry_names import EntryNameSerializer, make_name_document
from api.viewsets import now
from live.kept import get_or_make_bytes
from tournaments.models import Pairing
from tournaments.selectors.events.expected_begins import expected_begins, find_forecast_slot
from tournaments.selectors.hall.next_matches import NextMatch, NextState, load_what_next
from tournaments.selectors.hall.tables import Place
from tournaments.selectors.stages.stages import RoundCount
from tournaments.selectors.versions import Versions, load_event_versions
from wording.places import word_places
from wording.rounds import name_round_in_event

Document: TypeAlias = dict[str, Any]


class RoundTitleSerializer(serializers.Serializer[Any]):
    """The round of a match, and what it is called."""

    id = IdField(help_text="The id of the round.")
    title = serializers.CharField(help_text="What it is called, in the reader's language.")


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


def load_next_documents(place: Place) -> Document:
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
