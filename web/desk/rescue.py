"""Lines that a phone could not send: scanned, pasted or typed at the desk.

The page has three steps: the input, a preview of what would be written, and the writing itself,
which takes the lines of the preview as a text.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
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
from tournaments.services.corrections.rescue import (
    RescueOutcome,
    RescueStatus,
    accept_rescued_lines,
    preview_rescued_lines,
)
from web.actors import get_actor
from web.desk.access import about, get_worked_event
from web.desk.posting import are_valid, get_sent_query
from web.desk.rescue_forms import PhoneForm, RescueLineForm, ScanForm
from web.numbers import parse_number
from web.refusals import FORM_REFUSED, find_status_if_invalid, word_refusal_fully
from web.sheets import SheetView, build_sheet_view
from wording.lines import word_line
from wording.sentences import sentence

ROWS = 3
"""Rows at first, and rows that each "More rows" adds."""


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """A line and its outcome, in words."""

    sides: tuple[str, ...]
    table: int | None
    match: int
    words: str
    status: RescueStatus
    reasons: list[str]
    equal_line: int | None = None


@login_required
def rescue(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The input, the preview and the writing, according to the ``step`` that is posted."""
    event = get_worked_event(request, event_id)
    step = request.POST.get("step", "")
    if step == "typed":
        return _handle_typed_lines(request, event)
    if request.method == "POST":
        # A text: scanned or pasted, or the lines of the preview, which were agreed to.
        scan_form = ScanForm(request.POST)
        if scan_form.is_valid():
            try:
                lines = read_rescue_text(scan_form.cleaned_data["text"], timezone.now())
            except RescueUnreadable as unreadable:
                scan_form.add_error("text", sentence(unreadable.code, unreadable.params))
            else:
                return _render_outcomes(request, event, lines, is_agreed=step == "write")
        return _render_page(request, event, scan=scan_form, status=FORM_REFUSED)

    phone_form = PhoneForm(get_sent_query(request, "table"))
    matches = phone_form.find_matches(event)
    if not matches:
        status = find_status_if_invalid(phone_form)
        return _render_page(request, event, phone=phone_form, status=status)
    view, *other_sheets = map(build_sheet_view, matches)
    rows = _make_rows(view, None, ROWS)
    return _render_page(request, event, phone=phone_form, view=view, others=other_sheets, rows=rows)


def _handle_typed_lines(request: HttpRequest, event: Event) -> HttpResponse:
    """Lines that somebody has read aloud, typed with their check digits."""
    phone_form = PhoneForm(request.POST)
    matches = phone_form.find_matches(event)
    if not matches:
        return _render_page(request, event, phone=phone_form, status=FORM_REFUSED)
    view = build_sheet_view(matches[0])
    row_count = parse_number(request.POST.get("rows"), digits=2)
    if row_count is None:
        row_count = ROWS
    row_count = min(row_count, MOST_ROWS)
    if "more" in request.POST:
        rows = _make_rows(view, request.POST, min(row_count + ROWS, MOST_ROWS))
        return _render_page(request, event, phone=phone_form, view=view, rows=rows)
    rows = _make_rows(view, request.POST, row_count)
    lines = _place_lines(phone_form.cleaned_data["phone"], view, rows)
    if not lines:
        return _render_page(
            request, event, phone=phone_form, view=view, rows=rows, status=FORM_REFUSED
        )
    return _render_outcomes(request, event, lines, is_agreed=False)


def _make_rows(view: SheetView, data: QueryDict | None, count: int) -> list[RescueLineForm]:
    return [RescueLineForm(view, data, number) for number in range(count)]


