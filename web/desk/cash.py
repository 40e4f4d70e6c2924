"""The money of an event on the desk: what each collector has, and the payments of an entry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts.actors import Actor
from database.limits import LONGEST_REASON
from printing.cash import name_collectors
from tournaments.models import Event, Payment
from tournaments.selectors.registration.entries import count_entries_of_event
from tournaments.selectors.registration.fees import (
    compute_expected_cents,
    compute_missing_cents,
    get_entry_fee,
)
from tournaments.selectors.registration.names import EntryName, load_entry_name, load_names_of_rows
from tournaments.selectors.registration.payments import (
    get_payment,
    list_payments,
    list_payments_of_entries,
    load_cash_by_collector,
)
from tournaments.services.undo.arrivals import call_off_payment, give_money_back, take_money
from web.actors import get_actor
from web.desk.access import about, get_managed_entry, get_managed_event
from web.desk.money import EuroField
from web.desk.posting import get_posted_data
from web.desk.resending import shown_to_resend
from web.desk.undo_offers import offer_undo
from web.fields import FreeTextFormField
from web.paging import choose_page
from web.refusals import find_status

PAYMENTS_A_PAGE = 100


class TakePaymentForm(forms.Form):
    """Money that a pair pays."""

    cents = EuroField(label=gettext_lazy("Amount in euros"))
    key = forms.RegexField(r"^[\w-]{8,48}$", widget=forms.HiddenInput, initial=uuid4)
    """Made with the page: sent twice, it is one payment."""


class RefundForm(TakePaymentForm):
    """Money that a pair gets back, and why."""

    reason = FreeTextFormField(label=gettext_lazy("Why"), max_length=LONGEST_REASON, required=False)
    field_order = ("cents", "reason", "key")


@dataclass(frozen=True, slots=True)
class PaymentRow:
    """A payment on a page, with the names of its pair and of who took it or cancelled it."""

    payment: Payment
    pair: str
    collector: str
    cancelled_by: str


@dataclass(frozen=True, slots=True)
class CollectorRow:
    """A collector by name, and what is in his hands, in cents."""

    name: str
    cents: int


@login_required
@require_safe
def cash(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """What each collector has, and all payments, the last one first."""
    event = get_managed_event(request, event_id)
    collectors = load_cash_by_collector(event)
    payments_page = choose_page(request, list_payments(event), PAYMENTS_A_PAGE)
    names = load_names_of_rows(event, payments_page)
    fee, counts = get_entry_fee(event), count_entries_of_event(event)
    people = name_collectors(row.collector for row in collectors)
    context = {
        **about(request, event, "entries"),
        "collectors": [CollectorRow(people[row.collector], row.cents) for row in collectors],
        "rows": _build_rows(payments_page, names),
        "page": payments_page,
        "counts": counts,
        "cash_cents": sum(row.cents for row in collectors),
        "fee": fee,
        "expected_cents": compute_expected_cents(fee, counts.entered),
        "can_cancel": event.state != Event.State.ARCHIVED,
    }
    return render(request, "desk/cash.html", context)


@login_required
def payments(request: HttpRequest, entry_id: int) -> HttpResponse:
    """The payments of an entry, with the forms for another amount and for money given back."""
    entry = get_managed_entry(request, entry_id)
    event, name = entry.event, load_entry_name(entry)
    fee = get_entry_fee(event)
    missing = compute_missing_cents(entry, fee)
    # Two forms on one page: only the one whose button was pressed gets the data, so that the other
    # one shows no errors.
    payment_data = refund_data = None
    if request.POST.get("act") == "back":
        refund_data = get_posted_data(request)
    else:
        payment_data = get_posted_data(request)
    payment_form = TakePaymentForm(
        payment_data, initial={"cents": missing or None}, auto_id="take_%s"
    )
    refund_form = RefundForm(
        refund_data, initial={"cents": entry.paid_cents or None}, auto_id="back_%s"
    )
    actor, now = get_actor(request), timezone.now()
    # The fields of both forms have the names of the arguments of their services.
    if payment_form.is_valid():
        with shown_to_resend(payment_form):
            steps = take_money(entry=entry, actor=actor, now=now, **payment_form.cleaned_data)
            offer_undo(request, _("Paid: %(names)s") % {"names": name.short}, steps)
            return redirect("desk:entry_payments", entry.pk)
    if refund_form.is_valid():
        with shown_to_resend(refund_form):
            steps = give_money_back(entry=entry, actor=actor, now=now, **refund_form.cleaned_data)
            offer_undo(request, _("Given back: %(names)s") % {"names": name.short}, steps)
            return redirect("desk:entry_payments", entry.pk)
    context = {
        **about(request, event, "entries"),
        "entry": entry,
        "name": name,
        "rows": _build_rows(list_payments_of_entries([entry]), {entry.pk: name}),
        "fee": fee,
        "missing": missing,
        "take": payment_form,
        "back": refund_form,
        "can_note": event.state != Event.State.ARCHIVED,
    }
    return render(
        request, "desk/payments.html", context, status=find_status(payment_form, refund_form)
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: HttpRequest, payment_id: int) -> HttpResponse:
    """Cancels a payment that was noted by mistake."""
    actor = get_actor(request)
    payment = get_payment(actor, payment_id)
    if request.method == "POST":
        steps = call_off_payment(payment=payment, actor=actor, now=timezone.now())
        name = load_entry_name(payment.entry).short
        offer_undo(request, _("Payment cancelled: %(names)s") % {"names": name}, steps)
    return redirect("desk:entry_payments", payment.entry_id)


def _build_rows(found: Sequence[Payment], names: Mapping[int, EntryName]) -> list[PaymentRow]:
    # The names of all authors are loaded before the rows are built: the number of queries does not
    # depend on the number of payments.
    authors: list[Actor] = []
    for payment in found:
        authors.append(payment.author)
        if payment.cancelled_by:
            authors.append(payment.cancelled_by)
    names_by_author = name_collectors(authors)
    rows = []
    for payment in found:
        cancelled_by = ""
        if payment.cancelled_by:
            cancelled_by = names_by_author[payment.cancelled_by]
        pair = names[payment.entry_id].short
        rows.append(PaymentRow(payment, pair, names_by_author[payment.author], cancelled_by))
    return rows
