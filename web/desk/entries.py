"""Entries on the desk: typed or from a list, withdrawn, replaced, paid."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from competition.hall.codes import find_check_in_code
from database.limits import LONGEST_SOUGHT
from tournaments.models import Entry, Event
from tournaments.selectors.draws.change_previews import find_changeable_bracket
from tournaments.selectors.registration.deletions import find_what_keeps
from tournaments.selectors.registration.entries import (
    EntryCounts,
    count_entries_of_event,
    find_entry_by_check_in_code,
    get_visible_entry,
)
from tournaments.selectors.registration.fees import (
    compute_expected_cents,
    get_entry_fee,
    is_fee_due,
)
from tournaments.selectors.registration.names import load_entry_name
from tournaments.selectors.stages.stages import list_drawn_formats, list_first_groups
from tournaments.services.registration.deletions import delete_entry
from tournaments.services.registration.entries import assign_group, enter
from tournaments.services.undo.arrivals import mark_paid as note_paid
from tournaments.services.undo.arrivals import mark_present as note_present
from tournaments.services.undo.entries import make_entry_steps
from tournaments.services.undo.replacements import replace_by_waiting, replace_pair
from tournaments.services.undo.withdrawals import withdraw_pair
from web.actors import get_actor
from web.desk.access import about, get_managed_entry, get_managed_event
from web.desk.check_in import AT_THE_DESK
from web.desk.entry_field import EntryOffer
from web.desk.entry_forms import ChangeEntryForm
from web.desk.entry_list import build_entry_rows, find_keyed_entries, load_entry_list
from web.desk.moved_up import announce_moved_up
from web.desk.pair_forms import FixedGroupForm, ListForm, NewEntryForm, PasteForm, ReplaceForm
from web.desk.posting import get_posted_data
from web.desk.reason_forms import ReasonForm
from web.desk.undo_offers import offer_undo
from web.groups import group_titles
from web.refusals import find_status, shown_on
from web.sorting import ENTRY_ORDERS, build_sort_links

LONGEST_SCAN = 300
"""What a scanner types: the address in the QR code of an entry."""


@login_required
def entries(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The entries, and a form for one more."""
    event = get_managed_event(request, event_id)
    # A scanner types the address of the code into the search field: it leads to the check-in.
    if code := find_check_in_code(request.GET.get("q", "")[:LONGEST_SCAN]):
        scanned = find_entry_by_check_in_code(code)
        if scanned is not None and scanned.event_id == event.pk:
            address = reverse("desk:check_in", args=[scanned.pk])
            return redirect(f"{address}?from={AT_THE_DESK}")
        if scanned is not None:
            messages.error(request, _("This code is of another event."))
    counts = count_entries_of_event(event)
    form = make_entry_form(event, counts, get_posted_data(request))
    if request.method == "POST" and form.is_valid():
        with shown_on(form):
            actor, now = get_actor(request), timezone.now()
            entry = enter(event=event, form=form.make_entry(), actor=actor, now=now)
            steps = make_entry_steps(entry.event, [entry], actor=actor, now=now)
            offer_undo(
                request, _("Entered: %(names)s") % {"names": load_entry_name(entry).short}, steps
            )
            if entry.state == Entry.State.WAITLISTED:
                messages.success(request, _("The event is full: the entry is on the waiting list."))
            return redirect("desk:entries", event.pk)
    return entries_page(request, event, counts, form, ListForm())


def make_entry_form(
    event: Event, counts: EntryCounts, data: Mapping[str, Any] | None = None
) -> NewEntryForm:
    """A form for one more entry of the event."""
    groups = group_titles(list_first_groups(event, counts.entered))
    return NewEntryForm(data, size=event.entry_size, groups=groups)


