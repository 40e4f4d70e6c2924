"""The sheet of a match on the desk, with a form for each act that may follow."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.acts import Act, Written
from scoring.core.lines import HAND
from scoring.refusals import KeyReused, StaleVersion
from tournaments.models import Event, Pairing
from tournaments.refusals import CorrectionNotAgreed, NextMatchBegun, NotFound
from tournaments.selectors.matches import pairing_of
from tournaments.services.corrections import consequences_of
from tournaments.services.sheets import record_line
from web.actors import actor_of
from web.corrections import consequences_view
from web.desk.access import about, manages, worked_event
from web.desk.acts import TITLES, ActForm, Sheetable, offered
from web.refusals import Refusal, shown_on
from web.sheets import SheetView, sheet_view
from wording.written import written_words

CONFLICT = 409
REFUSED = 422
NOT_TYPED = ("csrfmiddlewaretoken", "agreed", "back")
"""What is posted beside the act."""


@login_required
def sheet(request: HttpRequest, match_id: int) -> HttpResponse:
    """The sheet; posted to, it takes one act."""
    event = worked_event(request, pairing_of(match_id).event_id)
    if request.method == "POST":
        return _write(request, event, match_id)
    return _page(request, event, sheet_view(match_id))


def _write(request: HttpRequest, event: Event, match_id: int) -> HttpResponse:
    view = sheet_view(match_id)
    about = Sheetable(request.POST)
    if view.set_aside is not None:
        raise NotFound
    if not about.is_valid():
        return _page(request, event, view, status=400)
    said = about.cleaned_data
    act_form = ActForm(said["kind"], view, request.POST, said["key"])
    form = act_form.form
    if not form.is_valid() or "back" in request.POST:
        status = 200 if form.is_valid() else REFUSED
        return _page(request, event, view, act_form, status=status)
    act = _act(said, form.data_of())
    with shown_on(form, view.sides) as shown:
        written = _record(request, match_id, act, agreed=said["agreed"])
        messages.success(request, _told(written, view))
        return redirect("desk:sheet", match_id)
    return _refused(request, event, view, _Refused(act, act_form, shown.refusal))


@dataclass(frozen=True, slots=True)
class _Refused:
    """An act that was not taken, with its form and why."""

    act: Act
    form: ActForm
    refusal: Refusal | None


def _refused(
    request: HttpRequest, event: Event, view: SheetView, refused: _Refused
) -> HttpResponse:
    """The form again; an organizer whose correction changes what came after it sees what."""
    if isinstance(refused.refusal, CorrectionNotAgreed | NextMatchBegun) and manages(
        request, event
    ):
        return _asks(request, event, view, refused.act)
    if not isinstance(refused.refusal, StaleVersion | KeyReused):
        return _page(request, event, view, refused.form, status=REFUSED)
    view = sheet_view(view.sheet.match.pk)
    refused.form.renew(view)
    seen = refused.act.version
    return _page(request, event, view, refused.form, status=CONFLICT, seen=seen)


def _act(about: dict[str, Any], data: dict[str, Any]) -> Act:
    now = timezone.now()
    return Act(about["kind"], data, about["key"], about["version"], device="desk", made_at=now)


def _record(request: HttpRequest, match_id: int, act: Act, *, agreed: bool) -> Written:
    recorded = record_line(
        match_id=match_id, act=act, actor=actor_of(request), now=act.made_at, agreed=agreed
    )
    return recorded.written


def _asks(request: HttpRequest, event: Event, view: SheetView, act: Act) -> HttpResponse:
    """What the act would change, with the act itself, to be agreed to or left."""
    match_id = view.sheet.match.pk
    found = consequences_of(match_id=match_id, act=act, actor=actor_of(request), now=act.made_at)
    typed = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name not in NOT_TYPED
    ]
    context = {
        **about(request, event, "bracket"),
        "view": view,
        "match": match_id,
        "act": TITLES[act.kind][0],
        "reason": act.data.get("reason", ""),
        "found": consequences_view(event, view, found),
        "typed": typed,
    }
    return render(request, "desk/correction.html", context, status=REFUSED)


def _told(written: Written, view: SheetView) -> str:
    line = written.line
    return written_words(line.kind, line.data, written.state, view.sides, view.sheet.format)


def _page(
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
        kinds = offered(view)
        acts = [bound if bound and bound.kind == kind else ActForm(kind, view) for kind in kinds]
        if bound is not None and bound.kind not in kinds:
            acts.insert(0, bound)
    context = {
        **about(request, event, "bracket"),
        "view": view,
        "seen": view.sheet.match.version if seen is None else seen,
        "main_act": acts[0] if acts else None,
        "acts": acts[1:],
        "has_cards": any(act.kind == HAND for act in acts),
        "why_closed": "" if acts or view.set_aside else _why_closed(writable=writable),
    }
    return render(request, "desk/sheet.html", context, status=status)


def _why_closed(*, writable: bool) -> str:
    if not writable:
        return _("Nothing is written now: the event is not being played.")
    return _("The sides are not known yet: the matches before this one are still being played.")
