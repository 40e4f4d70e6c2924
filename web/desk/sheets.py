"""The sheet of a match on the desk, with a form for each act that may follow."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.acts import Act, Written
from scoring.refusals import KeyReused, StaleVersion
from tournaments.models import Event, Pairing
from tournaments.selectors.matches import pairing_of
from tournaments.services.sheets import record_line
from web.actors import actor_of
from web.desk.access import about, worked_event
from web.desk.acts import ActForm, Sheetable, offered
from web.refusals import shown_on
from web.sheets import SheetView, sheet_view
from wording.written import written_words

CONFLICT = 409
REFUSED = 422


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
    if not about.is_valid():
        return _page(request, event, view, status=400)
    kind, key = about.cleaned_data["kind"], about.cleaned_data["key"]
    act_form = ActForm(kind, view, request.POST, key)
    form = act_form.form
    if not form.is_valid():
        return _page(request, event, view, act_form, status=REFUSED)
    with shown_on(form, view.sides) as shown:
        written = _record(request, match_id, about.cleaned_data, form.data_of())
        messages.success(request, _told(written, view))
        return redirect("desk:sheet", match_id)
    if not isinstance(shown.refusal, StaleVersion | KeyReused):
        return _page(request, event, view, act_form, status=REFUSED)
    view = sheet_view(match_id)
    act_form.renew(view)
    seen = about.cleaned_data["version"]
    return _page(request, event, view, act_form, status=CONFLICT, seen=seen)


def _record(
    request: HttpRequest, match_id: int, about: dict[str, Any], data: dict[str, Any]
) -> Written:
    now = timezone.now()
    act = Act(about["kind"], data, about["key"], about["version"], device="desk", made_at=now)
    return record_line(match_id=match_id, act=act, actor=actor_of(request), now=now).written


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
    writable = event.state == Event.State.RUNNING
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
        "why_closed": "" if acts else _why_closed(writable=writable),
    }
    return render(request, "desk/sheet.html", context, status=status)


def _why_closed(*, writable: bool) -> str:
    if not writable:
        return _("Nothing is written now: the event is not being played.")
    return _("The sides are not known yet: the matches before this one are still being played.")
