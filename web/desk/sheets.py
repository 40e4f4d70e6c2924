"""The sheet of a match on the desk, with a form for each act that can follow."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.acts import Act
from scoring.core.lines import AMEND, HAND
from scoring.refusals import KeyReused, StaleVersion
from tournaments.models import Event, Pairing
from tournaments.refusals import NotFound
from tournaments.selectors.hall.paper import load_label
from tournaments.selectors.stages.matches import find_next_called, get_pairing_of_match
from tournaments.services.results.sheets import record_line
from tournaments.services.undo.results import make_line_steps
from web.actors import get_actor
from web.desk.access import about, get_worked_event
from web.desk.acts import ActForm, ActHeaderForm, list_offered_acts
from web.desk.agreement import AGREED, BACK, SEEN, WRITTEN, ask_to_agree, redirect_after
from web.desk.undo_offers import offer_undo
from web.refusals import find_status, find_status_if_invalid, shown_on
from web.sheets import SheetView, build_sheet_view
from wording.written import describe_written_line


@login_required
def sheet(request: HttpRequest, match_id: int) -> HttpResponse:
    """The sheet. POST writes one act."""
    event = get_worked_event(request, get_pairing_of_match(match_id).event_id)
    if request.method == "POST":
        return _write_act(request, event, match_id)
    return _render_page(request, event, build_sheet_view(match_id))


def _write_act(request: HttpRequest, event: Event, match_id: int) -> HttpResponse:
    view = build_sheet_view(match_id)
    if view.set_aside is not None:
        raise NotFound
    header_form = ActHeaderForm(request.POST)
    if not header_form.is_valid():
        return _render_page(request, event, view, status=400)
    header = header_form.cleaned_data
    act_form = ActForm(header["kind"], view, request.POST, header["key"])
    form = act_form.form
    # BACK: the writer has seen what a correction would change, and returns to the form.
    if not form.is_valid() or BACK in request.POST:
        status = find_status_if_invalid(form)
        return _render_page(request, event, view, act_form, status=status)

    now = timezone.now()
    act = Act(
        header["kind"],
        form.build_data(),
        header["key"],
        header["version"],
        device="desk",
        made_at=now,
    )
    with shown_on(form, view.sides) as shown:
        messages.success(request, record_act(request, view, act, offers_undo=True))
        return redirect_after(request, event, match_id, act)

    address = reverse("desk:sheet", args=[match_id])
    agreement_page = ask_to_agree(request, event, view, act, shown.refusal, address=address)
    if agreement_page is not None:
        return agreement_page
    if not isinstance(shown.refusal, StaleVersion | KeyReused):
        return _render_page(request, event, view, act_form, status=find_status(act_form.form))
    # Somebody else has written: the form gets a new key and version, as the next submission is
    # another act, and the page marks the lines that its writer has not seen.
    view = build_sheet_view(match_id)
    act_form.renew(view)
    return _render_page(
        request, event, view, act_form, status=shown.refusal.status, seen=act.version
    )


def record_act(
    request: HttpRequest, view: SheetView, act: Act, *, offers_undo: bool = False
) -> str:
    """Writes an act of the desk and returns what was written, in words. A correction whose effect
    its writer has to see first is refused."""
    agreed = AGREED in request.POST
    actor = get_actor(request)
    written_line = record_line(
        match_id=view.sheet.match.pk,
        act=act,
        actor=actor,
        now=act.made_at,
        agreed=agreed,
        asks_about_winner=not agreed and SEEN not in request.POST,
    ).written
    line = written_line.line
    what_was_written = describe_written_line(
        line.kind, line.data, written_line.state, view.sides, view.sheet.format
    )
    if offers_undo:
        steps = make_line_steps(written_line, first=line.n, actor=actor, now=act.made_at)
        offer_undo(request, _("Line %(n)s of the sheet") % {"n": line.n}, steps)
    return what_was_written


def _render_page(
    request: HttpRequest,
    event: Event,
    view: SheetView,
    sent_form: ActForm | None = None,
    *,
    status: int = 200,
    seen: int | None = None,
) -> HttpResponse:
    """The page; ``sent_form`` is shown with its errors, ``seen`` is the version that its writer
    has seen."""
    is_running = event.state == Event.State.RUNNING and view.set_aside is None
    has_sides = view.pairing.state != Pairing.State.WAITING
    acts: list[ActForm] = []
    if is_running and has_sides:
        for kind in list_offered_acts(view):
            if sent_form is not None and sent_form.kind == kind:
                acts.append(sent_form)
            else:
                acts.append(ActForm(kind, view))
        # An act that has become impossible is still shown, with the reason.
        if sent_form is not None and sent_form not in acts:
            acts.insert(0, sent_form)

    # Right after a line the next one is written; who only looks at a sheet keeps the focus.
    was_written = WRITTEN in request.GET
    if acts and was_written:
        acts[0].focus_first_field()

    why_closed = ""
    if not acts and not view.set_aside:
        if is_running:
            why_closed = _(
                "The sides are not known yet: the matches before this one are still being played."
            )
        else:
            why_closed = _("Nothing is written now: the event is not being played.")
    paper_label = next_match = None
    if not view.state.over:
        paper_label = load_label(view.pairing)
    elif is_running:
        next_match = find_next_called(view.pairing)
    context = {
        **about(request, event, "tables"),
        "view": view,
        "paper_label": paper_label,
        "next_match": next_match,
        "focuses_next": was_written and not acts,
        "seen": view.sheet.match.version if seen is None else seen,
        "main_act": acts[0] if acts else None,
        "acts": acts[1:],
        "has_cards": any(act.kind in (HAND, AMEND) for act in acts),
        "corrects": bool(acts) and AMEND in view.state.next,
        "why_closed": why_closed,
    }
    return render(request, "desk/sheet.html", context, status=status)
