"""An entry that is corrected in its row of the list."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.refusals import EntryChanged, PlayerIsShared
from tournaments.selectors.registration.entries import count_entries_of_event, get_visible_entry
from tournaments.services.registration.entry_corrections import correct_entry, read_entry_fields
from web.actors import get_actor
from web.desk.access import get_managed_entry
from web.desk.entries import entries_page, make_entry_form
from web.desk.entry_forms import ChangeEntryForm
from web.desk.pair_forms import ListForm
from web.desk.posting import get_posted_data
from web.refusals import shown_on


@login_required
def change_entry(request: HttpRequest, entry_id: int) -> HttpResponse:
    """The list of entries with one row open, and what is written in it."""
    actor = get_actor(request)
    entry = get_managed_entry(request, entry_id)
    event = entry.event
    counts = count_entries_of_event(event)
    new_entry_form = make_entry_form(event, counts)
    form = ChangeEntryForm(
        get_posted_data(request),
        event=event,
        entry=entry,
        stored=read_entry_fields(entry),
        groups=new_entry_form.groups,
    )
    if form.is_bound and form.is_valid():
        with shown_on(form):
            try:
                correction = form.make_correction()
                correct_entry(entry=entry, correction=correction, actor=actor, now=timezone.now())
            except EntryChanged as refused:
                form.show_changed(
                    refused.params["fields"], read_entry_fields(get_visible_entry(actor, entry_id))
                )
            except PlayerIsShared as refused:
                form.ask_who(refused.params)
            else:
                if correction.wanted:
                    messages.success(request, _("The entry is corrected, on every page."))
                address = reverse("desk:entries", args=[event.pk])
                return redirect(f"{address}?at={entry.pk}#entry-{entry.pk}")
    return entries_page(request, event, counts, new_entry_form, ListForm(), opened=form)
