"""The hall on the desk: the match at each table, and the rounds; matches are moved, tables freed,
calls answered."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from database.limits import LARGEST_TABLE
from tournaments.models import Event, RefereeCall
from tournaments.selectors.events.today import count_minutes
from tournaments.selectors.hall.tables import (
    call_for,
    find_pairing_at_table,
    list_referee_calls,
    load_last_written,
)
from tournaments.selectors.stages.brackets import (
    list_pairings_at_tables,
    load_pairings_in_hall,
    load_pairings_of_round,
)
from tournaments.selectors.stages.matches import get_pairing
from tournaments.selectors.stages.stages import get_round
from tournaments.services.undo.hall import attend, free, move_match_to
from web.actors import get_actor
from web.brackets import Box, build_boxes, build_boxes_by_pairing, sort_by_table
from web.desk.access import about, get_managed_event, get_worked_event
from web.desk.posting import get_posted_data
from web.desk.spots import STILL_AFTER
from web.desk.undo_offers import offer_undo
from web.numbers import parse_number
from web.paging import choose_page
from web.refusals import find_status, shown_on
from web.rounds import load_rounds

MOST_AT_TABLES = 500
MOST_IN_ROUND = 64
"""Pairings of a round on one page."""


@dataclass(frozen=True, slots=True)
class TableView:
    """A table on the desk: its match, the time of its last line, and its call for the referee."""

    box: Box
    last: datetime | None
    silent: int
    """Minutes since the last line, if there are too many; else 0."""
    call: RefereeCall | None


class MoveMatchForm(forms.Form):
    """The new table of a match."""

    table = forms.IntegerField(label=_("To table"), min_value=1, max_value=LARGEST_TABLE)


def build_table_views(
    event: Event, boxes: Iterable[Box], calls: Iterable[RefereeCall], now: datetime
) -> tuple[TableView, ...]:
    """The tables of an event, in the order of their numbers; matches without a table are last."""
    last_line_times = load_last_written(event)
    calls_by_table = {call.table.number: call for call in calls}
    views = []
    for box in sort_by_table(boxes):
        pairing = box.pairing
        last_line_at = last_line_times.get(pairing.match or 0)
        silent_minutes = 0
        # Only tables in play can be silent; before the first line, the call of the match counts.
        silent_since = last_line_at or pairing.called_at
        longest_silence = STILL_AFTER + timedelta(minutes=box.extra_minutes)
        if silent_since and box.is_called and now - silent_since > longest_silence:
            silent_minutes = count_minutes(now - silent_since)
        call = calls_by_table.get(pairing.table or 0)
        views.append(TableView(box=box, last=last_line_at, silent=silent_minutes, call=call))
    return tuple(views)


@login_required
@require_safe
def tables(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """All tables now, and the pairings of one round: ``?round=``, else the first with open matches,
    or the last of all. Raises NotFound for a round of another event."""
    event = get_worked_event(request, event_id)
    rounds = load_rounds(event)
    chosen_round = rounds.current_or_last
    requested = parse_number(request.GET.get("round"), digits=17)
    if requested is not None:
        # ``get_round`` checks that it is of this event, so it is among these.
        chosen_round = rounds.by_id[get_round(event, requested).pk]
    # Before the draw there is no round: 0 is the id of none.
    round_id = 0
    if chosen_round is not None:
        round_id = chosen_round.id
    # Tables and round are loaded together: a match may be in both.
    pairings_by_round = load_pairings_in_hall(event, timezone.localdate(), rounds=[round_id])
    in_round = choose_page(request, pairings_by_round.get(round_id, []), MOST_IN_ROUND)

    in_play = list_pairings_at_tables(pairings_by_round)[:MOST_AT_TABLES]
    boxes = build_boxes_by_pairing(event, [*in_play, *in_round], rounds)
    boxes_in_play = [boxes[pairing.id] for pairing in in_play]
    context = {
        **about(request, event, "tables"),
        "rounds": rounds,
        "tables": build_table_views(
            event, boxes_in_play, list_referee_calls(event), timezone.now()
        ),
        "chosen": chosen_round,
        "boxes": [boxes[pairing.id] for pairing in in_round],
        "page": in_round,
    }
    return render(request, "desk/tables.html", context)


@login_required
@require_safe
def open_table(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Goes to the sheet of the match that is on at ``?table=``; to the tables where none is."""
    event = get_worked_event(request, event_id)
    number = parse_number(request.GET.get("table"), digits=4)
    if number is not None:
        pairing = find_pairing_at_table(event, number)
        if pairing is not None and pairing.match_id is not None:
            return redirect("desk:sheet", pairing.match_id)
    return redirect("desk:tables", event.pk)


@login_required
def move_match(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Moves a match to another table."""
    pairing = get_pairing(get_actor(request), pairing_id)
    event = get_managed_event(request, pairing.event_id)
    form = MoveMatchForm(get_posted_data(request))
    if request.method == "POST" and form.is_valid():
        with shown_on(form):
            number = form.cleaned_data["table"]
            steps = move_match_to(
                pairing=pairing, number=number, actor=get_actor(request), now=timezone.now()
            )
            offer_undo(request, gettext("Moved to table %(number)s") % {"number": number}, steps)
            return redirect("desk:tables", event.pk)
    pairings = load_pairings_of_round(pairing.round_id)
    moved_pairings = [view for view in pairings if view.id == pairing.pk]
    context = {
        **about(request, event, "tables"),
        "pairing": pairing,
        "form": form,
        "numbers": list(event.tables.order_by("number").values_list("number", flat=True)),
        "boxes": build_boxes(event, moved_pairings, load_rounds(event)),
    }
    return render(request, "desk/move.html", context, status=find_status(form))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def release_table(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Frees a table that waits for signatures."""
    pairing = get_pairing(get_actor(request), pairing_id)
    if request.method != "POST":
        return redirect("desk:tables", pairing.event_id)
    steps = free(pairing=pairing, actor=get_actor(request), now=timezone.now())
    offer_undo(request, gettext("The table is free"), steps)
    return redirect("desk:event", pairing.event_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def attend_call(request: HttpRequest, call_id: int) -> HttpResponse:
    """Answers a call of a table."""
    call = call_for(get_actor(request), call_id)
    if request.method == "POST":
        steps = attend(call=call, actor=get_actor(request), now=timezone.now())
        what_was_done = gettext("You are going to table %(number)s") % {"number": call.table.number}
        offer_undo(request, what_was_done, steps)
    return redirect("desk:event", call.event_id)
