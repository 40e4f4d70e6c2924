"""The settings of an event on the desk: what may still change, and what the draw has fixed."""

from collections.abc import Mapping
from typing import Any, cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from database.limits import LONGEST_REASON, LONGEST_TITLE, MOST_TABLES
from tournaments.models import Event, Hall
from tournaments.permissions import Right, check, may
from tournaments.selectors.draws.draws import find_drawn_at
from tournaments.selectors.events.shapes import digest_templates
from tournaments.selectors.hall.halls import digest_hall_name, get_hall, list_halls
from tournaments.selectors.registration.payments import has_payments
from tournaments.services.events.changes import (
    TABLES_MAY_BE_ADDED,
    change_event,
    find_fixed_fields,
)
from tournaments.services.events.events import (
    CANCELLABLE,
    cancel_event,
    delete_draft,
    hold_after_all,
)
from tournaments.services.events.halls import (
    HALLS_MAY_BE_ADDED,
    HALLS_MAY_BE_RENAMED,
    add_hall,
    remove_hall,
    rename_hall,
)
from web.actors import get_actor
from web.desk.access import about, get_managed_event
from web.desk.amending import ask_for_reason, read_reason
from web.desk.confirmations import Confirmation, ask_to_confirm
from web.desk.event_forms import EventFactsForm
from web.desk.moved_up import announce_moved_up
from web.desk.posting import get_posted_data, posted_from
from web.desk.resending import add_seen, read_seen, shown_to_resend
from web.fields import FreeTextFormField
from web.refusals import find_status, shown_on

HINTS = {
    "name": gettext_lazy("On the public page, on the projector and on everything that is printed."),
    "date": gettext_lazy("The public page shows the new date at once."),
    "start": gettext_lazy("On the public page and in the regulation."),
    "venue": gettext_lazy("On the public page and in the regulation."),
    "tables": gettext_lazy("0 if nobody is called to a numbered table."),
    "capacity": gettext_lazy("Empty: as many as come."),
    "fee_cents": gettext_lazy(
        "For each entry, in the regulation and on the public page; 0: entry is free. Those who"
        " have paid stay marked as paid."
    ),
    "entries_close_at": gettext_lazy(
        "On the public page. After it only you can add entries, here or from a list; nothing"
        " else is blocked."
    ),
    "contact": gettext_lazy("A name and a number, on the public page."),
    "notes": gettext_lazy("On the public page, in your own words."),
    "visibility": gettext_lazy("For anybody else there is no page."),
    "names": gettext_lazy("How the names of players are shown, also at the desk."),
    "recorded": gettext_lazy(
        "What the desk asks for first. A sheet takes hands, points or games in any case."
    ),
}
"""What each setting affects."""


class SettingsForm(EventFactsForm):
    """What may change of an event in its state.

    Only what was changed on the page is written, so that two people can change different settings
    at the same time.
    """

    def __init__(self, *args: Any, event: Event, **more: Any) -> None:
        super().__init__(*args, **more)
        table_count = event.tables.count()
        self.initial = {
            "name": event.name,
            "date": event.date,
            "start": event.rules.get("start"),
            "venue": event.venue_name,
            "tables": table_count,
            "capacity": event.capacity,
            "fee_cents": event.rules.get("fee_cents"),
            "entries_close_at": event.entries_close_at,
            "contact": event.contact,
            "notes": event.notes,
            "visibility": event.visibility,
            "names": event.names,
            "recorded": event.recorded,
        }
        # A fixed setting has no field, so that it cannot be sent either.
        for name in find_fixed_fields(event) & self.fields.keys():
            del self.fields[name]
        for name, field in self.fields.items():
            field.help_text = HINTS[name]
            # What the page showed is sent back with it: so it is known what its reader changed.
            field.show_hidden_initial = True
        if event.state in TABLES_MAY_BE_ADDED and "tables" in self.fields:
            tables = self.fields["tables"]
            tables.help_text = _("Tables may be added. Their numbers stay: sheets are printed.")
            # The validator is the limit; the attribute shows it to browsers.
            tables.validators.append(MinValueValidator(table_count))
            tables.widget.attrs["min"] = table_count
        ask_for_reason(self, event)

    def clean(self) -> dict[str, Any]:
        """Adds an error to each setting that somebody else has changed since the page was read."""
        data = super().clean() or {}
        for name in self.changed_settings:
            field = self.fields[name]
            seen_text = field.hidden_widget().value_from_datadict(
                self.data, self.files, self.add_initial_prefix(name)
            )
            try:
                seen_value = field.clean(seen_text)
            except ValidationError:
                # The page showed a value that the field does not take now.
                seen_value = None
            stored_value = self.initial[name]
            # Compared as the page shows it: the two moments of an hour that comes twice are one.
            is_as_shown = field.prepare_value(seen_value) == field.prepare_value(stored_value)
            # Two people who have typed the same do not contradict each other.
            if is_as_shown or data.get(name) == stored_value:
                continue
            self.add_error(
                name,
                _("Somebody has changed this meanwhile. Send it again if yours is right."),
            )
            # Sent again, it is compared with what is stored now.
            sent_data = cast("QueryDict", self.data).copy()
            sent_data[self.add_initial_prefix(name)] = field.prepare_value(stored_value)
            self.data = sent_data
        return data

    @property
    def changed_settings(self) -> list[str]:
        """The settings that the sender has changed."""
        return [name for name in self.changed_data if name in HINTS]

    @property
    def sent_settings(self) -> list[str]:
        """Those of a form that was refused: the page must know that they are not stored."""
        return self.changed_settings if self.is_bound else []

    def changes(self) -> dict[str, Any]:
        """What was changed, by the names of ``change_event``."""
        changes = {name: self.cleaned_data[name] for name in self.changed_settings}
        if "venue" in changes:
            changes["venue_name"] = changes.pop("venue")
        # An empty field is 0: nobody is called to a numbered table.
        if changes.get("tables", 0) is None:
            changes["tables"] = 0
        return changes


