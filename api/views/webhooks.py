"""Webhooks: programs that are notified of the changes of a club; only for those who manage it."""

from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import ReadOnlyTokensRead
from api.filters import DeliveryFilter
from api.idempotency import check_key
from api.permissions import MayWriteRow
from api.refusals import IdempotencyKeyReused, SecretShown
from api.serializers.webhooks import (
    WebhookDeliverySerializer,
    WebhookSecretSerializer,
    WebhookSerializer,
    make_plan,
)
from api.viewsets import ApiViewSet, now
from kernel.refusals import FormReused
from tournaments.models import Club
from tournaments.permissions import Right, check
from tournaments.selectors.events.clubs import get_club
from tournaments.selectors.events.webhooks import (
    get_delivery,
    get_webhook,
    list_deliveries,
    list_webhooks,
)
from tournaments.services.club.webhooks import (
    NewSecret,
    change_webhook,
    create_webhook,
    delete_webhook,
    resend_delivery,
    rotate_webhook_secret,
    send_test_message,
    set_webhook_paused,
)
from webhooks.models import WebhookDelivery, WebhookEndpoint

KEYS = UUID("7f0c5d0e-4a57-4c5b-9c7e-0d6f1a3b2c41")
"""The namespace of the ids that follow from keys of callers."""


def make_secret_document(made: NewSecret) -> Any:
    """A webhook with its secret, for the only answer that has it."""
    return {**WebhookSerializer(made.endpoint).data, "secret": made.secret}


class ClubWebhookViewSet(ListModelMixin, ApiViewSet):
    """The webhooks of a club."""

    permission_classes = (ReadOnlyTokensRead, MayWriteRow)
    lookup_url_kwarg = "webhook_id"
    may_refuse_with = {"list": (403,)}
    takes_idempotency_keys = False  # an answer with a secret is not stored: see create
    serializer_class = WebhookSerializer
    queryset = WebhookEndpoint.objects.none()

    def get_queryset(self) -> QuerySet[WebhookEndpoint]:
        return list_webhooks(self.actor, self.find_club())

    def find_club(self) -> Club:
        """The club of the address, for those who manage it. Raises NotFound, NotAllowed."""
        club = get_club(self.actor, self.kwargs["club_id"])
        check(self.actor, Right.MANAGE_EVENTS, club_id=club.pk)
        return club

    def check_writes(self) -> None:
        self.find_club()

    @extend_schema(responses={201: WebhookSecretSerializer})
    def create(self, request: Request, club_id: int) -> Response:
        """Creates a webhook. The answer is the only one with its secret; sent again with the same
        `Idempotency-Key`, it is the same webhook and the same answer; with another body the key is
        refused, also after the webhook was changed, and so is a key whose secret was replaced
        since."""
        club = self.find_club()
        key = request.headers.get("Idempotency-Key")
        # No answer with a secret is stored. Instead the webhook keeps an id that follows from the
        # key: sent again, the request finds the webhook that it has made.
        caller = f"{self.actor.kind}:{self.actor.id}"
        form: UUID | None = None
        if key is not None:
            check_key(key)
            form = uuid5(KEYS, f"{caller} {club_id} {key}")
        plan, asked_at = make_plan(self.read_body()), now()
        try:
            new_webhook = create_webhook(
                club=club,
                plan=plan,
                actor=self.actor,
                now=asked_at,
                allows_loopback=settings.WEBHOOKS_ALLOW_LOOPBACK,
                form=form,
            )
        except FormReused as refused:
            raise IdempotencyKeyReused from refused
        new_webhook = NewSecret(
            get_webhook(self.actor, new_webhook.endpoint.pk), new_webhook.secret
        )
        headers = {"Location": f"/api/v1/webhooks/{new_webhook.endpoint.pk}/"}
        if new_webhook.endpoint.created_at != asked_at:
            # The new secret was shown once, when the one of this answer was replaced.
            if new_webhook.endpoint.old_secret_until is not None:
                raise SecretShown
            headers["Idempotency-Replayed"] = "true"
        return Response(make_secret_document(new_webhook), 201, headers=headers)


