"""Phones at a table: a code becomes a device's token, and the device asks where it is."""

import json
from datetime import datetime
from typing import Annotated, Literal, cast
from uuid import UUID

from django.utils.timezone import localdate
from drf_spectacular.utils import extend_schema
from pydantic import Field, StringConstraints
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from accounts.addresses import client_address
from api.authentication import ReadOnlyTokensRead, device_actor
from api.fresh import tag_of
from api.limits import CODES_BY_ADDRESS, CODES_BY_EVENT
from api.matches import RoundTitleDocument
from api.names import EntryNameDocument, make_name_document
from api.reading import Id, read_body
from api.refusals import TooManyTries
from api.resource import Resource, now
from kernel.models import Frozen
from live.kept import get_or_make_bytes
from live.tickets import ticket
from tournaments.notices import event_topic, match_topic, results_topic, table_topic
from tournaments.refusals import CodeRefused
from tournaments.selectors.hall import Place, format_player, place_of
from tournaments.selectors.next_matches import NextMatch, TableNext, what_next
from tournaments.selectors.stages import RoundCount
from tournaments.selectors.versions import Versions, event_versions
from tournaments.services.devices import Admitted, admit, leave, say_who
from tournaments.services.referee_calls import answer_call, call_referee
from wording.places import place_words
from wording.rounds import round_title

GUESSES = ("code_unknown", "code_revoked", "code_of_past_event", "code_of_past_round")
"""Refusals of a typed code that would tell a guesser something."""


class CodeBody(Frozen):
    """The six signs of a table's card as they were typed, or the secret of its QR."""

    code: Annotated[str, StringConstraints(max_length=24)] = ""
    secret: Annotated[str, StringConstraints(max_length=32)] = ""
    event: UUID | None = Field(default=None, strict=False)
    """The event that the page is about, where it is known: only its codes are good then."""


class OwnerBody(Frozen):
    """The owner of the phone; null: unknown."""

    player: Id | None = Field()


class PlayerNameDocument(TypedDict):
    id: int
    name: str


class PlaceEventDocument(TypedDict):
    id: str
    name: str
    club: str
    state: str


class CallDocument(TypedDict):
    """An open call for the referee."""

    called_at: str


class NextDocument(TypedDict):
    """What comes next for a side of the match that was played at the table. CALLED to ``table``;
    READY: for the next free table, or for its ``date``; WAITING: for an opponent, a round or a
    draw; OUT: it lost its last match, or has left; DONE: it has played all. ``opponent``: the other
    entry, once it is known, in a match of two. ``place``: the place of an entry that is OUT or
    DONE, in words."""

    side: int
    entry: EntryNameDocument
    match: int | None
    table: int | None
    round: RoundTitleDocument | None
    date: str | None
    opponent: EntryNameDocument | None
    state: Literal["CALLED", "READY", "WAITING", "OUT", "DONE"]
    place: str | None


class TableNextDocument(TypedDict):
    """The match that is CALLED to the table and has not begun, or the READY one that would be
    called there if this table became free now: it may well go to another."""

    match: int
    round: RoundTitleDocument
    sides: list[EntryNameDocument]
    state: Literal["CALLED", "READY"]


class WhatNextDocument(TypedDict):
    next: list[NextDocument]
    table_next: TableNextDocument | None


class DeviceDocument(WhatNextDocument):
    """Where a phone is: ``match`` is the one that is on at its table, if any. ``last``: the one
    that was decided there before, as long as no hand of another is written. ``next``: what follows
    for the sides of ``last``, or of ``match`` where there is no last. ``ticket`` opens the stream
    of what changes there (``/live/``)."""

    id: str
    event: PlaceEventDocument
    table: int
    round: int | None
    player: PlayerNameDocument | None
    match: int | None
    last: int | None
    call: CallDocument | None
    ticket: str


class AdmittedDocument(TypedDict):
    """The token of a phone, shown only here; to be sent as ``Authorization: Device …``."""

    token: str
    device: DeviceDocument


class Devices(Resource):
    """Admission of phones: a table's code becomes a token. A phone that comes back with an old
    token of its own knocks like any other."""

    permission_classes = (ReadOnlyTokensRead,)

    authentication_classes = ()
    may_refuse_with = {"POST": (429,)}

    @extend_schema(request=CodeBody, responses={201: AdmittedDocument})
    def post(self, request: Request) -> Response:
        """Exchanges the code of a table for a token of the phone. Wrong typed codes are counted by
        network address, those of the QR are not: 429 after too many."""
        body = read_body(CodeBody, request)
        if body.secret:
            return Response(_admission_document(admit(secret=body.secret, now=now())), 201)
        return Response(_admission_document(_by_code(body, client_address(request))), 201)


def _by_code(body: CodeBody, address: str) -> Admitted:
    moment = now()
    counted = [(CODES_BY_ADDRESS, address)]
    if body.event is not None:
        counted.append((CODES_BY_EVENT, str(body.event)))
    wait = max(limit.wait(key, moment) for limit, key in counted)
    if wait:
        raise TooManyTries(wait=wait)
    try:
        return admit(code=body.code, event_id=body.event, now=moment)
    except CodeRefused as refused:
        if refused.code in GUESSES:
            for limit, key in counted:
                limit.failed(key, moment)
        raise


