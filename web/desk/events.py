"""Events on the desk: the form for a new one, the page of today, the steps up to the archive."""

from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.actors import Actor
from tournaments.models import Club, Event
from tournaments.permissions import Right, check, list_clubs
from tournaments.selectors.events.shapes import list_templates
from tournaments.selectors.events.stage_sequence import find_next_step, load_stage_sequence
from tournaments.selectors.events.today import load_event_today
from tournaments.selectors.registration.fees import is_fee_due
from tournaments.selectors.stages.matches import find_first_called_match
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.events.events import (
    archive_event,
    create_event,
    finish_event,
    open_entries,
    reopen_event,
    restore_event,
)
from tournaments.services.events.shapes import create_from_shape
from tournaments.services.undo.starts import begin_play
from web.actors import get_actor
from web.brackets import build_boxes
from web.desk.access import about, get_managed_event, get_worked_event, manages
from web.desk.event_choices import list_choices
from web.desk.event_wizard import EventWizard
from web.desk.posting import get_posted_data, posted_from
from web.desk.preset_ends import find_preset_ends
from web.desk.queue import build_queue
from web.desk.resending import shown_to_resend
from web.desk.spots import build_grid
from web.desk.trouble import find_trouble
from web.desk.undo_offers import offer_undo
from web.forecast import build_expected_view, build_forecast_view
from web.refusals import find_status
from web.rounds import load_rounds, merge_parallel_rounds
from wording.rounds import word_byes_note

STEPS = {
    "open": (open_entries, (Event.State.OPEN,)),
    "finish": (finish_event, (Event.State.FINISHED,)),
    "reopen": (reopen_event, (Event.State.RUNNING,)),
    "archive": (archive_event, (Event.State.ARCHIVED,)),
    "restore": (restore_event, (Event.State.FINISHED, Event.State.CANCELLED)),
}
"""The service of each step, and the states in which the event can be after it."""


class LikeForm(forms.Form):
    """The event that a new one is like."""

    like = forms.UUIDField()


@login_required
def new_event(request: HttpRequest, club_slug: str) -> HttpResponse:
    """Creates an event of a club. The regulation for the current choices is shown beside them;
    ``look`` returns only this preview."""
    club = get_object_or_404(list_clubs(get_actor(request)), slug=club_slug)
    check(get_actor(request), Right.MANAGE_EVENTS, club_id=club.pk)
    templates = list_templates(club)
    # ``?like=`` names an event of the club to be copied; without one the last event is offered.
    like_form = LikeForm(request.GET)
    like: Event | None = None
    if like_form.is_valid():
        rows = club.events.select_related("club", "venue")
        like = rows.filter(pk=like_form.cleaned_data["like"]).first()
    wizard = EventWizard(
        get_posted_data(request),
        venue=club.name,
        today=timezone.localdate(),
        choices=list_choices(club, templates, like),
    )
    if request.method == "POST" and "look" not in request.POST and wizard.is_valid():
        with shown_to_resend(wizard.facts, key="event_id"):
            event = _create_event(club, wizard, get_actor(request))
            if "open" not in request.POST:
                return redirect("desk:event", event.pk)
            # A button that is pressed twice opens the entries once.
            if event.state == Event.State.DRAFT:
                open_entries(event=event, actor=get_actor(request), now=timezone.now())
            return redirect("desk:entries", event.pk)
    context = {
        "club": club,
        "wizard": wizard,
        "choices": find_preset_ends(wizard),
        "templates": templates,
        "regulation": wizard.regulation(),
        "tab": "events",
    }
    status = find_status(wizard.facts)
    if "look" in request.POST:
        status = 200
    return render(request, "desk/event_new.html", context, status=status)


def _create_event(club: Club, wizard: EventWizard, actor: Actor) -> Event:
    plan, event_id = wizard.make_plan(), wizard.facts.cleaned_data["event_id"]
    now = timezone.now()
    if wizard.shape is None:
        return create_event(club=club, plan=plan, actor=actor, now=now, event_id=event_id)
    return create_from_shape(
        club=club, shape=wizard.shape, plan=plan, actor=actor, now=now, event_id=event_id
    )


@login_required
@require_safe
def today(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """What needs the organizer in the order of urgency, the next step, the hall, and the stages."""
    event = get_worked_event(request, event_id)
    now = timezone.now()
    rounds = load_rounds(event)
    merged_rounds = merge_parallel_rounds(rounds)
    open_matches = sum(round_.open for round_ in rounds)

    state = load_event_today(event, timezone.localdate(), rounds_with_byes=rounds.ids_with_byes)
    # The names of both are read together.
    all_boxes = build_boxes(event, [*state.pairings, *state.byes], rounds)
    boxes, byes = all_boxes[: len(state.pairings)], all_boxes[len(state.pairings) :]
    grid = build_grid(event, state, boxes, query=request.GET, now=now)
    queue = build_queue(event, state, grid, now, manages=manages(request, event))

    # When no match is open, the next step is to draw a stage or to finish the event.
    next_stage = None
    if event.state == Event.State.RUNNING and not open_matches:
        next_stage = find_next_step(load_stage_sequence(event))
    has_step = not event.is_cancelled
    if event.state == Event.State.RUNNING:
        # An event is not closed while a decision is open.
        is_closable = next_stage is not None or not queue.has_decisions
        has_step = not open_matches and is_closable
    winner = None
    if event.state == Event.State.FINISHED:
        winner = load_standings_of_event(event).winner
    byes_note = ""
    if byes:
        byes_note = word_byes_note(", ".join(box.names_with_reason for box in byes))
    context = {
        **about(request, event, "today"),
        "next": next_stage,
        "has_step": has_step,
        "rounds": merged_rounds,
        "current": merged_rounds.ids_in_play,
        "later_stages": state.later_stages,
        "entries": state.entries.entered,
        "paid": state.entries.paid if is_fee_due(event, paid=state.entries.paid) else None,
        "grid": grid,
        "byes": byes_note,
        "open": open_matches,
        "queue": queue,
        "protests": state.protests,
        "now": now,
        "forecast": build_forecast_view(event, rounds, now, with_chart=True)
        or build_expected_view(event, now),
        "winner": winner,
        "trouble": find_trouble(get_actor(request), now=now),
    }
    return render(request, "desk/event.html", context)


@login_required
@posted_from("desk:event", "event_id")
def take_step(request: HttpRequest, event_id: UUID, name: str) -> HttpResponse:
    """Takes the event one step further. A refusal is a page with the reason."""
    event = get_managed_event(request, event_id)
    run_service, new_states = STEPS[name]
    # A button that is pressed twice takes one step.
    if event.state not in new_states:
        run_service(event=event, actor=get_actor(request), now=timezone.now())
    return redirect("desk:event", event.pk)


@login_required
@posted_from("desk:event", "event_id")
def start(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Play begins. ``sheet``: the sheet of the first table comes next, to write its first hand."""
    event = get_managed_event(request, event_id)
    # A button that is pressed twice begins once.
    if event.state != Event.State.RUNNING:
        steps = begin_play(event=event, actor=get_actor(request), now=timezone.now())
        offer_undo(request, _("Play has begun."), steps)
    if "sheet" in request.POST:
        match = find_first_called_match(event)
        if match is not None:
            return redirect("desk:sheet", match)
    return redirect("desk:event", event.pk)
