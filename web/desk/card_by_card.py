"""A hand that is entered card by card on the desk: the pad's own screen, or a document as text."""

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

from scoring.acts import Act
from scoring.core.lines import HAND
from scoring.refusals import KeyReused, StaleVersion
from tournaments.models import Event, Pairing
from tournaments.refusals import NotFound
from tournaments.selectors.matches import pairing_of, played_of, seats_at
from tournaments.services.sheets import record_line
from web.actors import actor_of
from web.desk.access import about, worked_event
from web.refusals import shown_on
from web.sheets import SheetView, sheet_view
from wording.games import FieldWords, words_of
from wording.pad import pad_words
from wording.written import written_words

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


@login_required
def card_by_card(request: HttpRequest, match_id: int) -> HttpResponse:
    """The screen; posted to, it takes one hand."""
    event = worked_event(request, pairing_of(match_id).event_id)
    view = sheet_view(match_id)
    if not takes_plays(event, view):
        raise NotFound
    if request.method != "POST":
        return _page(request, event, view, HandPlayForm(initial=_fresh(view)))
    form = HandPlayForm(request.POST)
    if not form.is_valid():
        return _page(request, event, view, form, status=REFUSED)
    now = timezone.now()
    given = form.cleaned_data
    act = Act(HAND, given["hand"], given["key"], given["version"], device="desk", made_at=now)
    with shown_on(form, view.sides) as shown:
        recorded = record_line(match_id=match_id, act=act, actor=actor_of(request), now=now)
        line, state = recorded.written.line, recorded.written.state
        told = written_words(line.kind, line.data, state, view.sides, view.sheet.format)
        messages.success(request, told)
        return redirect("desk:sheet", match_id)
    if not isinstance(shown.refusal, StaleVersion | KeyReused):
        return _page(request, event, view, form, status=REFUSED)
    # The next sending is another act, on top of what has been written meanwhile.
    view = sheet_view(match_id)
    renewed = HandPlayForm({**request.POST.dict(), **_fresh(view)})
    renewed.full_clean()
    for sentence in form.non_field_errors():
        renewed.add_error(None, sentence)
    return _page(request, event, view, renewed, status=CONFLICT)


def takes_plays(event: Event, view: SheetView) -> bool:
    """Whether a hand may be written now."""
    is_ready = view.pairing.state != Pairing.State.WAITING and view.set_aside is None
    return event.state == Event.State.RUNNING and is_ready and HAND in view.state.next


def _fresh(view: SheetView) -> dict[str, Any]:
    return {"key": f"desk-{token_hex(12)}", "version": view.sheet.match.version}


def _page(
    request: HttpRequest, event: Event, view: SheetView, form: HandPlayForm, *, status: int = 200
) -> HttpResponse:
    card = view.game_now.rulebook.card(view.game_now.options)
    context = {
        **about(request, event, "bracket"),
        "view": view,
        "form": form,
        "screen": _screen(view, card) if card["play"] else None,
    }
    return render(request, "desk/card_by_card.html", context, status=status)


def _screen(view: SheetView, card: dict[str, Any]) -> dict[str, Any]:
    """What the screen of the pad needs to know, as JSON."""
    game = view.game_now
    seats = game.rulebook.seats(game.options)
    games = view.state.games
    is_open = bool(games) and not games[-1].over
    record = words_of(game.rulebook.name).record
    return {
        "card": card,
        "record": {name: _words(field) for name, field in record.items()},
        "hands": game.hands,
        "turn": view.state.turn,
        "totals": games[-1].totals if is_open else [0] * len(view.sides),
        "names": {"sides": view.sides, "surnames": [], "seats": _seat_names(view, seats)},
        "language": get_language(),
        "words": pad_words(),
        "urls": {"marks": static("img/marks.svg"), "suits": static("img/suits.svg")},
    }


def _seat_names(view: SheetView, seats: int) -> list[str]:
    """The last names in playing order; a side's name where its players are not known."""
    at_table = seats_at(played_of(view.sheet.match.pk))
    people = [seat.name.people if seat.name else () for seat in at_table]
    names = []
    for seat in range(seats):
        side, place = seat % len(people), seat // len(people)
        has_partners = len(people[side]) > max(1, place)
        names.append(people[side][place].last if has_partners else view.sides[side])
    return names


def _words(field: FieldWords) -> dict[str, Any]:
    choices = {str(value): str(said) for value, said in field.choices.items()}
    return {"label": str(field.label), "nothing": str(field.nothing), "choices": choices}