def _place_lines(
    phone: str, view: SheetView, rows: Sequence[RescueLineForm]
) -> tuple[RescuedLine, ...]:
    """The lines as the phone made them. Empty if a row is wrong, which then has an error."""
    if not are_valid(rows):
        return ()
    filled_rows = [row for row in rows if row.has_changed()]
    if not filled_rows:
        rows[0].add_error(None, sentence("rescue_empty", {}))
        return ()

    # A phone records the turn of a hand if it knows it, but nobody reads it aloud: all possible
    # turns are tried, the most likely first.
    game = view.game_now
    seats = range(game.rulebook.seats(game.options))
    expected_turn = view.state.turn
    typed_lines = []
    for row in filled_rows:
        # dict.fromkeys removes the second mention of the expected turn and keeps the order.
        turns = list(dict.fromkeys([expected_turn, None, *seats]))
        typed_lines.append(row.read_line(view, turns))
        if expected_turn is not None and row.cleaned_data["line_kind"] == HAND:
            expected_turn = game.rulebook.next_turn(expected_turn, game.options)

    match = view.sheet.match
    placed_lines = place_typed_lines(phone, match.pk, match.version, typed_lines, timezone.now())
    lines = []
    for row, line in zip(filled_rows, placed_lines, strict=True):
        if line is None:
            row.add_error("line_check", sentence("rescue_check_wrong", {}))
        else:
            lines.append(line)
    # All or nothing: each line of a phone builds on the one before it.
    if len(lines) < len(filled_rows):
        return ()
    return tuple(lines)


def _render_outcomes(
    request: HttpRequest, event: Event, lines: Sequence[RescuedLine], *, is_agreed: bool
) -> HttpResponse:
    """Writes the lines if that was agreed to, and shows the outcome of each; else the preview."""
    handle_lines = preview_rescued_lines
    if is_agreed:
        handle_lines = accept_rescued_lines
    outcomes = handle_lines(
        event_id=event.pk, lines=lines, actor=get_actor(request), now=timezone.now()
    )
    # A phone may have lines of several matches; each sheet is loaded once.
    sheets: dict[int, SheetView | None] = {}
    views = []
    for outcome in outcomes:
        match_id = outcome.line.match
        if match_id not in sheets:
            sheets[match_id] = None
            # A line may name a match of another event, whose sheet this page must not show.
            refusal = outcome.refusal
            if refusal is None or refusal.code != "rescue_not_here":
                with suppress(NotFound):
                    sheets[match_id] = build_sheet_view(match_id)
        views.append(_build_outcome_view(outcome, sheets[match_id]))
    statuses = [outcome.status for outcome in outcomes]
    context = {
        **about(request, event, "tables"),
        "phones": list(dict.fromkeys(line.phone for line in lines)),
        "outcomes": views,
        "written": statuses.count(RescueStatus.WRITTEN),
        "has_refused": RescueStatus.REFUSED in statuses,
        "is_done": is_agreed,
        "text": write_rescue_text(lines),
    }
    return render(request, "desk/rescue_lines.html", context)


def _build_outcome_view(outcome: RescueOutcome, view: SheetView | None) -> OutcomeView:
    line = outcome.line
    sides: tuple[str, ...] = ()
    if view is not None:
        sides = view.sides
    reasons: list[str] = []
    if outcome.refusal is not None:
        reasons = word_refusal_fully(outcome.refusal, sides)
    if view is None:
        return OutcomeView(sides, None, line.match, "", outcome.status, reasons)

    game = view.game_now
    if outcome.written:
        # A written line may have ended its game: then ``game_now`` is already the next one.
        game_number = outcome.written.state.readings[-1].game
        if game_number is not None:
            game = view.sheet.format.games[game_number]
    words = word_line(line.kind, line.data, (), sides, game)
    return OutcomeView(
        sides,
        view.pairing.table_number,
        line.match,
        words,
        outcome.status,
        reasons,
        outcome.equal_line,
    )


def _render_page(
    request: HttpRequest,
    event: Event,
    *,
    scan: ScanForm | None = None,
    phone: PhoneForm | None = None,
    view: SheetView | None = None,
    others: Sequence[SheetView] = (),
    rows: Sequence[RescueLineForm] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        **about(request, event, "tables"),
        "scan": scan or ScanForm(),
        "phone": phone or PhoneForm(),
        "view": view,
        "others": others,
        "rows": rows,
        "can_grow": len(rows) < MOST_ROWS,
        "most": MOST_BYTES,
    }
    return render(request, "desk/rescue.html", context, status=status)
