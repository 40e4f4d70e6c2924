"""A hand that is entered card by card on the desk: the pad's own screen, or a document as text."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from secrets import token_hex
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms.fields import InvalidJSONInput
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from database.limits import LONGEST_REASON
from rules.contract import Totals
from scoring.acts import Act
from scoring.core.format import GameFormat
from scoring.core.lines import AMEND, HAND
from scoring.refusals import KeyReused, StaleVersion
from tournaments.models import Event, Pairing
from tournaments.refusals import NotFound
from tournaments.selectors.matches import get_played_match, pairing_of, seats_at
from web.desk.access import about, get_worked_event
from web.desk.agreement import BACK, ask_to_agree
from web.desk.sheets import record_act
from web.fields import FreeTextFormField
from web.refusals import shown_on
from web.sheets import SheetView, sheet_view
from wording.games import FieldWords, words_of
from wording.pad import pad_words

LONGEST_PLAY = 5000
"""Characters. The longest hand with a stock has about two thousand."""
CONFLICT = 409
REFUSED = 422


class PlayField(forms.JSONField):
    """A JSON object of bounded length. Django's own fails on deep nesting and on long numbers."""

    def to_python(self, value: Any) -> Any:
        invalid = forms.ValidationError(self.error_messages["invalid"], code="invalid")
        if isinstance(value, str) and len(value) > LONGEST_PLAY:
            raise invalid
        try:
            data = super().to_python(value)
        except (ValueError, RecursionError):
            raise invalid from None
        if data is not None and not isinstance(data, dict):
            raise invalid
        return data

    def bound_data(self, data: Any, initial: Any) -> Any:
        """What was typed stays in the field as it was typed, whatever it is."""
        return InvalidJSONInput(data or "")


class HandPlayForm(forms.Form):
    """The data of a hand line as JSON, which the screen fills in."""

    key = forms.RegexField(r"^[\w-]{8,64}$", widget=forms.HiddenInput)
    version = forms.IntegerField(min_value=0, max_value=100_000, widget=forms.HiddenInput)
    hand = PlayField(
        label=_("The play, as the notation writes it"),
        widget=forms.Textarea(attrs={"rows": 6, "maxlength": LONGEST_PLAY, "spellcheck": "false"}),
        error_messages={"invalid": _("This is not the JSON of a hand: look at the notation.")},
    )


class CorrectionPlayForm(HandPlayForm):
    """The same for a hand that is on the sheet already."""

    reason = FreeTextFormField(label=_("Reason"), max_length=LONGEST_REASON)


@dataclass(frozen=True, slots=True)
class EnteredHand:
    """The hand that is entered: a new one, or the correction of ``line``, which reads as ``data``
    now. ``turn`` and ``totals`` are those before it, as far as they are known."""

    game: GameFormat
    turn: int | None
    totals: Totals
    line: int | None = None
    data: Mapping[str, Any] | None = None

    def bind(self, posted: Any) -> HandPlayForm:
        return HandPlayForm(posted) if self.line is None else CorrectionPlayForm(posted)

    def open_form(self, view: SheetView) -> HandPlayForm:
        """An empty form; for a correction, with the cards as they were written."""
        initial = _make_fresh_fields(view)
        if self.line is None:
            return HandPlayForm(initial=initial)
        if self.data and "play" in self.data:
            initial["hand"] = self.data
        return CorrectionPlayForm(initial=initial)

    def make_act(self, given: Mapping[str, Any], now: datetime) -> Act:
        kind, data = HAND, given["hand"]
        if self.line is not None:
            kind, data = AMEND, {"line": self.line, "data": data, "reason": given["reason"]}
        return Act(kind, data, given["key"], given["version"], device="desk", made_at=now)


@login_required
def card_by_card(request: HttpRequest, match_id: int) -> HttpResponse:
    """The screen; posted to, it takes one hand. ``line`` in the address: the hand that is
    corrected."""
    event = get_worked_event(request, pairing_of(match_id).event_id)
    view = sheet_view(match_id)
    hands = _list_correctable_hands(view)
    if not _is_open(event, view) or not (hands or HAND in view.state.next):
        raise NotFound
    hand = _find_entered_hand(view, hands, request.GET.get("line"))
    if hand is None:
        return _render_page(request, event, view, None, None)
    if request.method != "POST":
        return _render_page(request, event, view, hand, hand.open_form(view))
    form = hand.bind(request.POST)
    if not form.is_valid() or BACK in request.POST:
        status = 200 if form.is_valid() else REFUSED
        return _render_page(request, event, view, hand, form, status=status)
    return _write_hand(request, event, view, hand, form)


