"""Lines that a phone could not send: scanned, pasted or typed at the desk.

The page has three steps: the input, a preview of what would be written, and the writing itself,
which takes the lines of the preview as a text.
"""

from collections.abc import Sequence
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
from web.actors import actor_of
from web.desk.access import about, get_worked_event
from web.desk.rescue_forms import PhoneForm, RescueLineForm, ScanForm
from web.refusals import FORM_REFUSED, sentences_of
from web.sheets import SheetView, sheet_view
from wording.lines import line_words
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
        return _handle_text(request, event, is_agreed=step == "write")

    phone_form = PhoneForm(request.GET if "table" in request.GET else None)
    matches = phone_form.find_matches(event) if phone_form.is_valid() else []
    if not matches:
        # An unbound form has no errors: this is the first visit.
        status = FORM_REFUSED if phone_form.errors else 200
        return _render_page(request, event, phone=phone_form, status=status)
    view, *other_sheets = map(sheet_view, matches)
    rows = _make_rows(view, None, ROWS)
    return _render_page(request, event, phone=phone_form, view=view, others=other_sheets, rows=rows)


def _handle_text(request: HttpRequest, event: Event, *, is_agreed: bool) -> HttpResponse:
    """Lines as a text, scanned or pasted, or from the preview (``is_agreed``)."""
    form = ScanForm(request.POST)
    if form.is_valid():
        try:
            lines = read_rescue_text(form.cleaned_data["text"], timezone.now())
        except RescueUnreadable as unreadable:
            form.add_error("text", sentence(unreadable.code, unreadable.params))
        else:
            return _render_outcomes(request, event, lines, is_agreed=is_agreed)
    return _render_page(request, event, scan=form, status=FORM_REFUSED)


def _handle_typed_lines(request: HttpRequest, event: Event) -> HttpResponse:
    """Lines that somebody has read aloud, typed with their check digits."""
    phone_form = PhoneForm(request.POST)
    matches = phone_form.find_matches(event) if phone_form.is_valid() else []
    if not matches:
        return _render_page(request, event, phone=phone_form, status=FORM_REFUSED)
    view = sheet_view(matches[0])
    row_count = _parse_row_count(request)
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


def _parse_row_count(request: HttpRequest) -> int:
    text = request.POST.get("rows", "")
    is_number = text.isascii() and text.isdecimal() and len(text) < 3
    return min(int(text), MOST_ROWS) if is_number else ROWS


def _place_lines(
    phone: str, view: SheetView, rows: Sequence[RescueLineForm]
) -> tuple[RescuedLine, ...]:
    """The lines as the phone made them. Empty if a row is wrong, which then has an error."""
    validities = [row.is_valid() for row in rows]
    if not all(validities):
        return ()
    filled_rows = [row for row in rows if row.has_changed()]
    if not filled_rows:
        rows[0].add_error(None, sentence("rescue_empty", {}))
        return ()

    match = view.sheet.match
    turns = _list_turns(view, filled_rows)
    typed_lines = [row.read_line(view, turn) for row, turn in zip(filled_rows, turns, strict=True)]
    placed_lines = place_typed_lines(phone, match.pk, match.version, typed_lines, timezone.now())
    lines = []
    for row, line in zip(filled_rows, placed_lines, strict=True):
        if line is None:
            row.add_error("line_check", sentence("rescue_check_wrong", {}))
        else:
            lines.append(line)
    # All or nothing: each line of a phone builds on the one before it.
    return tuple(lines) if len(lines) == len(filled_rows) else ()


def _list_turns(view: SheetView, rows: Sequence[RescueLineForm]) -> list[list[int | None]]:
    """The possible turns of each line, the most likely first. A phone records the turn if it knows
    it, but nobody reads it aloud."""
    game = view.game_now
    seats = range(game.rulebook.seats(game.options))
    expected_turn = view.state.turn
    turns = []
    for row in rows:
        # dict.fromkeys removes the second mention of the expected turn and keeps the order.
        turns.append(list(dict.fromkeys([expected_turn, None, *seats])))
        if expected_turn is not None and row.cleaned_data["line_kind"] == HAND:
            expected_turn = game.rulebook.next_turn(expected_turn, game.options)
    return turns


def _render_outcomes(
    request: HttpRequest, event: Event, lines: Sequence[RescuedLine], *, is_agreed: bool
) -> HttpResponse:
    """Writes the lines if that was agreed to, and shows the outcome of each; else the preview."""
    handle_lines = accept_rescued_lines if is_agreed else preview_rescued_lines
    outcomes = handle_lines(
        event_id=event.pk, lines=lines, actor=actor_of(request), now=timezone.now()
    )
    statuses = [outcome.status for outcome in outcomes]
    context = {
        **about(request, event, "tables"),
        "phones": list(dict.fromkeys(line.phone for line in lines)),
        "outcomes": _build_outcome_views(outcomes),
        "written": statuses.count(RescueStatus.WRITTEN),
        "has_refused": RescueStatus.REFUSED in statuses,
        "is_done": is_agreed,
        "text": write_rescue_text(lines),
    }
    return render(request, "desk/rescue_lines.html", context)


def _build_outcome_views(outcomes: Sequence[RescueOutcome]) -> list[OutcomeView]:
    # A phone may have lines of several matches; each sheet is loaded once.
    sheets: dict[int, SheetView | None] = {}
    views = []
    for outcome in outcomes:
        match_id = outcome.line.match
        if match_id not in sheets:
            sheets[match_id] = _load_sheet(outcome, match_id)
        views.append(_build_outcome_view(outcome, sheets[match_id]))
    return views


def _load_sheet(outcome: RescueOutcome, match_id: int) -> SheetView | None:
    """The sheet of a line; None if it is of another event, which this page must not show."""
    if outcome.refusal is not None and outcome.refusal.code == "rescue_not_here":
        return None
    try:
        return sheet_view(match_id)
    except NotFound:
        return None


def _build_outcome_view(outcome: RescueOutcome, view: SheetView | None) -> OutcomeView:
    line = outcome.line
    if view is None:
        reasons = sentences_of(outcome.refusal) if outcome.refusal else []
        return OutcomeView((), None, line.match, "", outcome.status, reasons)

    game = view.game_now
    if outcome.written:
        # A written line may have ended its game: then ``game_now`` is already the next one.
        game_number = outcome.written.state.readings[-1].game
        if game_number is not None:
            game = view.sheet.format.games[game_number]
    words = line_words(line.kind, line.data, (), view.sides, game)
    table = view.pairing.table.number if view.pairing.table else None
    reasons = sentences_of(outcome.refusal, view.sides) if outcome.refusal else []
    return OutcomeView(
        view.sides, table, line.match, words, outcome.status, reasons, outcome.equal_line
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