class HallForm(forms.Form):
    """One more hall, with its tables."""

    hall = FreeTextFormField(label=gettext_lazy("Another hall"), max_length=LONGEST_TITLE)
    hall_tables = forms.IntegerField(
        label=gettext_lazy("Tables in it"),
        help_text=gettext_lazy("Their numbers follow those that are there."),
        min_value=1,
        max_value=MOST_TABLES,
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, event: Event) -> None:
        super().__init__(data, auto_id="id_hall_%s")
        ask_for_reason(self, event)


class HallNameForm(forms.Form):
    """The name of a hall."""

    name = FreeTextFormField(
        label=gettext_lazy("Name of the hall"),
        help_text=HINTS["name"],
        max_length=LONGEST_TITLE,
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, hall: Hall, event: Event) -> None:
        initial = {"name": hall.venue.name}
        super().__init__(data, initial=initial, auto_id=f"id_hall_{hall.pk}_%s")
        ask_for_reason(self, event)
        add_seen(self, digest_hall_name(hall))
        self.hall = hall


class TemplateForm(forms.Form):
    """The name under which the settings of an event are kept."""

    template = FreeTextFormField(
        label=gettext_lazy("Name of the template"),
        help_text=gettext_lazy("A template of the same name is replaced."),
        max_length=LONGEST_TITLE,
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, event: Event) -> None:
        super().__init__(data)
        add_seen(self, digest_templates(event.club))


class CancelForm(forms.Form):
    """Why an event is not held."""

    why = FreeTextFormField(
        label=gettext_lazy("Why it is cancelled"),
        help_text=gettext_lazy("It is shown on the public page, to those who have entered too."),
        max_length=LONGEST_REASON,
    )


class DeleteDraftForm(forms.Form):
    """How many entries the page has said that a draft has."""

    entries = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)


