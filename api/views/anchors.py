"""The anchors of an event, and the key that signs them."""

from uuid import UUID

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.anchors import (
    AnchorKeySerializer,
    AnchorSerializer,
    AnchorsSerializer,
)
from api.viewsets import ApiView, ApiViewSet, now
from tournaments.models import Anchor, Event
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.trust.anchors import get_anchor
from tournaments.selectors.trust.exports import build_anchor_document, build_anchors_document
from tournaments.services.trust.anchors import format_public_key, load_signing_key, request_anchor


class AnchorViewSet(ApiViewSet):
    """The anchors of an event: after each draw and round, and at an organizer's request.

    The document is a file that others verify: it is answered as the selector writes it.
    """

    lookup_url_kwarg = "event_id"
    lookup_value_converter = "uuid"
    pagination_class = None
    filter_backends = ()
    queryset = Event.objects.all()
    serializer_class = AnchorsSerializer

    @action(detail=True, url_name="list")
    def anchors(self, request: Request, event_id: UUID) -> Response:
        """The anchors of an event, first to last."""
        return Response(build_anchors_document(get_visible_event(self.actor, event_id)))

    @extend_schema(request=None, responses={200: AnchorsSerializer, 201: AnchorsSerializer})
    @anchors.mapping.post
    def make_anchor(self, request: Request, event_id: UUID) -> Response:
        """Makes an anchor of the current records, and answers with all. 200: nothing is new, and no
        anchor was made."""
        event = get_visible_event(self.actor, event_id)
        key = load_signing_key(settings.ANCHOR_KEY_FILE)
        anchor = request_anchor(event=event, actor=self.actor, key=key, now=now())
        document = build_anchors_document(event)
        if anchor is None:
            return Response(document)
        address_parts = {"event_id": event_id, "anchor_number": anchor.number}
        address = reverse("api:event-anchor-detail", kwargs=address_parts)
        return Response(document, 201, headers={"Location": address})


class EventAnchorViewSet(ApiViewSet):
    """An anchor of an event."""

    lookup_url_kwarg = "anchor_number"
    queryset = Anchor.objects.none()
    serializer_class = AnchorSerializer

    @extend_schema(operation_id="events_anchor_retrieve")
    def retrieve(self, request: Request, event_id: UUID, anchor_number: int) -> Response:
        """One anchor, by its number."""
        event = get_visible_event(self.actor, event_id)
        return Response(build_anchor_document(get_anchor(event, anchor_number)))


class AnchorKeyView(ApiView):
    """The key that anchors are verified with: note it down before you need it."""

    @extend_schema(responses=AnchorKeySerializer)
    def get(self, request: Request) -> Response:
        key = format_public_key(load_signing_key(settings.ANCHOR_KEY_FILE))
        return Response(AnchorKeySerializer({"algorithm": "Ed25519", "key": key}).data)
