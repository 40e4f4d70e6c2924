"""Protests on the desk: filed by referees, decided by the organizer."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from database.limits import LONGEST_REASON
from tournaments.models import Entry, Event, Pairing, Protest
from tournaments.selectors.decisions.protests import get_protest, list_protests
from tournaments.services.decisions.protests import decide_protest, file_protest
from web.actors import get_actor
from web.articles import ArticleField, offer_articles
from web.desk.access import about, get_managed_event, get_worked_event
from web.desk.entry_field import EntryChoiceField, EntryOffer, offer_entries
from web.desk.posting import get_posted_data
from web.fields import FreeTextFormField
from web.numbers import parse_number
from web.protests import build_protest_views
from web.refusals import find_status, shown_on
from wording.decisions import PROTEST_DECISIONS

LONGEST_MATCH_NUMBER = 18
"""Digits: longer numbers do not fit into a database key."""


class ProtestForm(forms.Form):
    """What is objected to, by whom. ``match``: the match that it is about, from the sheet's link;
    then only those who play in it can be chosen."""

    match = forms.IntegerField(required=False, widget=forms.HiddenInput)
    entry = EntryChoiceField(label=gettext_lazy("Who protests?"))
    article = ArticleField()
    text = FreeTextFormField(
        label=gettext_lazy("What do they object to?"), max_length=LONGEST_REASON
    )

    def __init__(self, event: Event, pairing: Pairing | None, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.event = event
        # An entry that was replaced no longer plays: those who play in its place can object.
        rows = event.entries.exclude(state=Entry.State.REPLACED)
        if pairing is not None:
            rows = rows.filter(pk__in=pairing.slots.filter(entry__isnull=False).values("entry"))
        offer_entries(self, "entry", EntryOffer(event, rows))
        offer_articles(self, event)

    def get_entry(self) -> Entry:
        return self.event.entries.get(pk=self.cleaned_data["entry"])


class ProtestDecisionForm(forms.Form):
    """How a protest ends, and why."""

    decision = forms.ChoiceField(
        label=gettext_lazy("Decision"),
        choices=list(PROTEST_DECISIONS.items()),
        widget=forms.RadioSelect,
    )
    reason = FreeTextFormField(label=gettext_lazy("Reason"), max_length=LONGEST_REASON)


@login_required
def protests(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """All protests of an event. POST files one; ``?match=`` says which match it is about."""
    event = get_worked_event(request, event_id)
    posted_data = get_posted_data(request)
    # A match that is not of this event is ignored: the protest is then about none.
    source = posted_data or request.GET
    match = parse_number(source.get("match"), digits=LONGEST_MATCH_NUMBER)
    pairing: Pairing | None = None
    if match is not None:
        pairing = event.pairings.select_related("round", "event").filter(match=match).first()
    if pairing is None:
        match = None
    form = ProtestForm(event, pairing, posted_data, initial={"match": match})
    if form.is_valid():
        with shown_on(form):
            file_protest(
                entry=form.get_entry(),
                pairing=pairing,
                article=form.cleaned_data["article"],
                text=form.cleaned_data["text"],
                actor=get_actor(request),
                now=timezone.now(),
            )
            messages.success(request, _("The protest is written. The organizer decides it."))
            return redirect("desk:protests", event.pk)
    views = build_protest_views(event, list(list_protests(event)))
    context = {
        **about(request, event, "penalties"),
        "form": form,
        "can_file": event.takes_rulings,
        "match": match,
        "open": [view for view in views if not view.decision],
        "decided": [view for view in views if view.decision],
    }
    return render(request, "desk/protests.html", context, status=find_status(form))


@login_required
def decide(request: HttpRequest, protest_id: int) -> HttpResponse:
    """Decides a protest."""
    protest = get_protest(get_actor(request), protest_id)
    event = get_managed_event(request, protest.event_id)
    form = ProtestDecisionForm(get_posted_data(request))
    if form.is_valid():
        with shown_on(form):
            decide_protest(
                protest=protest,
                decision=Protest.Decision(form.cleaned_data["decision"]),
                reason=form.cleaned_data["reason"],
                actor=get_actor(request),
                now=timezone.now(),
            )
            messages.success(request, _("The decision is written, for everybody to read."))
            return redirect("desk:protests", event.pk)
        # A second tap finds it done.
        protest.refresh_from_db(fields=["decision", "decision_reason"])
        if (protest.decision, protest.decision_reason) == (
            form.cleaned_data["decision"],
            form.cleaned_data["reason"].strip(),
        ):
            return redirect("desk:protests", event.pk)
    (view,) = build_protest_views(event, [protest])
    context = {**about(request, event, "penalties"), "view": view, "form": form}
    return render(request, "desk/protest.html", context, status=find_status(form))
