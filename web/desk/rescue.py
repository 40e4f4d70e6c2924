"""Lines that a phone could not send: scanned, pasted or typed at the desk."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from competition.hall.rescue import (
    MOST_BYTES,
    MOST_ROWS,
    RescuedLine,
    RescueUnreadable,
    place_typed_lines,
    read_rescue_text,
    write_rescue_text,
)
from scoring.core.lines import HAND
from tournaments.models import Event
from tournaments.refusals import NotFound
from tournaments.services.rescue import (
    RescueOutcome,
    RescueStatus,
    accept_rescued_lines,
    preview_rescued_lines,
)
from web.actors import actor_of
from web.desk.access import about, get_worked_event
from web.desk.rescue_forms import PhoneForm, RescueLineForm, ScanForm
from web.refusals import sentences_of
from web.sheets import SheetView, sheet_view
from wording.lines import line_words
from wording.sentences import sentence

REFUSED = 422
ROWS = 3
"""Rows that are there at first, and that come with each "More rows"."""


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """A line with what became of it, in words."""

    sides: tuple[str, ...]
    table: int | None
    match: int
    words: str
    status: RescueStatus
    reasons: list[str]


@login_required
def rescue(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Asks for what the phone shows, says what it would write, and writes it."""
    event = get_worked_event(request, event_id)
    step = request.POST.get("step", "")
    if step == "typed":
        return _read_typed(request, event)
    if request.method == "POST":
        return _read_scanned(request, event, is_agreed=step == "write")
    phone_form = PhoneForm(request.GET if "table" in request.GET else None)
    if phone_form.is_bound and phone_form.is_valid():
        match_id = phone_form.find_match(event)
        if match_id is not None:
            view = sheet_view(match_id)
            rows = [RescueLineForm(view, None, number) for number in range(ROWS)]
            return _render_page(request, event, phone=phone_form, view=view, rows=rows)
    return _render_page(
        request, event, phone=phone_form, status=REFUSED if phone_form.errors else 200
    )


def _read_scanned(request: HttpRequest, event: Event, *, is_agreed: bool) -> HttpResponse:
    form = ScanForm(request.POST)
    if form.is_valid():
        try:
            lines = read_rescue_text(form.cleaned_data["text"], timezone.now())
        except RescueUnreadable as unreadable:
            form.add_error("text", sentence(unreadable.code, unreadable.params))
        else:
            return _show_outcomes(request, event, lines, is_agreed=is_agreed)
    return _render_page(request, event, scan=form, status=REFUSED)


def _read_typed(request: HttpRequest, event: Event) -> HttpResponse:
    phone_form = PhoneForm(request.POST)
    match_id = phone_form.find_match(event) if phone_form.is_valid() else None
    if match_id is None:
        return _render_page(request, event, phone=phone_form, status=REFUSED)
    view = sheet_view(match_id)
    count = _read_row_count(request)
    rows = [RescueLineForm(view, request.POST, number) for number in range(count)]
    if "more" in request.POST:
        rows = [RescueLineForm(view, request.POST, number) for number in range(len(rows) + ROWS)]
        return _render_page(request, event, phone=phone_form, view=view, rows=rows[:MOST_ROWS])
    lines = _place_rows(phone_form.cleaned_data["phone"], view, rows)
    if not lines:
        return _render_page(request, event, phone=phone_form, view=view, rows=rows, status=REFUSED)
    return _show_outcomes(request, event, lines, is_agreed=False)


def _read_row_count(request: HttpRequest) -> int:
    asked = request.POST.get("rows", "")
    is_number = asked.isascii() and asked.isdecimal() and len(asked) < 3
    return min(int(asked), MOST_ROWS) if is_number else ROWS