class WebhookViewSet(ApiViewSet):
    """A webhook: changed, paused, tested, deleted, and its log."""

    permission_classes = (ReadOnlyTokensRead, MayWriteRow)
    lookup_url_kwarg = "webhook_id"
    ordering = ("-pk",)
    answers_with_secret = ("rotate",)
    may_refuse_with = {"retrieve": (403,), "deliveries": (403,)}
    row_classes = {"deliveries": WebhookDeliverySerializer}
    filterset_class: type[DeliveryFilter] | None = None
    serializer_class = WebhookSerializer
    queryset = WebhookEndpoint.objects.none()

    @property
    def is_list(self) -> bool:
        return self.operation == "deliveries"

    def check_writes(self) -> None:
        get_webhook(self.actor, self.kwargs["webhook_id"])

    def retrieve(self, request: Request, webhook_id: int) -> Response:
        """One webhook, without its secret."""
        return self._answer(get_webhook(self.actor, webhook_id))

    def partial_update(self, request: Request, webhook_id: int) -> Response:
        """Changes name, address, event or types. Fields that are left out stay."""
        endpoint = get_webhook(self.actor, webhook_id)
        endpoint = change_webhook(
            endpoint=endpoint,
            plan=make_plan(self.read_body(partial=True), endpoint),
            actor=self.actor,
            allows_loopback=settings.WEBHOOKS_ALLOW_LOOPBACK,
        )
        return self._answer(endpoint)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, webhook_id: int) -> Response:
        """Deletes a webhook and its log."""
        endpoint = get_webhook(self.actor, webhook_id)
        delete_webhook(endpoint=endpoint, actor=self.actor)
        return Response(status=204)

    @extend_schema(request=None, responses=WebhookSerializer)
    @action(detail=True, methods=["post"])
    def pause(self, request: Request, webhook_id: int) -> Response:
        """Sends nothing more, and keeps no changes for later."""
        return self._set_paused(webhook_id, paused=True)

    @extend_schema(request=None, responses=WebhookSerializer)
    @action(detail=True, methods=["post"])
    def resume(self, request: Request, webhook_id: int) -> Response:
        """Sends again, also after the server has stopped it."""
        return self._set_paused(webhook_id, paused=False)

    def _set_paused(self, webhook_id: int, *, paused: bool) -> Response:
        endpoint = get_webhook(self.actor, webhook_id)
        return self._answer(
            set_webhook_paused(endpoint=endpoint, paused=paused, actor=self.actor, now=now())
        )

    def _answer(self, endpoint: WebhookEndpoint) -> Response:
        return Response(self.make_document(endpoint))

    @extend_schema(request=None, responses=WebhookSecretSerializer)
    @action(detail=True, methods=["post"])
    def rotate(self, request: Request, webhook_id: int) -> Response:
        """Makes a new secret and answers with it. The one before signs too for a day."""
        endpoint = get_webhook(self.actor, webhook_id)
        made = rotate_webhook_secret(endpoint=endpoint, actor=self.actor, now=now())
        return Response(make_secret_document(made))

    @extend_schema(request=None, responses={201: WebhookDeliverySerializer})
    @action(detail=True, methods=["post"])
    def test(self, request: Request, webhook_id: int) -> Response:
        """Sends a message of the type `webhook.test`. Answers with its delivery, which has not been
        tried yet."""
        endpoint = get_webhook(self.actor, webhook_id)
        delivery = send_test_message(endpoint=endpoint, actor=self.actor, now=now())
        headers = {"Location": f"/api/v1/deliveries/{delivery.pk}/"}
        return Response(WebhookDeliverySerializer(delivery).data, 201, headers=headers)

    @extend_schema(responses=WebhookDeliverySerializer(many=True))
    @action(detail=True, methods=["get"], filterset_class=DeliveryFilter)
    def deliveries(self, request: Request, webhook_id: int) -> Response:
        """The deliveries of the last thirty days, the newest first."""
        rows = self.filter_queryset(list_deliveries(get_webhook(self.actor, webhook_id)))
        page = self.paginate_queryset(rows) or ()
        return self.get_paginated_response(WebhookDeliverySerializer(page, many=True).data)


class WebhookDeliveryViewSet(ApiViewSet):
    """A delivery of a webhook."""

    permission_classes = (ReadOnlyTokensRead, MayWriteRow)
    lookup_url_kwarg = "delivery_id"
    may_refuse_with = {"retrieve": (403,)}
    serializer_class = WebhookDeliverySerializer
    queryset = WebhookDelivery.objects.none()

    def check_writes(self) -> None:
        get_delivery(self.actor, self.kwargs["delivery_id"])

    def retrieve(self, request: Request, delivery_id: int) -> Response:
        """One delivery."""
        return Response(self.make_document(get_delivery(self.actor, delivery_id)))

    @extend_schema(request=None, responses={201: WebhookDeliverySerializer})
    @action(detail=True, methods=["post"])
    def resend(self, request: Request, delivery_id: int) -> Response:
        """Sends a message again with the same id, as another delivery."""
        delivery = get_delivery(self.actor, delivery_id)
        again = resend_delivery(delivery=delivery, actor=self.actor, now=now())
        return self.created(again, "api:delivery-detail", delivery_id=again.pk)
