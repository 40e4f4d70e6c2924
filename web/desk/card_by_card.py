"""A hand that is entered card by card at the desk, on the screen of the pad or as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

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
from tournaments.models import Event
from tournaments.refusals import NotFound
from tournaments.selectors.stages.matches import get_pairing_of_match
from web.desk.access import about, get_worked_event
from web.desk.acts import make_key
from web.desk.agreement import BACK, ask_to_agree
from web.desk.sheets import record_act
from web.fields import FreeTextFormField
from web.numbers import parse_number
from web.refusals import find_status, shown_on
from web.sheets import SheetView, build_sheet_view
from wording.games import find_game_words
from wording.pad import list_pad_words

LONGEST_PLAY = 5000
"""Characters. The longest hand with a stock has about two thousand."""


class PlayField(forms.JSONField):
    """A JSON object of bounded length. Django's own field crashes on deep nesting and on long
    numbers."""

    def to_python(self, value: Any) -> Any:
        invalid = forms.ValidationError(self.error_messages["invalid"], code="invalid")
        if isinstance(value, str) and len(value) > LONGEST_PLAY:
            raise invalid
        try:
            data = super().to_python(value)
        except (ValueError, RecursionError):
            # ValueError: Python refuses to read an integer of thousands of digits.
            raise invalid from None
        if data is not None and not isinstance(data, dict):
            raise invalid
        return data

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Keeps the typed text in the field as it is, also if it is not valid."""
        return InvalidJSONInput(data or "")


class HandPlayForm(forms.Form):
    """The data of a hand as JSON, which the screen fills in."""

    key = forms.RegexField(r"^[\w-]{8,64}$", widget=forms.HiddenInput)
    version = forms.IntegerField(min_value=0, max_value=100_000, widget=forms.HiddenInput)
    hand = PlayField(
        label=_("The play, as the notation writes it"),
        widget=forms.Textarea(attrs={"rows": 6, "maxlength": LONGEST_PLAY, "spellcheck": "false"}),
        error_messages={"invalid": _("This is not the JSON of a hand: look at the notation.")},
    )


class CorrectionPlayForm(HandPlayForm):
    """The correction of a hand that is on the sheet already."""

    reason = FreeTextFormField(label=_("Reason"), max_length=LONGEST_REASON)


@dataclass(frozen=True, slots=True)
class EnteredHand:
    """The hand that is entered: a new one, or the correction of ``line``, whose current content is
    ``data``. ``turn`` and ``totals`` are those before it, as far as they are known."""

    game: GameFormat
    turn: int | None
    totals: Totals
    line: int | None = None
    data: Mapping[str, Any] | None = None

    @classmethod
    def make_new(cls, view: SheetView) -> Self:
        """The hand that follows on the sheet."""
        games = view.state.games
        totals: Totals = (0,) * len(view.sides)
        if games and not games[-1].over:
            totals = games[-1].totals
        return cls(view.game_now, view.state.turn, totals)

    @classmethod
    def make_correction(cls, view: SheetView, line: str) -> Self:
        """The hand of a line in the address. Raises NotFound for one that is not a hand, or does
        not count."""
        number = parse_number(line, digits=6)
        if number is None or number not in [hand.n for hand in view.correctable_hands]:
            raise NotFound
        reading, data = view.sheet.rows[number - 1].reading, view.find_content(number)
        game = view.sheet.format.games[reading.game or reading.own_game or 0]
        # The turn follows from the hands before; where the record lacks it, the screen asks for it.
        turn = data.get("play", data).get(game.rulebook.turn_word)
        return cls(game, turn, reading.before, number, data)

    def bind_form(self, posted: Any) -> HandPlayForm:
        if self.line is None:
            return HandPlayForm(posted)
        return CorrectionPlayForm(posted)

    def open_form(self, view: SheetView) -> HandPlayForm:
        """An empty form; for a correction, with the current cards."""
        initial = _make_key_and_version(view)
        if self.line is None:
            return HandPlayForm(initial=initial)
        if self.data and "play" in self.data:
            initial["hand"] = self.data
        return CorrectionPlayForm(initial=initial)

    def make_act(self, form_data: Mapping[str, Any], now: datetime) -> Act:
        kind, data = HAND, form_data["hand"]
        if self.line is not None:
            kind = AMEND
            data = {"line": self.line, "data": data, "reason": form_data["reason"]}
        key, version = form_data["key"], form_data["version"]
        return Act(kind, data, key, version, device="desk", made_at=now)

    def describe_screen(self, view: SheetView) -> dict[str, Any] | None:
        """The settings of the pad's screen, as JSON; None for a game without tricks."""
        rulebook, options = self.game.rulebook, self.game.options
        card = rulebook.build_card(options)
        if not card["play"]:
            # The page then offers the JSON field alone.
            return None
        # The last names in playing order. The sides alternate: the first player of each, then the
        # second of each.
        seat_names = []
        for seat in range(rulebook.seats(options)):
            place, side = divmod(seat, len(view.people))
            people = view.people[side]
            # The name of a side with one player is that player's already; it also stands where the
            # players are not known.
            if len(people) > max(1, place):
                seat_names.append(people[place].last)
            else:
                seat_names.append(view.sides[side])

        record = {}
        for name, words in find_game_words(rulebook.name).record.items():
            choices = {str(value): str(word) for value, word in words.choices.items()}
            label, nothing = str(words.label), str(words.nothing)
            record[name] = {"label": label, "nothing": nothing, "choices": choices}
        return {
            "card": card,
            "record": record,
            "hands": self.game.hands,
            "turn": self.turn,
            "totals": list(self.totals),
            "names": {"sides": view.sides, "surnames": [], "seats": seat_names},
            "language": get_language(),
            "words": list_pad_words(),
            "urls": {"marks": static("img/marks.svg"), "suits": static("img/suits.svg")},
        }


