"""Entries on the desk: by hand, from a list, withdrawn, replaced, paid."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from rules.contract import Violation
from tournaments.core.entry_list import LARGEST, EntryList, read_entry_list
from tournaments.models import Entry, Event
from tournaments.refusals import EntryListRefused
from tournaments.selectors.entries import entry_for, names_of
from tournaments.services.entries import (
    ENTRIES_OPEN,
    enter,
    faults_of,
    import_entries,
    set_paid,
)
from tournaments.services.entries import EntryForm as EntryData
from tournaments.services.withdrawals import replace_entry, withdraw
from web.actors import actor_of
from web.desk.access import about, managed_event
from web.desk.forms import EntryForm, ListForm, ReasonForm, ReplaceForm
from web.refusals import shown_on
from wording.sentences import sentence


@login_required
def entries(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The entries, and a form for one more."""
    event = managed_event(request, event_id)
    form = EntryForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with shown_on(form):
            enter(event=event, form=form.entry(), actor=actor_of(request), now=timezone.now())
            return redirect("desk:entries", event.pk)
    return _page(request, event, form, ListForm())


@login_required
@require_POST
def load(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Entries from a list: all of them, or the faults of every row and nothing is written."""
    event = managed_event(request, event_id)
    form = ListForm(request.POST, request.FILES)
    faults: tuple[Violation, ...] = ()
    if form.is_valid():
        listed = read_entry_list(form.cleaned_data["file"].read(LARGEST + 1))
        with shown_on(form):
            faults = _faults(event, listed) or _import(request, event, listed)
            if not faults:
                return redirect("desk:entries", event.pk)
    return _page(request, event, EntryForm(), form, faults)


def _forms(listed: EntryList) -> list[EntryData]:
    return [
        EntryData(entry.players, entry.club_name, entry.seed, entry.paid)
        for entry in listed.entries
    ]


def _faults(event: Event, listed: EntryList) -> tuple[Violation, ...]:
    """All that is wrong with a list that cannot be read whole, so that it is mended at once."""
    if not listed.faults:
        return ()
    found = _by_line(faults_of(event=event, forms=_forms(listed)), listed)
    return tuple(sorted((*listed.faults, *found), key=lambda fault: fault.at or 0))


def _by_line(faults: Sequence[Violation], listed: EntryList) -> tuple[Violation, ...]:
    """Faults of entries, with the lines of the file in which these stand."""
    return tuple(
        Violation(fault.code, fault.params, at=listed.entries[fault.at or 0].line)
        for fault in faults
    )


def _import(request: HttpRequest, event: Event, listed: EntryList) -> tuple[Violation, ...]:
    actor = actor_of(request)
    try:
        done = import_entries(event=event, forms=_forms(listed), actor=actor, now=timezone.now())
    except EntryListRefused as refused:
        return _by_line(refused.violations, listed)
    count = len(done.entries)
    said = ngettext("%(count)s pair has entered.", "%(count)s pairs have entered.", count)
    messages.success(request, said % {"count": count})
    if done.known:
        known = ngettext(
            "%(count)s was entered already.", "%(count)s were entered already.", done.known
        )
        messages.info(request, known % {"count": done.known})
    return ()


def _page(
    request: HttpRequest,
    event: Event,
    form: EntryForm,
    list_form: BaseForm,
    faults: tuple[Violation, ...] = (),
) -> HttpResponse:
    names = names_of(event)
    rows = event.entries.order_by("seed", "pk")
    by_seed = sorted(rows, key=lambda entry: (entry.seed is None, entry.seed or 0, entry.pk))
    context = {
        **about(request, event, "entries"),
        "form": form,
        "list_form": list_form,
        "faults": [(fault.at, sentence(fault.code, fault.params)) for fault in faults],
        "rows": [(entry, names[entry.pk]) for entry in by_seed],
        "entered": sum(entry.state == Entry.State.ENTERED for entry in rows),
        "paid": sum(entry.paid and entry.state == Entry.State.ENTERED for entry in rows),
        "can_enter": event.state in ENTRIES_OPEN,
        "can_replace": event.state in (Event.State.DRAWN, Event.State.RUNNING),
        "can_withdraw": event.state not in (Event.State.FINISHED, Event.State.ARCHIVED),
    }
    status = 422 if form.is_bound or list_form.is_bound else 200
    return render(request, "desk/entries.html", context, status=status)


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
    event = managed_event(request, entry.event_id)
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
    """Lets others play in the place of an entry that has not begun."""
    entry = entry_for(actor_of(request), entry_id)
    event = managed_event(request, entry.event_id)
    form = ReplaceForm(request.POST or None)
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


def _about(
    request: HttpRequest, template: str, event: Event, entry: Entry, form: BaseForm
) -> HttpResponse:
    name = names_of(event, [entry.pk])[entry.pk]
    context = {**about(request, event, "entries"), "entry": entry, "name": name, "form": form}
    return render(request, template, context, status=422 if form.is_bound else 200)
