"""The check-in of one entry, made for a phone that has scanned its code."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

from accounts.selectors import load_author_names
from printing.entries import load_numbered_entries
from tournaments.models import Entry
from tournaments.permissions import Right, may
from tournaments.selectors.registration.entries import get_visible_entry
from tournaments.selectors.registration.fees import compute_missing_cents, get_entry_fee
from tournaments.selectors.registration.names import load_entry_name
from tournaments.services.undo.arrivals import mark_present, mark_present_and_paid, take_money
from tournaments.services.undo.steps import UndoStep
from web.actors import get_actor
from web.board.check_in import render_for_the_desk
from web.desk.access import about
from web.desk.undo_offers import offer_undo

AT_THE_DESK = "desk"
"""The value of ``?from=`` for a code that was typed into the search field of the entries: the next
one is scanned here."""


@login_required
@cache_control(private=True, no_store=True)
def check_in(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Who the pair is, what is to be paid, and the button that notes it as present. Sent twice, it
    is noted once."""
    actor = get_actor(request)
    entry = get_visible_entry(actor, entry_id)
    event = entry.event
    if not may(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event):
        return render_for_the_desk(request, entry_id, status=403)
    if request.method == "POST":
        return _record_act(request, entry)

    name = load_entry_name(entry)
    people = load_author_names([entry.present_by, entry.paid_to])
    fee = get_entry_fee(event)
    # The number in the printed lists, which are in alphabetical order. An entry that was replaced
    # is in them only as long as its money is in the cash.
    numbers = {each.entry.pk: each.number for each in load_numbered_entries(event)}
    context = {
        **about(request, event, "entries"),
        "entry": entry,
        "name": name,
        "number": numbers.get(name.id),
        "present_by": people.get(entry.present_by, ""),
        "paid_to": people.get(entry.paid_to, ""),
        "fee": fee,
        "missing": compute_missing_cents(entry, fee),
        "can_note": entry.is_expected and not event.is_over,
        "from_desk": request.GET.get("from") == AT_THE_DESK,
    }
    return render(request, "desk/check_in.html", context)


def _record_act(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Notes what the pressed button says: ``present``, ``both``, ``paid`` or ``absent``."""
    act, now, actor = request.POST.get("act", ""), timezone.now(), get_actor(request)
    name = load_entry_name(entry).short
    steps: list[UndoStep] = []
    if act in ("present", "absent"):
        steps = mark_present(entry=entry, present=act == "present", actor=actor, now=now)
    elif act == "paid":
        steps = take_money(entry=entry, cents=None, actor=actor, now=now)
    elif act == "both":
        steps = mark_present_and_paid(entry=entry, actor=actor, now=now)
    # An unknown act does nothing, and offers nothing to take back.
    said = {
        "present": _("Present: %(names)s"),
        "both": _("Present and paid: %(names)s"),
        "paid": _("Paid: %(names)s"),
        "absent": _("Not present: %(names)s"),
    }.get(act)
    if said is not None:
        offer_undo(request, said % {"names": name}, steps)
    address = reverse("desk:check_in", args=[entry.pk])
    if request.GET.get("from") == AT_THE_DESK:
        address += f"?from={AT_THE_DESK}"
    return redirect(address)
