"""Hands that a phone could not send: scanned, pasted or typed at the desk."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.core.lines import HAND, REDEAL
from tournaments.core.rescue import (
    MOST_BYTES,
    MOST_ROWS,
    RescuedLine,
    RescueUnreadable,
    TypedLine,
    candidate_records,
    place_typed_lines,
    read_phone,
    read_rescue_text,
    write_rescue_text,
)
from tournaments.models import Event
from tournaments.refusals import NotFound
from tournaments.selectors.hall import pairing_at_table
from tournaments.services.rescue import (
    RescueOutcome,
    RescueStatus,
    accept_rescued_lines,
    preview_rescued_lines,
)
from web.actors import actor_of
from web.desk.access import about, worked_event
from web.desk.acts import HandForm
from web.refusals import sentences_of
from web.sheets import SheetView, sheet_view
from wording.lines import line_words
from wording.sentences import sentence

REFUSED = 422
ROWS = 3
"""Rows that are there at first, and that come with each "More rows"."""


class ScanForm(forms.Form):
    """What was scanned or pasted."""

    text = forms.CharField(
        label=_("What the phone shows"),
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocomplete": "off"}),
    )


class PhoneForm(forms.Form):
    """Which table, and whose key is read aloud."""

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=9999)
    phone = forms.CharField(
        label=_("The phone’s key"),
        max_length=12,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )

    def clean_phone(self) -> str:
        try:
            return read_phone(self.cleaned_data["phone"])
        except RescueUnreadable as unreadable:
            raise forms.ValidationError(sentence(unreadable.code)) from unreadable

    def find_match(self, event: Event) -> int | None:
        """The match at that table; where there is none, the form says so."""
        table = self.cleaned_data["table"]
        pairing = pairing_at_table(event, table)
        if pairing is None or pairing.match_id is None:
            self.add_error("table", sentence("rescue_no_match", {"table": table}))
            return None
        return pairing.match_id


class RowForm(HandForm):
    """A line that is read aloud: a hand by the fields of its game, or a redeal, and the digits."""

    def __init__(self, view: SheetView, data: Any, number: int) -> None:
        super().__init__(
            view, data, prefix=f"row{number}", empty_permitted=True, use_required_attribute=False
        )
        self.number = number + 1
        game = view.game_now
        kinds = [(HAND, _("A hand"))]
        if not game.rulebook.redeal(game.options):
            kinds.append((REDEAL, _("Dealt again")))
        self.fields["line_kind"] = forms.ChoiceField(
            label=pgettext_lazy("of a line on a sheet", "What"), choices=kinds, initial=HAND
        )
        self.fields["line_check"] = forms.RegexField(
            r"^\d{3}$",
            label=_("Digits"),
            max_length=3,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        )
        if self.is_bound and self.data.get(self.add_prefix("line_kind")) == REDEAL:
            for name in self.schema.keys() & self.fields.keys():
                self.fields[name].required = False

    def has_changed(self) -> bool:
        """Whether anything was typed in this row: the others are passed over."""
        kind = self.data.get(self.add_prefix("line_kind"))
        return kind == REDEAL or bool(set(self.changed_data) - {"line_kind"})

    def read_line(self, view: SheetView, turns: Sequence[int | None]) -> TypedLine:
        """What the phone may have written, with the digits that tell which of it it was."""
        cleaned = self.cleaned_data
        candidates: tuple[Mapping[str, Any], ...] = ({},)
        if cleaned["line_kind"] == HAND:
            game = view.game_now
            candidates = candidate_records(
                self.data_of(),
                sums=self._sums(),
                optional=game.rulebook.smallest(game.options),
                turn_field=game.rulebook.turn_word,
                turns=turns,
            )
        return TypedLine(cleaned["line_kind"], int(cleaned["line_check"]), candidates)

    def _sums(self) -> dict[str, int]:
        """What the two numbers of each pair come to."""
        groups = ((name, self._group(name)) for name in self.schema)
        return {name: group.total for name, group in groups if group.total is not None}


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
    event = worked_event(request, event_id)
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
            rows = [RowForm(view, None, number) for number in range(ROWS)]
            return _page(request, event, phone=phone_form, view=view, rows=rows)
    return _page(request, event, phone=phone_form, status=REFUSED if phone_form.errors else 200)


def _read_scanned(request: HttpRequest, event: Event, *, is_agreed: bool) -> HttpResponse:
    form = ScanForm(request.POST)
    if form.is_valid():
        try:
            lines = read_rescue_text(form.cleaned_data["text"], timezone.now())
        except RescueUnreadable as unreadable:
            form.add_error("text", sentence(unreadable.code, unreadable.params))
        else:
            return _show(request, event, lines, is_agreed=is_agreed)
    return _page(request, event, scan=form, status=REFUSED)


def _read_typed(request: HttpRequest, event: Event) -> HttpResponse:
    phone_form = PhoneForm(request.POST)
    match_id = phone_form.find_match(event) if phone_form.is_valid() else None
    if match_id is None:
        return _page(request, event, phone=phone_form, status=REFUSED)
    view = sheet_view(match_id)
    rows = [RowForm(view, request.POST, number) for number in range(_row_count(request))]
    if "more" in request.POST:
        rows = [RowForm(view, request.POST, number) for number in range(len(rows) + ROWS)]
        return _page(request, event, phone=phone_form, view=view, rows=rows[:MOST_ROWS])
    lines = _place_rows(phone_form.cleaned_data["phone"], view, rows)
    if not lines:
        return _page(request, event, phone=phone_form, view=view, rows=rows, status=REFUSED)
    return _show(request, event, lines, is_agreed=False)


def _row_count(request: HttpRequest) -> int:
    asked = request.POST.get("rows", "")
    is_number = asked.isascii() and asked.isdecimal() and len(asked) < 3
    return min(int(asked), MOST_ROWS) if is_number else ROWS


def _place_rows(phone: str, view: SheetView, rows: Sequence[RowForm]) -> tuple[RescuedLine, ...]:
    """The lines as the phone made them; none where a row is wrong, which then says why."""
    used = [row for row in rows if row.is_valid() and row.has_changed()]
    if not all(row.is_valid() for row in rows):
        return ()
    if not used:
        rows[0].add_error(None, sentence("rescue_empty", {}))
        return ()
    match = view.sheet.match
    turns = _turns(view, used)
    typed = [row.read_line(view, turn) for row, turn in zip(used, turns, strict=True)]
    placed = place_typed_lines(phone, match.pk, match.version, typed, timezone.now())
    for row, line in zip(used, placed, strict=True):
        if line is None:
            row.add_error("line_check", sentence("rescue_check_wrong", {}))
    lines = tuple(line for line in placed if line is not None)
    return lines if len(lines) == len(used) else ()


def _turns(view: SheetView, rows: Sequence[RowForm]) -> list[list[int | None]]:
    """Whose turn each line may have been, the likeliest first: a phone writes it down where it
    knows it."""
    game = view.game_now
    seats = range(game.rulebook.seats(game.options))
    turn = view.state.turn
    found = []
    for row in rows:
        found.append(list(dict.fromkeys([turn, None, *seats])))
        if turn is not None and row.cleaned_data["line_kind"] == HAND:
            turn = game.rulebook.next_turn(turn, game.options)
    return found


def _show(
    request: HttpRequest, event: Event, lines: Sequence[RescuedLine], *, is_agreed: bool
) -> HttpResponse:
    handle = accept_rescued_lines if is_agreed else preview_rescued_lines
    outcomes = handle(event_id=event.pk, lines=lines, actor=actor_of(request), now=timezone.now())
    statuses = [outcome.status for outcome in outcomes]
    context = {
        **about(request, event, "tables"),
        "phones": list(dict.fromkeys(line.phone for line in lines)),
        "outcomes": _outcome_views(outcomes),
        "written": statuses.count(RescueStatus.WRITTEN),
        "has_refused": RescueStatus.REFUSED in statuses,
        "is_done": is_agreed,
        "text": write_rescue_text(lines),
    }
    return render(request, "desk/rescue_lines.html", context)


def _outcome_views(outcomes: Sequence[RescueOutcome]) -> list[OutcomeView]:
    views: dict[int, SheetView | None] = {}
    for outcome in outcomes:
        match_id = outcome.line.match
        if match_id not in views:
            views[match_id] = _sheet_here(outcome, match_id)
    return [_outcome_view(outcome, views[outcome.line.match]) for outcome in outcomes]


def _sheet_here(outcome: RescueOutcome, match_id: int) -> SheetView | None:
    """The sheet of a line, unless it is one of another event, which is none of this page's
    business."""
    if outcome.refusal is not None and outcome.refusal.code == "rescue_not_here":
        return None
    try:
        return sheet_view(match_id)
    except NotFound:
        return None


def _outcome_view(outcome: RescueOutcome, view: SheetView | None) -> OutcomeView:
    line, sides = outcome.line, view.sides if view else ()
    words = ""
    if view is not None:
        reading = outcome.written.state.readings[-1].game if outcome.written else None
        game = view.game_now if reading is None else view.sheet.format.games[reading]
        words = line_words(line.kind, line.data, (), sides, game)
    table = view.pairing.table.number if view and view.pairing.table else None
    reasons = sentences_of(outcome.refusal, sides) if outcome.refusal else []
    return OutcomeView(sides, table, line.match, words, outcome.status, reasons)


def _page(
    request: HttpRequest,
    event: Event,
    *,
    scan: ScanForm | None = None,
    phone: PhoneForm | None = None,
    view: SheetView | None = None,
    rows: Sequence[RowForm] = (),
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
