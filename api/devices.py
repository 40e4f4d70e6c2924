"""Phones at a table: a code becomes a device's token, and the device asks where it is."""

from typing import Annotated
from uuid import UUID

from drf_spectacular.utils import extend_schema
from pydantic import Field, StringConstraints
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.authentication import device_actor
from api.limits import CODES_BY_ADDRESS, CODES_BY_EVENT, address_of
from api.reading import Id, read_body
from api.refusals import TooManyTries
from api.resource import Resource, now
from live.tickets import ticket
from rules.contract import Frozen
from tournaments.notices import event_topic, match_topic
from tournaments.refusals import CodeRefused
from tournaments.selectors.hall import Place, place_of, shown_player
from tournaments.services.devices import Admitted, admit, leave, say_who
from tournaments.services.referee_calls import answer_call, call_referee

GUESSES = ("code_unknown", "code_revoked", "code_of_past_event", "code_of_past_round")
"""What a typed code may be refused for that whoever guesses would learn from."""


class CodeBody(Frozen):
    """The six signs of a table's card as they were typed, or the secret of its QR."""

    code: Annotated[str, StringConstraints(max_length=24)] = ""
    secret: Annotated[str, StringConstraints(max_length=32)] = ""
    event: UUID | None = Field(default=None, strict=False)
    """The event that the page is about, where it is known: only its codes are good then."""


class OwnerBody(Frozen):
    """Whose phone it is; null: nobody has said."""

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
    """The table waits for the referee."""

    called_at: str


class DeviceDocument(TypedDict):
    """Where a phone is: ``match`` is the one that is on at its table, if any. ``ticket`` opens the
    stream of what changes there (``/live/``)."""

    id: str
    event: PlaceEventDocument
    table: int
    round: int | None
    player: PlayerNameDocument | None
    match: int | None
    call: CallDocument | None
    ticket: str


class AdmittedDocument(TypedDict):
    """The token of a phone, told this once: it is sent as ``Authorization: Device …``."""

    token: str
    device: DeviceDocument


class Devices(Resource):
    """The door for phones: a table's code becomes a token. A phone that comes back with an old
    token of its own knocks like any other."""

    authentication_classes = ()
    may_refuse_with = {"POST": (429,)}

    @extend_schema(request=CodeBody, responses={201: AdmittedDocument})
    def post(self, request: Request) -> Response:
        """Lets a phone in. Failed tries of typed codes are counted by address, never those of the
        QR: 429 after too many."""
        body = read_body(CodeBody, request)
        if body.secret:
            return Response(_admitted(admit(secret=body.secret, now=now())), 201)
        return Response(_admitted(_by_code(body, address_of(request))), 201)


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
    """The phone that asks: where it is, whose it is, and that it goes."""

    may_refuse_with = {"GET": (403,)}

    @extend_schema(responses=DeviceDocument)
    def get(self, request: Request) -> Response:
        return Response(device_document(place_of(self.actor)))

    @extend_schema(request=OwnerBody, responses=DeviceDocument)
    def patch(self, request: Request) -> Response:
        """Says whose phone it is."""
        body = read_body(OwnerBody, request)
        say_who(actor=self.actor, player_id=body.player)
        return Response(device_document(place_of(self.actor)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request) -> Response:
        """Leaves the table: the token is worth nothing any more."""
        leave(actor=self.actor, now=now())
        return Response(status=204)


class OwnCall(Resource):
    """The call of this table for the referee."""

    @extend_schema(request=None, responses=DeviceDocument)
    def put(self, request: Request) -> Response:
        """Asks for the referee; asked twice, it is one call."""
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
    match = None if pairing is None else pairing.match_id
    topics = [event_topic(event.pk), *([] if match is None else [match_topic(match)])]
    return DeviceDocument(
        id=str(place.device.pk),
        event=PlaceEventDocument(
            id=str(event.pk), name=event.name, club=event.club.name, state=event.state
        ),
        table=place.code.table.number,
        round=place.code.round_id,
        player=_player(place),
        match=match,
        call=None if call is None else CallDocument(called_at=call.called_at.isoformat()),
        ticket=ticket(topics),
    )


def _player(place: Place) -> PlayerNameDocument | None:
    player = place.device.player
    if player is None:
        return None
    return PlayerNameDocument(id=player.pk, name=shown_player(place.event, player))


def _admitted(admitted: Admitted) -> AdmittedDocument:
    place = place_of(device_actor(admitted.device))
    return AdmittedDocument(token=admitted.token, device=device_document(place))