@login_required
def card_by_card(request: HttpRequest, match_id: int) -> HttpResponse:
    """The screen. POST writes one hand. ``line`` in the address: the hand that is corrected."""
    event = get_worked_event(request, get_pairing_of_match(match_id).event_id)
    view = build_sheet_view(match_id)
    if event.state != Event.State.RUNNING or not view.is_ready:
        raise NotFound
    if not view.correctable_hands and HAND not in view.state.next:
        raise NotFound
    if "line" in request.GET:
        hand = EnteredHand.make_correction(view, request.GET["line"])
    elif HAND in view.state.next:
        hand = EnteredHand.make_new(view)
    else:
        # No new hand can follow, but one of the sheet can be chosen to be corrected.
        return _render_page(request, event, view, None, None)
    if request.method != "POST":
        return _render_page(request, event, view, hand, hand.open_form(view))
    form = hand.bind_form(request.POST)
    if not form.is_valid():
        return _render_page(request, event, view, hand, form, status=find_status(form))
    # The writer has seen what a correction would change, and returns to the form.
    if BACK in request.POST:
        return _render_page(request, event, view, hand, form)
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
    agreement_page = ask_to_agree(request, event, view, act, shown.refusal, address=address)
    if agreement_page is not None:
        return agreement_page
    if not isinstance(shown.refusal, StaleVersion | KeyReused):
        return _render_page(request, event, view, hand, form, status=find_status(form))

    # Somebody else has written. The next submission is another act, on top of the new lines, so
    # the same form is bound again with a new key and version, and keeps the refusal.
    view = build_sheet_view(match_id)
    renewed_form = hand.bind_form({**request.POST.dict(), **_make_key_and_version(view)})
    renewed_form.full_clean()
    for sentence in form.non_field_errors():
        renewed_form.add_error(None, sentence)
    return _render_page(request, event, view, hand, renewed_form, status=shown.refusal.status)


def _make_key_and_version(view: SheetView) -> dict[str, Any]:
    return {"key": make_key(), "version": view.sheet.match.version}


def _render_page(
    request: HttpRequest,
    event: Event,
    view: SheetView,
    hand: EnteredHand | None,
    form: HandPlayForm | None,
    *,
    status: int = 200,
) -> HttpResponse:
    line = screen = None
    if hand is not None:
        line, screen = hand.line, hand.describe_screen(view)
    context = {
        **about(request, event, "tables"),
        "view": view,
        "form": form,
        "hands": [(hand.n, hand.words) for hand in view.correctable_hands],
        "line": line,
        "takes_new": HAND in view.state.next,
        "screen": screen,
    }
    return render(request, "desk/card_by_card.html", context, status=status)
