"""Events on the desk: a new one, today, and the steps from draft to finished."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from rules.registry import rulebook
from tournaments.models import Entry, Event
from tournaments.permissions import clubs_of
from tournaments.selectors.standings import standings_of
from tournaments.services.clubs import add_venue
from tournaments.services.events import (
    create_event,
    finish_event,
    open_entries,
    reopen_event,
    start_play,
)
from web.actors import actor_of
from web.brackets import by_table, columns_of
from web.desk.access import about, managed_event, worked_event
from web.desk.forms import EventForm
from web.desk.options import OptionsForm
from web.refusals import shown_on
from wording.regulation import regulation_of

GAME = "marafon"
STEPS = {
    "open": (open_entries, Event.State.OPEN),
    "start": (start_play, Event.State.RUNNING),
    "finish": (finish_event, Event.State.FINISHED),
    "reopen": (reopen_event, Event.State.RUNNING),
}
"""What each step calls, and where the event is then."""


@login_required
def create(request: HttpRequest, club_slug: str) -> HttpResponse:
    """A new event of a club."""
    club = get_object_or_404(clubs_of(actor_of(request)), slug=club_slug)
    book = rulebook(GAME)
    form = EventForm(request.POST or None, initial={"venue": club.name})
    options = OptionsForm(book, request.POST or None)
    if request.method == "POST" and form.is_valid() and options.is_valid():
        with shown_on(form):
            actor = actor_of(request)
            name = form.cleaned_data["venue"]
            venue = add_venue(club=club, name=name, address="", actor=actor) if name else None
            plan = form.plan(book.name, options.chosen(), venue)
            event = create_event(
                club=club,
                plan=plan,
                actor=actor,
                now=timezone.now(),
                event_id=form.cleaned_data["event_id"],
            )
            return redirect("desk:event", event.pk)
    context = {"club": club, "form": form, "options": options, "tab": "events"}
    status = 422 if form.is_bound else 200
    return render(request, "desk/event_new.html", context, status=status)


@login_required
def today(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """What needs doing next, how far the event is, the tables in play."""
    event = worked_event(request, event_id)
    columns = columns_of(event)
    entries = event.entries.filter(state=Entry.State.ENTERED)
    boxes = [box for column in columns for box in column.boxes]
    standings = standings_of(event) if event.state == Event.State.FINISHED else None
    context = {
        **about(request, event, "today"),
        "columns": columns,
        "entries": entries.count(),
        "paid": entries.filter(paid=True).count(),
        "called": by_table(box for box in boxes if box.is_called),
        "waiting": [box for box in boxes if box.pairing.state == "READY"],
        "open": sum(column.open for column in columns),
        "current": next((column.id for column in columns if column.open), None),
        "regulation": regulation_of(event.match_format),
        "winner": standings.winner if standings else None,
    }
    return render(request, "desk/event.html", context)


@login_required
@require_POST
def step(request: HttpRequest, event_id: UUID, name: str) -> HttpResponse:
    """One step further; asked for twice, it is one. A refusal is a page that says why."""
    event = managed_event(request, event_id)
    take, state = STEPS[name]
    if event.state != state:
        take(event=event, actor=actor_of(request), now=timezone.now())
    return redirect("desk:event", event.pk)
