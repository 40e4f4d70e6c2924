"""Entries on the desk: by hand, from a list, withdrawn, replaced, paid."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.models import Entry, Event
from tournaments.selectors.entries import (
    entries_in_order,
    entry_counts,
    entry_for,
    names_of,
    size_of_entries,
)
from tournaments.selectors.stages import first_groups
from tournaments.services.entries import ENTRIES_OPEN, assign_group, enter, set_paid
from tournaments.services.penalties import PLAYED
from tournaments.services.withdrawals import replace_entry, withdraw
from web.actors import actor_of
from web.desk.access import about, get_managed_event
from web.desk.forms import FixedGroupForm, ListForm, NewEntryForm, ReasonForm, ReplaceForm
from web.groups import group_titles, title_among
from web.paging import choose_page
from web.refusals import shown_on
from web.searching import sought_in

ENTRIES_A_PAGE = 100


@login_required
def entries(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The entries, and a form for one more."""
    event = get_managed_event(request, event_id)
    form = entry_form(event, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with shown_on(form):
            enter(event=event, form=form.entry(), actor=actor_of(request), now=timezone.now())
            return redirect("desk:entries", event.pk)
    return entries_page(request, event, form, ListForm())


def entry_form(event: Event, data: Mapping[str, Any] | None = None) -> NewEntryForm:
    """A form for one more entry of the event."""
    groups = group_titles(first_groups(event))
    return NewEntryForm(data, size=size_of_entries(event), groups=groups)


def entries_page(
    request: HttpRequest, event: Event, form: NewEntryForm, list_form: BaseForm
) -> HttpResponse:
    """The entries, those of one page, with the forms for more."""
    sought = sought_in(request)
    counts = entry_counts(event)
    found = entries_in_order(event, sought)
    page, pages = choose_page(request, len(found), ENTRIES_A_PAGE)
    shown = found[page * ENTRIES_A_PAGE :][:ENTRIES_A_PAGE]
    names = names_of(event, [entry.pk for entry in shown])
    context = {
        **about(request, event, "entries"),
        "form": form,
        "list_form": list_form,
        "rows": [
            (entry, names[entry.pk], title_among(form.groups, entry.group)) for entry in shown
        ],
        "entered": counts.entered,
        "paid": counts.paid,
        "sought": sought,
        "page": page,
        "pages": pages,
        "can_enter": event.state in ENTRIES_OPEN,
        "can_group": event.state in ENTRIES_OPEN and _has_groups(form, found),
        "can_replace": event.state in (Event.State.DRAWN, Event.State.RUNNING),
        "can_rule": event.state in PLAYED,
        "can_withdraw": event.state not in (Event.State.FINISHED, Event.State.ARCHIVED),
    }
    status = 422 if form.is_bound or list_form.is_bound else 200
    return render(request, "desk/entries.html", context, status=status)


def _has_groups(form: NewEntryForm, entries: Sequence[Entry]) -> bool:
    """Whether there is a group to be put into, or to be taken out of."""
    return bool(form.groups) or any(entry.group for entry in entries)


@login_required
@require_POST
def pay(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Notes that the fee was paid, or was not after all."""
    entry = entry_for(actor_of(request), entry_id)
    paid = request.POST.get("paid") == "1"
    set_paid(entry=entry, paid=paid, actor=actor_of(request), now=timezone.now())
    return redirect("desk:entries", entry.event_id)


@login_required
def leave(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Withdraws an entry, with a reason."""
    entry = entry_for(actor_of(request), entry_id)
    event = get_managed_event(request, entry.event_id)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with shown_on(form):
            reason = form.cleaned_data["reason"]
            withdraw(entry=entry, reason=reason, actor=actor_of(request), now=timezone.now())
            messages.success(request, _("The pair has been withdrawn. Its results stay."))
            return redirect("desk:entries", event.pk)
    return _about(request, "desk/entry_withdraw.html", event, entry, form)


@login_required
def replace(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Replaces an entry that has not begun to play."""
    entry = entry_for(actor_of(request), entry_id)
    event = get_managed_event(request, entry.event_id)
    form = ReplaceForm(request.POST or None, size=size_of_entries(event))
    if request.method == "POST" and form.is_valid():
        with shown_on(form):
            replace_entry(
                entry=entry,
                form=form.entry(),
                reason=form.cleaned_data["reason"],
                actor=actor_of(request),
                now=timezone.now(),
            )
            messages.success(request, _("The new pair plays in the place of the old one."))
            return redirect("desk:entries", event.pk)
    return _about(request, "desk/entry_replace.html", event, entry, form)


@login_required
def group(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Puts an entry into a group by hand, or leaves that to the draw."""
    entry = entry_for(actor_of(request), entry_id)
    event = get_managed_event(request, entry.event_id)
    groups = group_titles(first_groups(event))
    initial = {"group": entry.group}
    form = FixedGroupForm(request.POST or None, groups=groups, initial=initial)
    if request.method == "POST" and form.is_valid():
        with shown_on(form):
            chosen = form.cleaned_data["group"]
            assign_group(entry=entry, group=chosen, actor=actor_of(request), now=timezone.now())
            return redirect("desk:entries", event.pk)
    return _about(request, "desk/entry_group.html", event, entry, form)


def _about(
    request: HttpRequest, template: str, event: Event, entry: Entry, form: BaseForm
) -> HttpResponse:
    name = names_of(event, [entry.pk])[entry.pk]
    context = {**about(request, event, "entries"), "entry": entry, "name": name, "form": form}
    return render(request, template, context, status=422 if form.is_bound else 200)
