"""Events on the desk: a new one, today, and the steps from draft to finished."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Event
from tournaments.permissions import Right, check, clubs_of
from tournaments.selectors.entries import entry_counts
from tournaments.selectors.hall import calls_of
from tournaments.selectors.road import next_of, road_of
from tournaments.selectors.stages import load_round_counts
from tournaments.selectors.standings import standings_of
from tournaments.services.events import (
    archive_event,
    create_event,
    finish_event,
    open_entries,
    reopen_event,
    start_play,
)
from web.actors import actor_of
from web.desk.access import about, get_managed_event, get_worked_event
from web.desk.hall import boxes_now, tables_of
from web.desk.todo import todo_of
from web.desk.trouble import find_trouble
from web.desk.wizard import EventWizard
from web.refusals import shown_on
from web.rounds import merge_parallel_rounds, round_states

STEPS = {
    "open": (open_entries, Event.State.OPEN),
    "start": (start_play, Event.State.RUNNING),
    "finish": (finish_event, Event.State.FINISHED),
    "reopen": (reopen_event, Event.State.RUNNING),
    "archive": (archive_event, Event.State.ARCHIVED),
}
"""What each step calls, and where the event is then."""


@login_required
def create(request: HttpRequest, club_slug: str) -> HttpResponse:
    """Creates an event of a club. The regulation for the current choices is shown beside them;
    ``look`` returns only this preview."""
    club = get_object_or_404(clubs_of(actor_of(request)), slug=club_slug)
    check(actor_of(request), Right.MANAGE_EVENTS, club_id=club.pk)
    wizard = EventWizard(request.POST or None, venue=club.name)
    if request.method == "POST" and "look" not in request.POST and wizard.is_valid():
        with shown_on(wizard.form):
            event = create_event(
                club=club,
                plan=wizard.plan(),
                actor=actor_of(request),
                now=timezone.now(),
                event_id=wizard.form.cleaned_data["event_id"],
            )
            return redirect("desk:event", event.pk)
    context = {
        "club": club,
        "wizard": wizard,
        "regulation": wizard.regulation(),
        "tab": "events",
    }
    status = 422 if wizard.form.is_bound and "look" not in request.POST else 200
    return render(request, "desk/event_new.html", context, status=status)


@login_required
@require_safe
def today(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """What needs doing next, how far the event is, the tables in play."""
    event = get_worked_event(request, event_id)
    rounds, calls = round_states(load_round_counts(event)), list(calls_of(event))
    tables = tables_of(event, boxes_now(event, rounds), calls, timezone.now())
    counts = entry_counts(event)
    standings = standings_of(event) if event.state == Event.State.FINISHED else None
    open_ = sum(round_.open for round_ in rounds)
    waits = event.state == Event.State.RUNNING and not open_
    todo = todo_of(event, tables, calls, counts)
    context = {
        **about(request, event, "today"),
        "next": next_of(road_of(event)) if waits else None,
        "rounds": merge_parallel_rounds(rounds),
        "current": next(
            (round_.id for round_ in merge_parallel_rounds(rounds) if round_.open), None
        ),
        "entries": counts.entered,
        "paid": counts.paid,
        "tables": tables,
        "unsigned": next((table for table in tables if table.box.waits_for_signatures), None),
        "open": open_,
        "in_bracket": any(round_.open and round_.is_bracket for round_ in rounds),
        "todo": todo,
        "undecided": sum(item.question is not None for item in todo),
        "winner": standings.winner if standings else None,
        "trouble": find_trouble(actor_of(request), now=timezone.now()),
    }
    return render(request, "desk/event.html", context)


@login_required
@require_POST
def step(request: HttpRequest, event_id: UUID, name: str) -> HttpResponse:
    """One step further; asked for twice, it is one. A refusal is a page that says why."""
    event = get_managed_event(request, event_id)
    take, state = STEPS[name]
    if event.state != state:
        take(event=event, actor=actor_of(request), now=timezone.now())
    return redirect("desk:event", event.pk)