def _write_hand(
    request: HttpRequest, event: Event, view: SheetView, hand: EnteredHand, form: HandPlayForm
) -> HttpResponse:
    match_id = view.sheet.match.pk
    act = hand.make_act(form.cleaned_data, timezone.now())
    with shown_on(form, view.sides) as shown:
        messages.success(request, record_act(request, view, act))
        return redirect("desk:sheet", match_id)
    address = request.get_full_path()
    asked = ask_to_agree(request, event, view, act, shown.refusal, address=address)
    if asked is not None:
        return asked
    if not isinstance(shown.refusal, StaleVersion | KeyReused):
        return _render_page(request, event, view, hand, form, status=REFUSED)
    # The next sending is another act, on top of what has been written meanwhile.
    view = sheet_view(match_id)
    renewed = hand.bind({**request.POST.dict(), **_make_fresh_fields(view)})
    renewed.full_clean()
    for sentence in form.non_field_errors():
        renewed.add_error(None, sentence)
    return _render_page(request, event, view, hand, renewed, status=CONFLICT)


def _is_open(event: Event, view: SheetView) -> bool:
    is_ready = view.pairing.state != Pairing.State.WAITING and view.set_aside is None
    return event.state == Event.State.RUNNING and is_ready


def _list_correctable_hands(view: SheetView) -> Mapping[int, str]:
    """The hands that may be corrected now, in words, by their lines; the last one first."""
    if AMEND not in view.state.next:
        return {}
    lines = reversed(view.lines)
    return {line.n: line.words for line in lines if line.kind == HAND and line.struck_by is None}


def _find_entered_hand(
    view: SheetView, hands: Mapping[int, str], line: str | None
) -> EnteredHand | None:
    """The hand that an address is about; None where no new one is possible. Raises NotFound for a
    line that is no hand, or does not count."""
    if line is None:
        return _start_new_hand(view) if HAND in view.state.next else None
    number = int(line) if line.isascii() and line.isdecimal() and len(line) < 7 else 0
    if number not in hands:
        raise NotFound
    row = view.sheet.rows[number - 1]
    data = row.line.data
    if row.reading.amended_by is not None:
        data = view.sheet.rows[row.reading.amended_by - 1].line.data["data"]
    game = view.sheet.format.games[row.reading.game or row.reading.own_game or 0]
    # Whose turn it was follows from the hands before; the screen asks where the record lacks it.
    turn = data.get("play", data).get(game.rulebook.turn_word)
    return EnteredHand(game, turn, row.reading.before, number, data)


def _start_new_hand(view: SheetView) -> EnteredHand:
    games = view.state.games
    is_open = bool(games) and not games[-1].over
    totals = games[-1].totals if is_open else (0,) * len(view.sides)
    return EnteredHand(view.game_now, view.state.turn, totals)


def _make_fresh_fields(view: SheetView) -> dict[str, Any]:
    return {"key": f"desk-{token_hex(12)}", "version": view.sheet.match.version}


def _render_page(
    request: HttpRequest,
    event: Event,
    view: SheetView,
    hand: EnteredHand | None,
    form: HandPlayForm | None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        **about(request, event, "bracket"),
        "view": view,
        "form": form,
        "hands": list(_list_correctable_hands(view).items()),
        "line": None if hand is None else hand.line,
        "takes_new": HAND in view.state.next,
        "screen": None if hand is None else _describe_screen(view, hand),
    }
    return render(request, "desk/card_by_card.html", context, status=status)


def _describe_screen(view: SheetView, hand: EnteredHand) -> dict[str, Any] | None:
    """What the screen of the pad needs to know, as JSON; None for a game without tricks."""
    game = hand.game
    card = game.rulebook.card(game.options)
    if not card["play"]:
        return None
    seats = game.rulebook.seats(game.options)
    record = words_of(game.rulebook.name).record
    return {
        "card": card,
        "record": {name: _describe_field(field) for name, field in record.items()},
        "hands": game.hands,
        "turn": hand.turn,
        "totals": list(hand.totals),
        "names": {"sides": view.sides, "surnames": [], "seats": _list_seat_names(view, seats)},
        "language": get_language(),
        "words": pad_words(),
        "urls": {"marks": static("img/marks.svg"), "suits": static("img/suits.svg")},
    }


def _list_seat_names(view: SheetView, seats: int) -> list[str]:
    """The last names in playing order; a side's name where its players are not known."""
    at_table = seats_at(get_played_match(view.sheet.match.pk))
    people = [seat.name.people if seat.name else () for seat in at_table]
    names = []
    for seat in range(seats):
        side, place = seat % len(people), seat // len(people)
        has_partners = len(people[side]) > max(1, place)
        names.append(people[side][place].last if has_partners else view.sides[side])
    return names


def _describe_field(field: FieldWords) -> dict[str, Any]:
    choices = {str(value): str(said) for value, said in field.choices.items()}
    return {"label": str(field.label), "nothing": str(field.nothing), "choices": choices}