def _place_rows(
    phone: str, view: SheetView, rows: Sequence[RescueLineForm]
) -> tuple[RescuedLine, ...]:
    """The lines as the phone made them; none where a row is wrong, which then says why."""
    used = [row for row in rows if row.is_valid() and row.has_changed()]
    if not all(row.is_valid() for row in rows):
        return ()
    if not used:
        rows[0].add_error(None, sentence("rescue_empty", {}))
        return ()
    match = view.sheet.match
    turns = _list_turns(view, used)
    typed = [row.read_line(view, turn) for row, turn in zip(used, turns, strict=True)]
    placed = place_typed_lines(phone, match.pk, match.version, typed, timezone.now())
    for row, line in zip(used, placed, strict=True):
        if line is None:
            row.add_error("line_check", sentence("rescue_check_wrong", {}))
    lines = tuple(line for line in placed if line is not None)
    return lines if len(lines) == len(used) else ()


def _list_turns(view: SheetView, rows: Sequence[RescueLineForm]) -> list[list[int | None]]:
    """The possible turns of each line, the likeliest first; a phone records the turn if it knows
    it."""
    game = view.game_now
    seats = range(game.rulebook.seats(game.options))
    turn = view.state.turn
    found = []
    for row in rows:
        found.append(list(dict.fromkeys([turn, None, *seats])))
        if turn is not None and row.cleaned_data["line_kind"] == HAND:
            turn = game.rulebook.next_turn(turn, game.options)
    return found


def _show_outcomes(
    request: HttpRequest, event: Event, lines: Sequence[RescuedLine], *, is_agreed: bool
) -> HttpResponse:
    handle = accept_rescued_lines if is_agreed else preview_rescued_lines
    outcomes = handle(event_id=event.pk, lines=lines, actor=actor_of(request), now=timezone.now())
    statuses = [outcome.status for outcome in outcomes]
    context = {
        **about(request, event, "tables"),
        "phones": list(dict.fromkeys(line.phone for line in lines)),
        "outcomes": _make_outcome_views(outcomes),
        "written": statuses.count(RescueStatus.WRITTEN),
        "has_refused": RescueStatus.REFUSED in statuses,
        "is_done": is_agreed,
        "text": write_rescue_text(lines),
    }
    return render(request, "desk/rescue_lines.html", context)


def _make_outcome_views(outcomes: Sequence[RescueOutcome]) -> list[OutcomeView]:
    views: dict[int, SheetView | None] = {}
    for outcome in outcomes:
        match_id = outcome.line.match
        if match_id not in views:
            views[match_id] = _load_sheet(outcome, match_id)
    return [_make_outcome_view(outcome, views[outcome.line.match]) for outcome in outcomes]


def _load_sheet(outcome: RescueOutcome, match_id: int) -> SheetView | None:
    """The sheet of a line, unless it is one of another event, which is none of this page's
    business."""
    if outcome.refusal is not None and outcome.refusal.code == "rescue_not_here":
        return None
    try:
        return sheet_view(match_id)
    except NotFound:
        return None


def _make_outcome_view(outcome: RescueOutcome, view: SheetView | None) -> OutcomeView:
    line, sides = outcome.line, view.sides if view else ()
    words = ""
    if view is not None:
        reading = outcome.written.state.readings[-1].game if outcome.written else None
        game = view.game_now if reading is None else view.sheet.format.games[reading]
        words = line_words(line.kind, line.data, (), sides, game)
    table = view.pairing.table.number if view and view.pairing.table else None
    reasons = sentences_of(outcome.refusal, sides) if outcome.refusal else []
    return OutcomeView(sides, table, line.match, words, outcome.status, reasons)


def _render_page(
    request: HttpRequest,
    event: Event,
    *,
    scan: ScanForm | None = None,
    phone: PhoneForm | None = None,
    view: SheetView | None = None,
    rows: Sequence[RescueLineForm] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        **about(request, event, "tables"),
        "scan": scan or ScanForm(),
        "phone": phone or PhoneForm(),
        "view": view,
        "rows": rows,
        "can_grow": len(rows) < MOST_ROWS,
        "most": MOST_BYTES,
    }
    return render(request, "desk/rescue.html", context, status=status)