def entries_page(
    request: HttpRequest,
    event: Event,
    counts: EntryCounts,
    form: NewEntryForm,
    list_form: BaseForm,
    *,
    opened: ChangeEntryForm | None = None,
    paste_form: PasteForm | None = None,
) -> HttpResponse:
    """The entries, those of one page, with the forms for more; ``opened`` is the row that is being
    corrected."""
    entry_list = load_entry_list(request, event, opened=opened, has_waiting=counts.waiting > 0)
    on_page = entry_list.entries
    rows = build_entry_rows(event, on_page, form.groups)
    played_count = len(entry_list.page)
    kept_in_links = {"q": entry_list.sought, "show": entry_list.show}
    fee = get_entry_fee(event)
    formats = list_drawn_formats(event)
    context = {
        **about(request, event, "entries"),
        "form": form,
        "list_form": list_form,
        "paste_form": paste_form or PasteForm(size=event.entry_size),
        "rows": rows[:played_count],
        "keyed": find_keyed_entries(on_page, opened),
        "waiting_rows": rows[played_count:],
        "counts": counts,
        "fee": fee,
        "fee_is_due": is_fee_due(event, paid=counts.paid),
        "expected_cents": compute_expected_cents(fee, counts.entered),
        "sought": entry_list.sought,
        "show": entry_list.show,
        "sort": entry_list.sort,
        "sorts": build_sort_links(ENTRY_ORDERS, entry_list.sort, kept_in_links),
        "opened": opened,
        "page": entry_list.page,
        "can_enter": event.is_not_drawn,
        "can_tick": not event.is_over,
        "can_draw": event.state == Event.State.OPEN and counts.entered > 1,
        "is_late": event.is_not_drawn
        and event.entries_close_at is not None
        and event.entries_close_at < timezone.now(),
        "can_replace": event.is_current,
        "can_rule": event.takes_rulings,
        "bracket": find_changeable_bracket(event, formats),
        "can_delete": opened is not None and not find_what_keeps(opened.entry),
        "can_withdraw": not event.is_over,
    }
    status = find_status(form, list_form, opened, paste_form)
    return render(request, "desk/entries.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mark_paid(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Notes that the fee was paid, or takes that back."""
    entry = get_visible_entry(get_actor(request), entry_id)
    if request.method != "POST":
        return redirect("desk:entries", entry.event_id)
    paid = request.POST.get("paid") == "1"
    steps = note_paid(entry=entry, paid=paid, actor=get_actor(request), now=timezone.now())
    what_was_done = _("Not paid: %(names)s")
    if paid:
        what_was_done = _("Paid: %(names)s")
    offer_undo(request, what_was_done % {"names": load_entry_name(entry).short}, steps)
    return _back_to_row(request, entry)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mark_present(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Notes that an entry is there, or takes that back."""
    entry = get_visible_entry(get_actor(request), entry_id)
    if request.method != "POST":
        return redirect("desk:entries", entry.event_id)
    is_present = request.POST.get("present") == "1"
    steps = note_present(
        entry=entry, present=is_present, actor=get_actor(request), now=timezone.now()
    )
    what_was_done = _("Not present: %(names)s")
    if is_present:
        what_was_done = _("Present: %(names)s")
    offer_undo(request, what_was_done % {"names": load_entry_name(entry).short}, steps)
    return _back_to_row(request, entry)


def _back_to_row(request: HttpRequest, entry: Entry) -> HttpResponse:
    """The list as it was, at the row of an entry; the list of who is absent, if sent from there."""
    if request.POST.get("back") == "absent":
        return redirect("desk:no_shows", entry.event_id)
    parameters = {"at": str(entry.pk)}
    for name in ("q", "show", "sort"):
        if text := request.POST.get(name, "")[:LONGEST_SOUGHT]:
            parameters[name] = text
    query = urlencode(parameters)
    address = reverse("desk:entries", args=[entry.event_id])
    return redirect(f"{address}?{query}#entry-{entry.pk}")


@login_required
def withdraw_entry(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Withdraws an entry, with a reason."""
    entry = get_managed_entry(request, entry_id)
    event = entry.event
    form = ReasonForm(get_posted_data(request))
    if request.method == "POST" and form.is_valid():
        with shown_on(form):
            reason = form.cleaned_data["reason"]
            now = timezone.now()
            steps = withdraw_pair(entry=entry, reason=reason, actor=get_actor(request), now=now)
            what_was_done = _("Withdrawn: %(names)s") % {"names": load_entry_name(entry).short}
            offer_undo(request, what_was_done, steps)
            messages.success(request, _("Withdrawn. The results so far stay."))
            announce_moved_up(request, event, now)
            return redirect("desk:entries", event.pk)
        # A second tap finds it done.
        entry.refresh_from_db(fields=["state"])
        if entry.state == Entry.State.WITHDRAWN:
            return redirect("desk:entries", event.pk)
    return _render_entry_form(request, "desk/entry_withdraw.html", event, entry, form)


@login_required
def remove_entry(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Asks whether an entry was made by mistake, and deletes it."""
    entry = get_managed_entry(request, entry_id)
    event = entry.event
    form = forms.Form(get_posted_data(request))
    if request.method == "POST" and form.is_valid():
        with shown_on(form):
            now = timezone.now()
            # Named first: a deleted entry has no players any more.
            what_was_done = _("Deleted: %(names)s") % {"names": load_entry_name(entry).short}
            delete_entry(entry=entry, actor=get_actor(request), now=now)
            messages.success(request, what_was_done)
            announce_moved_up(request, event, now)
            return redirect("desk:entries", event.pk)
    return _render_entry_form(request, "desk/entry_delete.html", event, entry, form)


@login_required
def replace_players(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Replaces an entry that has not begun to play, by one that waits or by new players."""
    entry = get_managed_entry(request, entry_id)
    event = entry.event
    offer = EntryOffer(event, event.entries.filter(state=Entry.State.WAITLISTED))
    form = ReplaceForm(get_posted_data(request), size=event.entry_size, offer=offer)
    if request.method == "POST" and form.is_valid():
        with shown_on(form):
            what_was_done = _("Replaced: %(names)s") % {"names": load_entry_name(entry).short}
            reason, actor, now = form.cleaned_data["reason"], get_actor(request), timezone.now()
            if waiting_id := form.cleaned_data.get("waiting"):
                waiting = get_visible_entry(actor, waiting_id)
                steps = replace_by_waiting(
                    entry=entry, waiting=waiting, reason=reason, actor=actor, now=now
                )
            else:
                _new_entry, steps = replace_pair(
                    entry=entry, form=form.make_entry(), reason=reason, actor=actor, now=now
                )
            offer_undo(request, what_was_done, steps)
            messages.success(request, _("Replaced: who is new plays in the place that was drawn."))
            return redirect("desk:entries", event.pk)
    return _render_entry_form(request, "desk/entry_replace.html", event, entry, form)


@login_required
def choose_group(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Puts an entry into a chosen group, or leaves that to the draw."""
    entry = get_managed_entry(request, entry_id)
    event = entry.event
    groups = group_titles(list_first_groups(event, count_entries_of_event(event).entered))
    initial = {"group": entry.group}
    form = FixedGroupForm(get_posted_data(request), groups=groups, initial=initial)
    if request.method == "POST" and form.is_valid():
        with shown_on(form):
            chosen_group = form.cleaned_data["group"]
            assign_group(
                entry=entry, group=chosen_group, actor=get_actor(request), now=timezone.now()
            )
            return redirect("desk:entries", event.pk)
    return _render_entry_form(request, "desk/entry_group.html", event, entry, form)


def _render_entry_form(
    request: HttpRequest, template: str, event: Event, entry: Entry, form: BaseForm
) -> HttpResponse:
    name = load_entry_name(entry)
    context = {**about(request, event, "entries"), "entry": entry, "name": name, "form": form}
    return render(request, template, context, status=find_status(form))
