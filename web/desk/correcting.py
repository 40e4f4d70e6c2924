"""The page of one line of a sheet at the desk: a form to correct it, and one to strike it."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
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
    RESULT_KINDS,
    STRIKE,
    WORD_KINDS,
)
from scoring.refusals import KeyReused, StaleVersion
from tournaments.models import Event
from tournaments.refusals import NotFound
from tournaments.selectors.stages.matches import get_pairing_of_match
from web.desk.access import about, get_worked_event
from web.desk.acts import ActHeaderForm, ClaimForm, ForfeitForm, HandForm, PointsForm, make_key
from web.desk.agreement import BACK, ask_to_agree, redirect_after
from web.desk.result_forms import ResultLineForm
from web.desk.sheets import record_act
from web.fields import FreeTextFormField
from web.refusals import find_status, shown_on
from web.sheets import LineView, SheetView, build_sheet_view

WHY = "why"
"""The field for the reason of the correction. A penalty has a reason of its own, in "reason"."""


class StrikeLineForm(forms.Form):
    """Why a line does not count."""

    why = FreeTextFormField(label=_("Reason"), max_length=LONGEST_REASON, required=False)


@login_required
def correct_line(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """The line as it reads now. POST writes its correction or its strike. Raises NotFound for a
    line that does not exist, or cannot be corrected now."""
    event = get_worked_event(request, get_pairing_of_match(match_id).event_id)
    view = build_sheet_view(match_id)
    is_open = event.state == Event.State.RUNNING and view.is_ready and AMEND in view.state.next
    # Lines are numbered from 1 without a gap.
    if not is_open or not 1 <= number <= len(view.lines):
        raise NotFound
    line = view.lines[number - 1]
    if not line.is_correctable:
        raise NotFound
    if request.method != "POST":
        return _render_page(request, event, view, line)
    header_form = ActHeaderForm(request.POST)
    if not header_form.is_valid() or header_form.cleaned_data["kind"] not in WORD_KINDS:
        return _render_page(request, event, view, line, status=400)
    return _write_correction(request, event, view, line, header_form.cleaned_data)


def _write_correction(
    request: HttpRequest, event: Event, view: SheetView, line: LineView, header: Mapping[str, Any]
) -> HttpResponse:
    kind = header["kind"]
    form: Any
    if kind == AMEND:
        form = _make_amend_form(view, line, request.POST)
        if form is None:
            raise NotFound
        sent_form = {"amend": form}
    else:
        form = StrikeLineForm(request.POST)
        sent_form = {"strike": form}
    if not form.is_valid():
        return _render_page(request, event, view, line, status=find_status(form), **sent_form)
    # The writer has seen what the correction would change, and returns to the form.
    if BACK in request.POST:
        return _render_page(request, event, view, line, **sent_form)

    data = {"line": line.n, "reason": form.cleaned_data[WHY]}
    if kind == AMEND:
        # The reason is one of the form's fields, but part of the correction, not of the content.
        content = form.build_data()
        content.pop(WHY, None)
        data["data"] = content
    now = timezone.now()
    act = Act(kind, data, header["key"], header["version"], device="desk", made_at=now)
    with shown_on(form, view.sides) as shown:
        messages.success(request, record_act(request, view, act))
        return redirect_after(request, event, view.sheet.match.pk, act)

    agreement_page = ask_to_agree(request, event, view, act, shown.refusal, address=request.path)
    if agreement_page is not None:
        return agreement_page
    if isinstance(shown.refusal, StaleVersion | KeyReused):
        # Somebody else has written: the page is made from the sheet as it is now.
        view = build_sheet_view(view.sheet.match.pk)
    return _render_page(request, event, view, line, status=find_status(form), **sent_form)


def _make_amend_form(view: SheetView, line: LineView, posted: Any = None) -> Any:
    """The form of the line with its current content; None for a line that can only be struck, or
    is corrected card by card."""
    data = view.find_content(line.n)
    if line.kind in (HAND, CLAIM):
        if "play" in data:
            return None
        form_class = HandForm if line.kind == HAND else ClaimForm
        form: Any = form_class(view, posted, game=line.game, record=data, auto_id="amend_%s")
    elif line.kind in (PENALTY, AWARD):
        form = PointsForm(view, posted, initial=data, auto_id="amend_%s")
    elif line.kind == FORFEIT:
        # The reverse of ``ForfeitForm.build_data``: a line stores only what was chosen.
        plays_on = {True: "yes", False: "no"}.get(data.get("plays_on"), "")  # type: ignore[arg-type]
        games = " ".join("-".join(map(str, totals)) for totals in data.get("games") or ())
        initial = {**data, "plays_on": plays_on, "games": games}
        form = ForfeitForm(view, posted, initial=initial, auto_id="amend_%s")
    elif line.kind in RESULT_KINDS:
        form = ResultLineForm(view, posted, kind=line.kind, data=data, auto_id="amend_%s")
    else:
        return None
    form.fields[WHY] = FreeTextFormField(
        label=_("Reason of the correction"), max_length=LONGEST_REASON
    )
    return form


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
    data = view.find_content(line.n)
    context = {
        **about(request, event, "tables"),
        "view": view,
        "line": line,
        "amend": amend or _make_amend_form(view, line),
        "strike": strike or StrikeLineForm(auto_id="strike_%s"),
        "is_word": line.kind in WORD_KINDS,
        "is_play": "play" in data,
        "keys": {AMEND: make_key(), STRIKE: make_key()},
        "version": view.sheet.match.version,
    }
    return render(request, "desk/line.html", context, status=status)
