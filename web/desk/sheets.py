"""The sheet of a match on the desk, with a form for each act that may follow."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.acts import Act
from scoring.core.lines import AMEND, HAND
from scoring.refusals import KeyReused, StaleVersion
from tournaments.models import Event, Pairing
from tournaments.refusals import NotFound
from tournaments.selectors.matches import pairing_of
from tournaments.services.sheets import record_line
from web.actors import actor_of
from web.desk.access import about, get_worked_event
from web.desk.acts import ActForm, Sheetable, list_offered_acts
from web.desk.agreement import AGREED, BACK, SEEN, ask_to_agree
from web.refusals import Refusal, shown_on
from web.sheets import SheetView, sheet_view
from wording.written import written_words

CONFLICT = 409
REFUSED = 422


@login_required
def sheet(request: HttpRequest, match_id: int) -> HttpResponse:
    """The sheet; posted to, it takes one act."""
    event = get_worked_event(request, pairing_of(match_id).event_id)
    if request.method == "POST":
        return _write(request, event, match_id)
    return _render_page(request, event, sheet_view(match_id))


def _write(request: HttpRequest, event: Event, match_id: int) -> HttpResponse:
    view = sheet_view(match_id)
    about = Sheetable(request.POST)
    if view.set_aside is not None:
        raise NotFound
    if not about.is_valid():
        return _render_page(request, event, view, status=400)
    said = about.cleaned_data
    act_form = ActForm(said["kind"], view, request.POST, said["key"])
    form = act_form.form
    if not form.is_valid() or BACK in request.POST:
        status = 200 if form.is_valid() else REFUSED
        return _render_page(request, event, view, act_form, status=status)
    act = _make_act(said, form.data_of())
    with shown_on(form, view.sides) as shown:
        messages.success(request, record_act(request, view, act))
        return redirect("desk:sheet", match_id)
    return _render_refusal(request, event, view, _Refused(act, act_form, shown.refusal))


@dataclass(frozen=True, slots=True)
class _Refused:
    """An act that was not taken, with its form and why."""

    act: Act
    form: ActForm
    refusal: Refusal | None


def _render_refusal(
    request: HttpRequest, event: Event, view: SheetView, refused: _Refused
) -> HttpResponse:
    """What a correction would change, for who can agree to it; else the form again."""
    address = reverse("desk:sheet", args=[view.sheet.match.pk])
    asked = ask_to_agree(request, event, view, refused.act, refused.refusal, address=address)
    if asked is not None:
        return asked
    if not isinstance(refused.refusal, StaleVersion | KeyReused):
        return _render_page(request, event, view, refused.form, status=REFUSED)
    view = sheet_view(view.sheet.match.pk)
    refused.form.renew(view)
    seen = refused.act.version
    return _render_page(request, event, view, refused.form, status=CONFLICT, seen=seen)


def _make_act(about: dict[str, Any], data: dict[str, Any]) -> Act:
    now = timezone.now()
    return Act(about["kind"], data, about["key"], about["version"], device="desk", made_at=now)


def record_act(request: HttpRequest, view: SheetView, act: Act) -> str:
    """Writes an act of the desk, unless it is a correction that its writer should see before;
    returns what was written, in words."""
    agreed = AGREED in request.POST
    written = record_line(
        match_id=view.sheet.match.pk,
        act=act,
        actor=actor_of(request),
        now=act.made_at,
        agreed=agreed,
        asks_about_winner=not agreed and SEEN not in request.POST,
    ).written
    line = written.line
    return written_words(line.kind, line.data, written.state, view.sides, view.sheet.format)


def _render_page(
    request: HttpRequest,
    event: Event,
    view: SheetView,
    bound: ActForm | None = None,
    *,
    status: int = 200,
    seen: int | None = None,
) -> HttpResponse:
    writable = event.state == Event.State.RUNNING and view.set_aside is None
    ready = view.pairing.state != Pairing.State.WAITING
    acts = []
    if writable and ready:
        kinds = list_offered_acts(view)
        acts = [bound if bound and bound.kind == kind else ActForm(kind, view) for kind in kinds]
        if bound is not None and bound.kind not in kinds:
            acts.insert(0, bound)
    context = {
        **about(request, event, "bracket"),
        "view": view,
        "seen": view.sheet.match.version if seen is None else seen,
        "main_act": acts[0] if acts else None,
        "acts": acts[1:],
        "has_cards": any(act.kind in (HAND, AMEND) for act in acts),
        "corrects": bool(acts) and AMEND in view.state.next,
        "why_closed": "" if acts or view.set_aside else _why_closed(writable=writable),
    }
    return render(request, "desk/sheet.html", context, status=status)


def _why_closed(*, writable: bool) -> str:
    if not writable:
        return _("Nothing is written now: the event is not being played.")
    return _("The sides are not known yet: the matches before this one are still being played.")