@login_required
def change_settings(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The settings, what the draw has fixed, and how the event is cancelled or archived."""
    event = get_managed_event(request, event_id)
    form = SettingsForm(get_posted_data(request), event=event)
    if form.is_bound and form.is_valid():
        with shown_on(form):
            changes, now = form.changes(), timezone.now()
            change_event(
                event=event,
                changes=changes,
                actor=get_actor(request),
                now=now,
                reason=read_reason(form),
            )
            if changes:
                messages.success(request, _("The settings are saved."))
            # A larger capacity gives places to those who wait.
            if "capacity" in changes:
                announce_moved_up(request, event, now)
            return redirect("desk:settings", event.pk)
    return render_settings(request, event, form)


def render_settings(
    request: HttpRequest,
    event: Event,
    form: SettingsForm,
    *,
    cancelling: CancelForm | None = None,
    hall: HallForm | None = None,
    hall_name: HallNameForm | None = None,
    template: TemplateForm | None = None,
) -> HttpResponse:
    """The page, with the form that was sent and refused."""
    halls = list_halls(event.pk)
    hall_name_forms = []
    for hall_row in halls:
        if hall_name is not None and hall_name.hall == hall_row:
            hall_name_forms.append(hall_name)
        else:
            hall_name_forms.append(HallNameForm(hall=hall_row, event=event))
    drawn_at = find_drawn_at(event)
    context = {
        **about(request, event, "settings"),
        "form": form,
        "cancelling": cancelling or CancelForm(),
        "hall_name_forms": hall_name_forms,
        "hall_form": hall or HallForm(event=event),
        "template_form": template or TemplateForm(event=event),
        "can_add_hall": event.state in HALLS_MAY_BE_ADDED,
        "can_rename_hall": event.state in HALLS_MAY_BE_RENAMED,
        "can_remove_hall": event.is_not_drawn,
        "can_cancel": event.state in CANCELLABLE,
        "is_fixed": not event.is_not_drawn and drawn_at is not None,
        "drawn_at": drawn_at,
        "first_stage": event.stages.get(number=1),
        "entries": event.entries.count(),
        "has_payments": event.state == Event.State.DRAFT and has_payments(event),
        "articles": event.articles.count(),
        "is_closed": event.is_read_only,
        "may_restore": event.is_read_only
        and may(get_actor(request), Right.MANAGE_CLUB, club_id=event.club_id),
    }
    sent_form = cancelling or hall or hall_name or template or form
    return render(request, "desk/settings.html", context, status=find_status(sent_form))


@login_required
@posted_from("desk:settings", "event_id")
def new_hall(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Adds a hall with its tables."""
    event = get_managed_event(request, event_id)
    form = HallForm(request.POST, event=event)
    if form.is_valid():
        with shown_on(form):
            add_hall(
                event=event,
                name=form.cleaned_data["hall"],
                tables=form.cleaned_data["hall_tables"],
                actor=get_actor(request),
                now=timezone.now(),
                reason=read_reason(form),
            )
            messages.success(request, _("The hall is added."))
            return redirect("desk:settings", event.pk)
    return render_settings(request, event, SettingsForm(None, event=event), hall=form)


@login_required
@posted_from("desk:settings", "event_id")
def change_hall_name(request: HttpRequest, event_id: UUID, hall_id: int) -> HttpResponse:
    """Renames a hall, until the event is archived."""
    event = get_managed_event(request, event_id)
    hall = get_hall(event, hall_id)
    form = HallNameForm(request.POST, hall=hall, event=event)
    if form.is_valid():
        with shown_to_resend(form, tells_stored=True):
            rename_hall(
                hall=hall,
                name=form.cleaned_data["name"],
                actor=get_actor(request),
                now=timezone.now(),
                reason=read_reason(form),
                seen=read_seen(form),
            )
            messages.success(request, _("The hall is renamed."))
            return redirect("desk:settings", event.pk)
    return render_settings(request, event, SettingsForm(None, event=event), hall_name=form)


@login_required
def take_hall_away(request: HttpRequest, event_id: UUID, hall_id: int) -> HttpResponse:
    """Asks, then takes a hall and its tables away, before the draw."""
    event = get_managed_event(request, event_id)
    hall = get_hall(event, hall_id)
    if request.method == "POST":
        remove_hall(hall=hall, actor=get_actor(request), now=timezone.now())
        messages.success(request, _("The hall is removed."))
        return redirect("desk:settings", event.pk)
    tables = _("Tables %(first)s to %(last)s go with it, and so do their codes for phones.")
    effects = [
        tables % {"first": hall.first_table, "last": hall.last_table},
        _("Groups that were to play there have no place of their own any more."),
        _("The regulation gets a new version."),
    ]
    title = _("Remove the hall “%(name)s”?") % {"name": hall.venue.name}
    back_url = reverse("desk:settings", args=[event.pk])
    confirmation = Confirmation(title, effects, _("Remove the hall"), back_url)
    return ask_to_confirm(request, event, "settings", confirmation)


@login_required
@posted_from("desk:settings", "event_id")
def cancel(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Cancels an event with a reason."""
    event = get_managed_event(request, event_id)
    form = CancelForm(request.POST)
    if event.state == Event.State.CANCELLED:
        # A button that is pressed twice cancels once.
        return redirect("desk:settings", event.pk)
    if form.is_valid():
        with shown_on(form):
            cancel_event(
                event=event,
                reason=form.cleaned_data["why"],
                actor=get_actor(request),
                now=timezone.now(),
            )
            messages.success(request, _("The event is cancelled."))
            return redirect("desk:settings", event.pk)
    return render_settings(request, event, SettingsForm(None, event=event), cancelling=form)


@login_required
@posted_from("desk:settings", "event_id")
def hold_event(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Takes a cancellation back."""
    event = get_managed_event(request, event_id)
    check(get_actor(request), Right.MANAGE_CLUB, club_id=event.club_id)
    # A button that is pressed twice holds it once.
    if event.state == Event.State.CANCELLED:
        hold_after_all(event=event, actor=get_actor(request), now=timezone.now())
        messages.success(request, _("The event is held after all."))
    return redirect("desk:settings", event.pk)


@login_required
def delete_event(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Asks, then deletes a draft with its entries."""
    event = get_managed_event(request, event_id)
    form = DeleteDraftForm(get_posted_data(request), initial={"entries": event.entries.count()})
    if request.method == "POST" and form.is_valid():
        # Who enters a pair meanwhile has its number refused: it was not agreed to delete that one.
        entry_count = form.cleaned_data["entries"] or 0
        delete_draft(event=event, actor=get_actor(request), now=timezone.now(), entries=entry_count)
        messages.success(request, _("The draft is deleted."))
        return redirect("desk:home")
    settings_url = reverse("desk:settings", args=[event.pk])
    if event.state != Event.State.DRAFT:
        return redirect(settings_url)
    effects = [_("Nobody has seen it yet. Nothing of it is kept.")]
    if entry_count := form.initial["entries"]:
        sentence = ngettext(
            "%(count)s entry was made. It is deleted too, and so are its players if they have"
            " entered nothing else.",
            "%(count)s entries were made. They are deleted too, and so are their players if they"
            " have entered nothing else.",
            entry_count,
        )
        effects.insert(0, sentence % {"count": entry_count})
    title = _("Delete the draft “%(name)s”?") % {"name": event.name}
    confirmation = Confirmation(title, effects, _("Yes, delete it"), settings_url, form)
    return ask_to_confirm(request, event, "settings", confirmation)
