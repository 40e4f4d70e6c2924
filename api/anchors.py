"""The anchors of an event, and the key that signs them."""

from typing import Any
from uuid import UUID

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.resource import Resource, now
from tournaments.selectors.events import visible_event
from tournaments.selectors.exports import anchors_document
from tournaments.services.anchors import load_signing_key, public_key_of, request_anchor


class AnchorDocument(TypedDict):
    """A signed digest over all records of the event up to then. ``changes``: the items that are
    new or changed since the previous anchor, whose digest is ``previous``. ``text``: the text of
    the printed QR code."""

    number: int
    at: str
    previous: str
    digest: str
    changes: dict[str, Any]
    signature: str
    key: str
    text: str


class AnchorsDocument(TypedDict):
    """The anchors of an event, first to last: a file that ``manage.py verify --against`` takes."""

    event: str
    anchors: list[AnchorDocument]


class AnchorKeyDocument(TypedDict):
    """The public key of this installation, in hex."""

    algorithm: str
    key: str


class Anchors(Resource):
    """The anchors of an event: after each draw and round, and at an organizer's request."""

    @extend_schema(responses=AnchorsDocument)
    def get(self, request: Request, event_id: UUID) -> Response:
        return Response(anchors_document(visible_event(self.actor, event_id)))

    @extend_schema(request=None, responses=AnchorsDocument)
    def post(self, request: Request, event_id: UUID) -> Response:
        """Makes an anchor of the current records; if nothing is new, no anchor is made."""
        event = visible_event(self.actor, event_id)
        key = load_signing_key(settings.ANCHOR_KEY_FILE)
        request_anchor(event=event, actor=self.actor, key=key, now=now())
        return Response(anchors_document(event))


class AnchorKey(Resource):
    """The key that anchors are verified with: note it down before you need it."""

    @extend_schema(responses=AnchorKeyDocument)
    def get(self, request: Request) -> Response:
        key = public_key_of(load_signing_key(settings.ANCHOR_KEY_FILE))
        return Response(AnchorKeyDocument(algorithm="Ed25519", key=key))
