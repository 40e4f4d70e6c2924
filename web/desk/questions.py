"""What a correction has left to decide, on the desk: the questions, each with its answers."""

from collections.abc import Sequence
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

from tournaments.models import Question
from tournaments.selectors.questions import decisions_for, question_for, questions_of
from tournaments.services.decisions import decide
from web.actors import actor_of
from web.desk.access import about, get_managed_event
from web.desk.drawable import draw_address
from web.desk.forms import ReasonForm
from web.questions import asides_of, question_views
from web.refusals import shown_on
from wording.decisions import ANSWERS


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer that can be given: by a button, or at another address."""

    decision: str
    button: Promise
    does: Promise
    address: str = ""


@login_required
@require_safe
def questions(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """All questions of an event, and the matches that were set aside."""
    event = get_managed_event(request, event_id)
    views = question_views(event, list(questions_of(event)))
    context = {
        **about(request, event, "decisions"),
        "open": [view for view in views if not view.decision],
        "decided": [view for view in views if view.decision],
        "asides": asides_of(event),
    }
    return render(request, "desk/questions.html", context)


@login_required
def question(request: HttpRequest, question_id: int) -> HttpResponse:
    """One question; posted to, it is decided."""
    asked = question_for(actor_of(request), question_id)
    event = get_managed_event(request, asked.event_id)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with shown_on(form):
            decide(
                question=asked,
                decision=request.POST.get("decision", ""),
                reason=form.cleaned_data["reason"],
                actor=actor_of(request),
                now=timezone.now(),
            )
            messages.success(request, _("Decided. It stays on show, with your reason."))
            return redirect("desk:questions", event.pk)
        asked = question_for(actor_of(request), question_id)
    (view,) = question_views(event, [asked])
    context = {
        **about(request, event, "decisions"),
        "view": view,
        "choices": _list_choices(asked),
        "form": form,
    }
    status = 422 if form.is_bound else 200
    return render(request, "desk/question.html", context, status=status)


def _list_choices(asked: Question) -> Sequence[Choice]:
    return [
        Choice(
            decision,
            ANSWERS[decision].button,
            ANSWERS[decision].does,
            _elsewhere(asked, decision),
        )
        for decision in decisions_for(asked)
    ]


def _elsewhere(asked: Question, decision: str) -> str:
    """A stage is drawn again on the page of its draw, which asks for the reason itself."""
    if decision != Question.Decision.DRAWN_AGAIN or asked.stage is None:
        return ""
    return draw_address(asked.stage)
