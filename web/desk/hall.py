"""The hall on the desk: what is on at each table, round by round; moved, freed, attended to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Event, RefereeCall
from tournaments.selectors.brackets import at_tables, pairings_in_hall, pairings_of_round
from tournaments.selectors.hall import call_for, calls_of, last_written
from tournaments.selectors.matches import pairing_for
from tournaments.selectors.stages import load_round_counts, round_of
from tournaments.services.hall import free_table, move_to_table
from tournaments.services.referee_calls import answer_call
from web.actors import actor_of
from web.brackets import Box, boxes_of, by_table
from web.desk.access import about, get_managed_event, get_worked_event
from web.paging import choose_page
from web.refusals import shown_on
from web.rounds import RoundState, round_states

STILL_AFTER = timedelta(minutes=15)
"""A hand takes three to five minutes: a table without a line for longer is highlighted."""
MOST_AT_TABLES = 500
MOST_IN_ROUND = 64
"""Pairings of a round on one page."""


@dataclass(frozen=True, slots=True)
class TableView:
    """A table on the desk: the pairing that is on, when it was last heard of, whether it waits."""

    box: Box
    last: datetime | None
    silent: int
    """Minutes, where that is worth a look; else 0."""
    call: RefereeCall | None


class MoveMatchForm(forms.Form):
    """Where a match goes."""

    table = forms.IntegerField(label=_("To table"), min_value=1, max_value=9999)


def tables_of(
    event: Event, boxes: Iterable[Box], calls: Iterable[RefereeCall], now: datetime
) -> tuple[TableView, ...]:
    """The tables of an event, in the order of their numbers; those that wait for one last."""
    last, by_number = last_written(event), {call.table.number: call for call in calls}
    return tuple(_make_table(box, last, by_number, now) for box in by_table(boxes))


def boxes_now(event: Event, rounds: Iterable[RoundState]) -> tuple[Box, ...]:
    """What is on at the tables of an event, and what is ready to be."""
    return boxes_of(event, at_tables(pairings_in_hall(event, timezone.localdate())), rounds)


def _make_table(
    box: Box, last: Mapping[int, datetime], calls: Mapping[int, RefereeCall], now: datetime
) -> TableView:
    pairing = box.pairing
    heard = last.get(pairing.match or 0)
    since = heard or pairing.called_at
    silence = now - since if since and box.is_called else timedelta()
    minutes = int(silence.total_seconds()) // 60
    return TableView(
        box=box,
        last=heard,
        silent=minutes if silence > STILL_AFTER else 0,
        call=calls.get(pairing.table or 0),
    )


@login_required
@require_safe
def tables(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """All tables now, and one round after the other."""
    event = get_worked_event(request, event_id)
    rounds = round_states(load_round_counts(event))
    chosen = _get_chosen(request, event, rounds)
    also = None if chosen is None else Q(round=chosen.id)
    in_hall = pairings_in_hall(event, timezone.localdate(), also)
    found = in_hall.get(chosen.id, []) if chosen is not None else []
    page, pages = choose_page(request, len(found), MOST_IN_ROUND)
    shown = found[page * MOST_IN_ROUND :][:MOST_IN_ROUND]
    now_on = at_tables(in_hall)[:MOST_AT_TABLES]
    all_shown = {each.id: each for each in (*now_on, *shown)}.values()
    boxes = {box.pairing.id: box for box in boxes_of(event, [*all_shown], rounds)}
    context = {
        **about(request, event, "tables"),
        "rounds": rounds,
        "tables": tables_of(
            event, [boxes[each.id] for each in now_on], calls_of(event), timezone.now()
        ),
        "chosen": chosen,
        "boxes": [boxes[each.id] for each in shown],
        "page": page,
        "pages": pages,
    }
    return render(request, "desk/tables.html", context)


def _get_chosen(
    request: HttpRequest, event: Event, rounds: Sequence[RoundState]
) -> RoundState | None:
    asked = request.GET.get("round", "")
    if asked.isdecimal() and len(asked) < 18:
        wanted = round_of(event, int(asked)).pk
        return next(round_ for round_ in rounds if round_.id == wanted)
    open_ones = (round_ for round_ in rounds if round_.open)
    return next(open_ones, rounds[-1] if rounds else None)


@login_required
def move(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """A match to another table."""
    pairing = pairing_for(actor_of(request), pairing_id)
    event = get_managed_event(request, pairing.event_id)
    form = MoveMatchForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with shown_on(form):
            number = form.cleaned_data["table"]
            move_to_table(
                pairing=pairing, number=number, actor=actor_of(request), now=timezone.now()
            )
            return redirect("desk:tables", event.pk)
    context = {
        **about(request, event, "tables"),
        "pairing": pairing,
        "form": form,
        "numbers": list(event.tables.order_by("number").values_list("number", flat=True)),
        "boxes": boxes_of(
            event,
            pairings_of_round(pairing.round_id),
            round_states(load_round_counts(event)),
        ),
    }
    return render(request, "desk/move.html", context, status=422 if form.is_bound else 200)


@login_required
@require_POST
def free(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """A table that waits for signatures goes on without them."""
    pairing = pairing_for(actor_of(request), pairing_id)
    free_table(pairing=pairing, actor=actor_of(request), now=timezone.now())
    return redirect("desk:event", pairing.event_id)


@login_required
@require_POST
def attend(request: HttpRequest, call_id: int) -> HttpResponse:
    """Answers a call of a table."""
    call = call_for(actor_of(request), call_id)
    answer_call(call=call, actor=actor_of(request), now=timezone.now())
    return redirect("desk:event", call.event_id)
