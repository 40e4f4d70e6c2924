"""The pending decisions that corrections have left, on the desk, each with its answers."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models import PendingDecision
from tournaments.selectors.decisions.clashes import find_clash
from tournaments.selectors.decisions.pending import (
    get_decision,
    list_decisions,
    list_possible_decisions,
)
from tournaments.services.corrections.decisions import decide
from web.actors import get_actor
from web.desk.access import about, get_managed_event
from web.desk.drawable import make_draw_address
from web.desk.posting import get_posted_data
from web.desk.reason_forms import ReasonForm
from web.questions import build_aside_views, build_question_views, load_place_titles
from web.refusals import find_status, shown_on
from wording.decisions import ANSWERS


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible answer: by a button, or on the page at ``address``."""

    decision: str
    button: Promise
    does: Promise
    address: str = ""


@login_required
@require_safe
def questions(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """All questions of an event, and the matches that were set aside."""
    event = get_managed_event(request, event_id)
    views = build_question_views(event, list(list_decisions(event)))
    context = {
        **about(request, event, "decisions"),
        "open": [view for view in views if not view.decision],
        "decided": [view for view in views if view.decision],
        "asides": build_aside_views(event),
    }
    return render(request, "desk/questions.html", context)


@login_required
def question(request: HttpRequest, question_id: int) -> HttpResponse:
    """One question. POST decides it."""
    question = get_decision(get_actor(request), question_id)
    event = get_managed_event(request, question.event_id)
    form = ReasonForm(get_posted_data(request))
    if form.is_valid():
        with shown_on(form):
            decide(
                pending=question,
                decision=request.POST.get("decision", ""),
                reason=form.cleaned_data["reason"],
                actor=get_actor(request),
                now=timezone.now(),
            )
            messages.success(request, _("Decided. It stays visible, with your reason."))
            return redirect("desk:questions", event.pk)
        # Refused: it may have changed, or have been decided by another organizer.
        question = get_decision(get_actor(request), question_id)
    (view,) = build_question_views(event, [question])
    # Left in this match, an entry that also plays in another one on the way to the same match could
    # come to both of its slots: that answer is not offered, and the page names the other match.
    other_match = ""
    if not question.decision and question.kind == PendingDecision.Kind.PLAYED_ON:
        pairing_id = find_clash(question)
        if pairing_id is not None:
            other_match = load_place_titles(question.event, [pairing_id]).match(pairing_id)
    choices = []
    for decision in list_possible_decisions(question):
        address = ""
        if decision == PendingDecision.Decision.DRAWN_AGAIN and question.stage is not None:
            # A stage is drawn again on the page of its draw, which asks for the reason itself.
            address = make_draw_address(question.stage)
        answer = ANSWERS[decision]
        choices.append(Choice(decision, answer.button, answer.does, address))
    context = {
        **about(request, event, "decisions"),
        "view": view,
        "choices": choices,
        "other_match": other_match,
        "form": form,
    }
    return render(request, "desk/question.html", context, status=find_status(form))
