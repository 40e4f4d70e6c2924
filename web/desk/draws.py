"""The draw on the desk: committed, held with the public word, called off; lots for tied entries."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from jobs.models import Job
from jobs.selectors import find_latest_job
from tournaments.models import Draw, Stage
from tournaments.selectors.draws.draws import get_draw, list_draws
from tournaments.selectors.stages.stages import get_stage_by_number
from tournaments.services.draws.draws import (
    KIND,
    call_off_draw,
    hold_draw,
    prepare_draw,
    prepare_lots,
)
from tournaments.services.pairings.play_offs import call_play_offs
from web.actors import get_actor
from web.desk.access import about, get_managed_event
from web.desk.draw_forms import CallOffForm, DrawForm, PublicWordForm
from web.desk.drawable import (
    build_draw_tabs,
    find_next_draw,
    make_address,
    make_draw_address,
    offer_draw,
)
from web.desk.jobs import describe_outcome
from web.desk.posting import get_posted_data, posted_from
from web.draws import StageDraws, build_draw_views
from web.refusals import find_status, shown_on


@login_required
def draw(request: HttpRequest, event_id: UUID, number: int = 1) -> HttpResponse:
    """The page of the draw of a stage, in any state. POST prepares a draw."""
    event = get_managed_event(request, event_id)
    stage = get_stage_by_number(event, number)
    return _submit_form(
        request,
        stage,
        DrawForm(get_posted_data(request)),
        lambda data: prepare_draw(
            stage=stage, reason=data["reason"], actor=get_actor(request), now=timezone.now()
        ),
    )


@login_required
@posted_from("desk:ranking", "event_id", "number")
def commit_to_lots(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Commits to lots among the tied entries in the ranking of a stage."""
    stage = get_stage_by_number(get_managed_event(request, event_id), number)
    prepare_lots(stage=stage, actor=get_actor(request), now=timezone.now())
    return redirect(make_draw_address(stage))


@login_required
@posted_from("desk:ranking", "event_id", "number")
def start_play_offs(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Calls the play-offs that the regulation asks for in the ranking of a stage."""
    stage = get_stage_by_number(get_managed_event(request, event_id), number)
    call_play_offs(stage=stage, actor=get_actor(request), now=timezone.now())
    return redirect("desk:tables", event_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hold(request: HttpRequest, draw_id: int) -> HttpResponse:
    """Records the public word; a worker then holds the draw."""
    draw = _get_managed_draw(request, draw_id)
    if request.method != "POST":
        return redirect(make_draw_address(draw.stage))
    return _submit_form(
        request,
        draw.stage,
        PublicWordForm(request.POST),
        lambda data: hold_draw(
            draw=draw, word=data["word"], actor=get_actor(request), now=timezone.now()
        ),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def call_off(request: HttpRequest, draw_id: int) -> HttpResponse:
    """Calls a committed draw off; it stays visible."""
    draw = _get_managed_draw(request, draw_id)
    if request.method != "POST":
        return redirect(make_draw_address(draw.stage))
    form = CallOffForm(request.POST)
    if form.is_valid():
        reason = form.cleaned_data["reason"].strip()
        with shown_on(form):
            call_off_draw(draw=draw, reason=reason, actor=get_actor(request), now=timezone.now())
            return redirect(make_draw_address(draw.stage))
        # A second tap finds it done.
        draw.refresh_from_db(fields=["state", "called_off_reason"])
        if draw.state == Draw.State.CALLED_OFF and draw.called_off_reason == reason:
            return redirect(make_draw_address(draw.stage))
    return _render_page(request, draw.stage, form)


@login_required
@require_safe
def progress(request: HttpRequest, event_id: UUID, number: int = 1) -> HttpResponse:
    """The progress bar alone, for a page that polls it; once the draw is done, the page is loaded
    again."""
    stage = get_stage_by_number(get_managed_event(request, event_id), number)
    job = _find_drawing_job(stage)
    if job is None or not job.live:
        # htmx follows this header with the whole page, instead of replacing the bar.
        response = HttpResponse(status=204)
        response["HX-Redirect"] = make_draw_address(stage)
        return response
    context = {"job": job, "source": make_address("progress", stage), "said": describe_outcome(job)}
    return render(request, "desk/_progress.html", context)


def _submit_form(
    request: HttpRequest, stage: Stage, form: BaseForm, act: Callable[[dict[str, Any]], object]
) -> HttpResponse:
    """Calls ``act`` with the data of the form. If it is refused, the page shows the form again with
    the reason."""
    if form.is_valid():
        with shown_on(form):
            act(form.cleaned_data)
            return redirect(make_draw_address(stage))
    return _render_page(request, stage, form)


def _get_managed_draw(request: HttpRequest, draw_id: int) -> Draw:
    draw = get_draw(get_actor(request), draw_id)
    # The event that was checked replaces the one of the draw, so that the page has only one.
    draw.stage.event = get_managed_event(request, draw.stage.event_id)
    return draw


def _find_drawing_job(stage: Stage) -> Job | None:
    """The latest job that draws this stage."""
    return find_latest_job(kind=KIND, subject=f"stage:{stage.pk}")


def _render_page(request: HttpRequest, stage: Stage, form: BaseForm) -> HttpResponse:
    """The current page; ``form`` keeps the posted values with their errors."""
    event = stage.event
    # Read before the draws: a job that has ended by now has stored what is read next.
    job = _find_drawing_job(stage)
    # All draws of the event are listed on the page, those of the stage are looked at closer.
    views = build_draw_views(event, list(list_draws(event).order_by("-pk")))
    stage_draws = StageDraws([view for view in views if view.draw.stage_id == stage.pk])
    committed_draw = stage_draws.pending
    # Before the word is said there is no job; an older one is of an earlier draw.
    if committed_draw is None or not committed_draw.is_said:
        job = None
    live_job: Job | None = None
    failure = ""
    if job is not None and job.live:
        live_job = job
    elif job is not None and job.state == Job.State.FAILED:
        failure = describe_outcome(job)
    offered_draw = None
    if committed_draw is None:
        offered_draw = offer_draw(stage, stage_draws)
    word_form, call_off_form = PublicWordForm(), CallOffForm()
    if isinstance(form, PublicWordForm):
        word_form = form
    elif isinstance(form, CallOffForm):
        call_off_form = form
    context = {
        **about(request, event, "stages"),
        "stage": stage,
        "here": make_draw_address(stage),
        "stages": build_draw_tabs(event),
        "committed": committed_draw,
        "job": live_job,
        "progress": make_address("progress", stage),
        "job_said": describe_outcome(job),
        "failure": failure,
        "form": form,
        "word_form": word_form,
        "call_off_form": call_off_form,
        "ask": offered_draw,
        "last": stage_draws.last_held,
        "next_draw": find_next_draw(stage),
        "views": views,
    }
    return render(request, "desk/draw.html", context, status=find_status(form))
