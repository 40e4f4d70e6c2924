"""Payments of entries, refunds, and the cash of an event, for those who manage it."""

from collections.abc import Sequence
from functools import cached_property
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.selectors import load_author_names
from api.filters import EntryRowFilter
from api.serializers.payments import (
    CashSerializer,
    CollectorSerializer,
    NewPaymentSerializer,
    PaymentSerializer,
    RefundSerializer,
)
from api.views.managed import get_event_to_manage
from api.viewsets import ApiViewSet, now
from tournaments.models import Entry, Event, Payment
from tournaments.selectors.registration.entries import get_visible_entry
from tournaments.selectors.registration.fees import get_entry_fee
from tournaments.selectors.registration.payments import get_payment, load_cash_by_collector
from tournaments.services.undo.arrivals import call_off_payment, give_money_back, take_money
from tournaments.services.undo.steps import UndoStep


class EventPaymentViewSet(ListModelMixin, ApiViewSet):
    """All payments of an event."""

    lookup_url_kwarg = "payment_id"
    may_refuse_with = {"list": (403,)}
    ordering = ("-made_at", "-pk")
    ordering_fields = ("made_at",)
    filterset_class = EntryRowFilter
    serializer_class = PaymentSerializer
    queryset = Payment.objects.none()

    @cached_property
    def event(self) -> Event:
        return get_event_to_manage(self.actor, self.kwargs["event_id"])

    def get_queryset(self) -> QuerySet[Payment]:
        return Payment.objects.filter(entry__event=self.event)


class EntryPaymentViewSet(ListModelMixin, ApiViewSet):
    """The payments of an entry, cancelled ones included."""

    offers_undo = ("create", "refunds")
    lookup_url_kwarg = "payment_id"
    may_refuse_with = {"list": (403,)}
    serializer_class = PaymentSerializer
    serializer_classes = {"create": NewPaymentSerializer, "refunds": RefundSerializer}
    queryset = Payment.objects.none()

    def get_queryset(self) -> QuerySet[Payment]:
        entry = self.get_entry()
        get_event_to_manage(self.actor, entry.event_id)
        return Payment.objects.filter(entry=entry)

    @extend_schema(responses={201: PaymentSerializer, 204: None})
    def create(self, request: Request, entry_id: int) -> Response:
        """Notes money that the entry pays. 204: nothing was missing."""
        cents = self.read_body()["cents"]
        steps = take_money(entry=self.get_entry(), cents=cents, actor=self.actor, now=now())
        return self._answer(steps) if steps else Response(status=204)

    @extend_schema(responses={201: PaymentSerializer}, filters=False)
    @action(detail=False, methods=["post"])
    def refunds(self, request: Request, entry_id: int) -> Response:
        """Notes money that the entry gets back: not more than it has paid."""
        body = self.read_body()
        steps = give_money_back(entry=self.get_entry(), actor=self.actor, now=now(), **body)
        return self._answer(steps)

    def _answer(self, steps: Sequence[UndoStep]) -> Response:
        """201 with the payment that was made."""
        payment = get_payment(self.actor, steps[0].data["last"])
        response = self.created(payment, "api:payment-detail", payment_id=payment.pk)
        return self.offer_undo(response, steps)

    def get_entry(self) -> Entry:
        return get_visible_entry(self.actor, self.kwargs["entry_id"])


class PaymentViewSet(ApiViewSet):
    """One payment."""

    offers_undo = ("cancel",)
    lookup_url_kwarg = "payment_id"
    may_refuse_with = {"retrieve": (403,)}
    serializer_class = PaymentSerializer
    queryset = Payment.objects.none()

    def retrieve(self, request: Request, payment_id: int) -> Response:
        """One payment."""
        return Response(self.make_document(get_payment(self.actor, payment_id)))

    @extend_schema(request=None, responses={200: PaymentSerializer})
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, payment_id: int) -> Response:
        """Cancels a payment or refund that was noted by mistake: no money was given."""
        payment = get_payment(self.actor, payment_id)
        steps = call_off_payment(payment=payment, actor=self.actor, now=now())
        payment.refresh_from_db()
        return self.offer_undo(Response(self.make_document(payment)), steps)


class CashViewSet(ApiViewSet):
    """The cash of an event."""

    lookup_url_kwarg = "event_id"
    lookup_value_converter = "uuid"
    queryset = Event.objects.all()
    row_classes = {"cash": CollectorSerializer}
    csv_member = "collectors"
    may_refuse_with = {"cash": (403,)}
    serializer_class = CashSerializer

    @action(detail=True, url_name="detail")
    def cash(self, request: Request, event_id: UUID) -> Response:
        """The cash of an event: what each collector has."""
        event = get_event_to_manage(self.actor, event_id)
        rows = load_cash_by_collector(event)
        cash = {
            "fee_cents": get_entry_fee(event),
            "total_cents": sum(row.cents for row in rows),
            "collectors": rows,
        }
        names = load_author_names(row.collector for row in rows)
        return Response(CashSerializer(cash, context={"names": names}).data)
