"""Phones at a table: a code becomes a device's token, and the device asks where it is."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.addresses import read_client_address
from api.authentication import ReadOnlyTokensRead
from api.limits import CODES_BY_ADDRESS, CODES_BY_EVENT
from api.permissions import MayWriteRow
from api.refusals import TooManyTries
from api.serializers.devices import (
    AdmittedDeviceSerializer,
    DeviceSerializer,
    PhoneOwnerSerializer,
    TypedCodeSerializer,
    make_admission_document,
    make_device_document,
)
from api.viewsets import ApiView, ApiViewSet, now
from tournaments.models import Device
from tournaments.permissions import find_table_code
from tournaments.refusals import CodeRefused, NotAllowed
from tournaments.selectors.hall.tables import get_place_of_phone
from tournaments.services.hall.devices import Admitted, admit, leave, say_who
from tournaments.services.hall.referee_calls import answer_call, call_referee

GUESSES = (
    "code_unknown",
    "code_revoked",
    "code_of_past_event",
    "code_of_cancelled_event",
    "code_of_past_round",
)
"""Refusals of a typed code that would tell a guesser something."""


class DeviceViewSet(ApiViewSet):
    """Admission of phones: a table's code becomes a token. A phone that comes back with an old
    token of its own is admitted like any other."""

    takes_idempotency_keys = False  # an answer has the phone's token, which is never stored
    permission_classes = (ReadOnlyTokensRead,)
    authentication_classes = ()  # a phone may come with an old token that is no longer valid
    lookup_url_kwarg = "device_id"
    may_refuse_with = {"create": (429,)}
    without_address = ("create",)
    serializer_class = DeviceSerializer
    serializer_classes = {"create": TypedCodeSerializer}
    queryset = Device.objects.none()

    @extend_schema(responses={201: AdmittedDeviceSerializer})
    def create(self, request: Request) -> Response:
        """Exchanges the code of a table for a token of the phone. Wrong typed codes are counted by
        network address, those of the QR are not: 429 after too many."""
        body = self.read_body()
        if body["secret"]:
            try:
                admitted = admit(secret=body["secret"], now=now())
            except CodeRefused as refused:
                refused.point_at("secret")
                raise
        else:
            admitted = _admit_by_code(body, read_client_address(request))
        return Response(make_admission_document(admitted), 201)


def _admit_by_code(body: dict[str, Any], address: str) -> Admitted:
    moment, event_id = now(), body["event"]
    # Also by event, for guesses that come from many addresses.
    counted_limits = [(CODES_BY_ADDRESS, address)]
    if event_id is not None:
        counted_limits.append((CODES_BY_EVENT, str(event_id)))
    wait = max(limit.wait(key, moment) for limit, key in counted_limits)
    if wait:
        raise TooManyTries(wait=wait)
    try:
        return admit(code=body["code"], event_id=event_id, now=moment)
    except CodeRefused as refused:
        # Other refusals do not help to guess a code: they are not counted.
        if refused.code in GUESSES:
            for limit, key in counted_limits:
                limit.failed(key, moment)
        refused.point_at("code")
        raise


class OwnDeviceView(ApiView):
    """The phone that sends the request: its table, its owner, and how it leaves."""

    permission_classes = (ReadOnlyTokensRead, MayWriteRow)
    may_refuse_with = {"GET": (403,)}

    def check_writes(self) -> None:
        if find_table_code(self.actor) is None:
            raise NotAllowed("code_gone")

    @extend_schema(responses=DeviceSerializer)
    def get(self, request: Request) -> Response:
        """Where the phone is, and what follows there."""
        return Response(make_device_document(get_place_of_phone(self.actor)))

    @extend_schema(request=PhoneOwnerSerializer, responses=DeviceSerializer)
    def patch(self, request: Request) -> Response:
        """Sets the owner of the phone."""
        body = PhoneOwnerSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        say_who(actor=self.actor, player_id=body.validated_data["player"])
        return Response(make_device_document(get_place_of_phone(self.actor)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request) -> Response:
        """Leaves the table; the token is then invalid."""
        leave(actor=self.actor, now=now())
        return Response(status=204)


class OwnCallView(ApiView):
    """The call of this table for the referee."""

    permission_classes = (ReadOnlyTokensRead,)

    @extend_schema(request=None, responses=DeviceSerializer)
    def put(self, request: Request) -> Response:
        """Calls the referee; a second request makes no second call."""
        call_referee(actor=self.actor, now=now())
        return Response(make_device_document(get_place_of_phone(self.actor)))

    @extend_schema(responses={200: DeviceSerializer})
    def delete(self, request: Request) -> Response:
        """The referee is no longer needed."""
        place = get_place_of_phone(self.actor)
        if place.call is not None:
            answer_call(call=place.call, actor=self.actor, now=now())
        return Response(make_device_document(get_place_of_phone(self.actor)))
