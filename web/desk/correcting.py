"""One line of a sheet at the desk: filled in to be corrected, or taken off."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from database.limits import LONGEST_REASON
from scoring.acts import Act
from scoring.core.lines import (
    AMEND,
    AWARD,
    CLAIM,
    FORFEIT,
    HAND,
    PENALTY,
    STRIKE,
    WORD_KINDS,
)
from scoring.refusals import KeyReused, StaleVersion
from tournaments.models import Event, Pairing
from tournaments.refusals import NotFound
from tournaments.selectors.matches import pairing_of
from web.desk.access import about, get_worked_event
from web.desk.acts import ClaimForm, ForfeitForm, HandForm, PointsForm, Sheetable, new_key
from web.desk.agreement import BACK, ask_to_agree
from web.desk.sheets import CONFLICT, REFUSED, record_act
from web.fields import FreeTextFormField
from web.refusals import shown_on
from web.sheets import LineView, SheetView, sheet_view

WHY = "why"
"""The reason of the correction: a penalty has a reason of its own."""


class StrikeLineForm(forms.Form):
    """Why a line does not count."""

    why = FreeTextFormField(label=_("Reason"), max_length=LONGEST_REASON, required=False)


@login_required
def correct(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """The line as it reads now; posted to, it takes its correction or its strike."""
    event = get_worked_event(request, pairing_of(match_id).event_id)
    view = sheet_view(match_id)
    line = _find_line(event, view, number)
    if request.method != "POST":
        return _render_page(request, event, view, line)
    about = Sheetable(request.POST)
    if not about.is_valid() or about.cleaned_data["kind"] not in WORD_KINDS:
        return _render_page(request, event, view, line, status=400)
    return _write(request, event, view, line, about.cleaned_data)


def _find_line(event: Event, view: SheetView, number: int) -> LineView:
    """Raises NotFound for a line that is not there, or cannot be corrected now."""
    is_ready = view.pairing.state != Pairing.State.WAITING and view.set_aside is None
    is_open = event.state == Event.State.RUNNING and is_ready and AMEND in view.state.next
    line = next((line for line in view.lines if line.n == number), None)
    if not is_open or line is None or not line.is_correctable:
        raise NotFound
    return line


def _write(
    request: HttpRequest, event: Event, view: SheetView, line: LineView, said: Mapping[str, Any]
) -> HttpResponse:
    kind = said["kind"]
    form = _amend_form(view, line, request.POST) if kind == AMEND else StrikeLineForm(request.POST)
    if form is None:
        raise NotFound
    page = {"amend" if kind == AMEND else "strike": form}
    if not form.is_valid() or BACK in request.POST:
        status = 200 if form.is_valid() else REFUSED
        return _render_page(request, event, view, line, status=status, **page)
    data = {"line": line.n, "reason": form.cleaned_data[WHY]}
    if kind == AMEND:
        data["data"] = _content(form)
    now = timezone.now()
    act = Act(kind, data, said["key"], said["version"], device="desk", made_at=now)
    with shown_on(form, view.sides) as shown:
        messages.success(request, record_act(request, view, act))
        return redirect("desk:sheet", view.sheet.match.pk)
    asked = ask_to_agree(request, event, view, act, shown.refusal, address=request.path)
    if asked is not None:
        return asked
    is_behind = isinstance(shown.refusal, StaleVersion | KeyReused)
    if is_behind:
        view = sheet_view(view.sheet.match.pk)
    return _render_page(
        request, event, view, line, status=CONFLICT if is_behind else REFUSED, **page
    )


def _content(form: Any) -> dict[str, Any]:
    """The new content of the line, without the reason of the correction."""
    data = form.data_of()
    return {name: value for name, value in data.items() if name != WHY}


def _read_data(view: SheetView, line: LineView) -> Mapping[str, Any]:
    """What the line says once it is corrected."""
    row = view.sheet.rows[line.n - 1]
    data: Mapping[str, Any] = row.line.data
    if row.reading.amended_by is not None:
        data = view.sheet.rows[row.reading.amended_by - 1].line.data["data"]
    return data


def _amend_form(view: SheetView, line: LineView, posted: Any = None) -> Any:
    """The form of the line, filled in with what it says; None for a line that is only taken off,
    or corrected card by card."""
    data = _read_data(view, line)
    if line.kind in (HAND, CLAIM):
        if "play" in data:
            return None
        made = HandForm if line.kind == HAND else ClaimForm
        form: Any = made(view, posted, game=line.game, record=data, auto_id="amend_%s")
    elif line.kind in (PENALTY, AWARD):
        form = PointsForm(view, posted, initial=data, auto_id="amend_%s")
    elif line.kind == FORFEIT:
        form = ForfeitForm(view, posted, initial=_forfeit_fields(data), auto_id="amend_%s")
    else:
        return None
    form.fields[WHY] = FreeTextFormField(
        label=_("Reason of the correction"), max_length=LONGEST_REASON
    )
    return form


def _forfeit_fields(data: Mapping[str, Any]) -> dict[str, Any]:
    """A forfeit as its form has it."""
    plays_on = {True: "yes", False: "no"}.get(data.get("plays_on"), "")  # type: ignore[arg-type]
    games = " ".join("-".join(map(str, totals)) for totals in data.get("games") or ())
    return {**data, "plays_on": plays_on, "games": games}


def _render_page(
    request: HttpRequest,
    event: Event,
    view: SheetView,
    line: LineView,
    *,
    amend: Any = None,
    strike: Any = None,
    status: int = 200,
) -> HttpResponse:
    data = _read_data(view, line)
    context = {
        **about(request, event, "bracket"),
        "view": view,
        "line": line,
        "amend": amend or _amend_form(view, line),
        "strike": strike or StrikeLineForm(auto_id="strike_%s"),
        "is_word": line.kind in WORD_KINDS,
        "is_play": "play" in data,
        "keys": {AMEND: new_key(), STRIKE: new_key()},
        "version": view.sheet.match.version,
    }
    return render(request, "desk/line.html", context, status=status)