class OwnDevice(Resource):
    """The phone that sends the request: its table, its owner, and how it leaves."""

    permission_classes = (ReadOnlyTokensRead,)

    may_refuse_with = {"GET": (403,)}

    @extend_schema(responses=DeviceDocument)
    def get(self, request: Request) -> Response:
        return Response(device_document(place_of(self.actor)))

    @extend_schema(request=OwnerBody, responses=DeviceDocument)
    def patch(self, request: Request) -> Response:
        """Sets the owner of the phone."""
        body = read_body(OwnerBody, request)
        say_who(actor=self.actor, player_id=body.player)
        return Response(device_document(place_of(self.actor)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request) -> Response:
        """Leaves the table; the token is then invalid."""
        leave(actor=self.actor, now=now())
        return Response(status=204)


class OwnCall(Resource):
    """The call of this table for the referee."""

    permission_classes = (ReadOnlyTokensRead,)

    @extend_schema(request=None, responses=DeviceDocument)
    def put(self, request: Request) -> Response:
        """Calls the referee; a second request makes no second call."""
        call_referee(actor=self.actor, now=now())
        return Response(device_document(place_of(self.actor)))

    @extend_schema(responses={200: DeviceDocument})
    def delete(self, request: Request) -> Response:
        """The referee is no longer needed."""
        place = place_of(self.actor)
        if place.call is not None:
            answer_call(call=place.call, actor=self.actor, now=now())
        return Response(device_document(place_of(self.actor)))


def device_document(place: Place) -> DeviceDocument:
    """Where a phone is."""
    event, pairing, call = place.event, place.pairing, place.call
    last = place.state.departing
    match = None if pairing is None else pairing.match_id
    return DeviceDocument(
        id=str(place.device.pk),
        event=PlaceEventDocument(
            id=str(event.pk), name=event.name, club=event.club.name, state=event.state
        ),
        table=place.code.table.number,
        round=place.code.round_id,
        player=_make_player_document(place),
        match=match,
        last=None if last is None else last.match_id,
        call=None if call is None else CallDocument(called_at=call.called_at.isoformat()),
        ticket=ticket(_topics(place)),
        **_get_what_next(place),
    )


def _topics(place: Place) -> list[str]:
    """What changes this document. The results elsewhere only do so between two matches: while one
    is played here, its phones are not asked to read again after each result of the event."""
    pairing, last = place.pairing, place.state.departing
    topics = [event_topic(place.event.pk), table_topic(place.code.table_id)]
    matches = {each.match_id for each in (pairing, last) if each is not None and each.match_id}
    topics += [match_topic(match) for match in sorted(matches)]
    if pairing is None or last is not None:
        topics.append(results_topic(place.event.pk))
    return topics


def _get_what_next(place: Place) -> WhatNextDocument:
    """What follows at a table, made once for each version of the results: while a match is played,
    its phones ask after every hand. Whatever calls a match raises a version."""
    event, state, moment = place.event, place.state, now()
    versions = event_versions(event.pk)
    pairings = [each.pk if each else 0 for each in (state.current, state.departing)]
    tag = tag_of(
        versions.event_version,
        versions.stage_version,
        *pairings,
        state.has_begun,
        localdate(moment),
    )
    body = get_or_make_bytes(
        f"next:{place.code.pk}",
        tag,
        lambda: json.dumps(_what_next(place, versions, moment)).encode(),
    )
    document: WhatNextDocument = json.loads(body)
    return document


def _what_next(place: Place, versions: Versions, moment: datetime) -> WhatNextDocument:
    found = what_next(
        event=place.event, code=place.code, state=place.state, versions=versions, now=moment
    )
    queued = found.at_table
    return WhatNextDocument(
        next=[_make_next_document(row) for row in found.sides],
        table_next=None if queued is None else _table_next(queued),
    )


def _make_next_document(row: NextMatch) -> NextDocument:
    pairing, day = row.pairing, row.round.date if row.round else None
    table = None if pairing is None else pairing.table
    return NextDocument(
        side=row.side,
        entry=make_name_document(row.entry),
        match=None if pairing is None else pairing.match_id,
        table=None if table is None else table.number,
        round=None if row.round is None else _make_round_document(row.round),
        date=None if day is None else day.isoformat(),
        opponent=None if row.opponent is None else make_name_document(row.opponent),
        state=row.state.value,
        place=None if row.places is None else place_words(*row.places),
    )


def _table_next(row: TableNext) -> TableNextDocument:
    assert row.pairing.match_id is not None, "only a bye has no match"
    return TableNextDocument(
        match=row.pairing.match_id,
        round=_make_round_document(row.round),
        sides=[make_name_document(name) for name in row.sides],
        state=cast("Literal['CALLED', 'READY']", row.pairing.state),
    )


def _make_round_document(row: RoundCount) -> RoundTitleDocument:
    return RoundTitleDocument(id=row.id, title=round_title(row))


def _make_player_document(place: Place) -> PlayerNameDocument | None:
    player = place.device.player
    if player is None:
        return None
    return PlayerNameDocument(id=player.pk, name=format_player(place.event, player))


def _admission_document(admitted: Admitted) -> AdmittedDocument:
    place = place_of(device_actor(admitted.device))
    return AdmittedDocument(token=admitted.token, device=device_document(place))
