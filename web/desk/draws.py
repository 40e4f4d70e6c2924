"""The draw on the desk: promised, held by the hall's word, called off; lots for who is level."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from jobs.models import Job
from jobs.selectors import latest_job
from tournaments.models import Draw, Entry, Event, Pairing, Stage
from tournaments.refusals import NotFound
from tournaments.selectors.brackets import CLOSED
from tournaments.selectors.cuts import cut_of, entrants_of_stage, level_at
from tournaments.selectors.draws import draw_for, draws_of
from tournaments.services.draws import (
    KIND,
    call_off_draw,
    hold_draw,
    prepare_draw,
    prepare_lots,
)
from web.actors import actor_of
from web.desk.access import about, managed_event
from web.desk.forms import CallOffForm, DrawForm, WordForm
from web.draws import DrawView, draw_views, stage_title
from web.refusals import shown_on
from wording.sentences import sentence

FIRST = (Event.State.OPEN, Event.State.DRAWN)
"""When a stage of the entry list is drawn; later ones while the event is played."""


@login_required
def draw(request: HttpRequest, event_id: UUID, number: int = 1) -> HttpResponse:
    """The draw of a stage, as far as it is. Posted, a draw is promised."""
    event = managed_event(request, event_id)
    stage = _stage(event, number)
    form = DrawForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with shown_on(form):
            prepare_draw(
                stage=stage,
                reason=form.cleaned_data["reason"],
                actor=actor_of(request),
                now=timezone.now(),
            )
            return redirect(draw_address(stage))
    return _page(request, stage, form)


@login_required
@require_POST
def lots(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Promises lots among those who are level in the ranking of a stage."""
    stage = _stage(managed_event(request, event_id), number)
    prepare_lots(stage=stage, actor=actor_of(request), now=timezone.now())
    return redirect(draw_address(stage))


@login_required
@require_POST
def hold(request: HttpRequest, draw_id: int) -> HttpResponse:
    """The hall has said its word: a worker draws."""
    draw = _managed_draw(request, draw_id)
    form = WordForm(request.POST)
    if form.is_valid():
        with shown_on(form):
            word = form.cleaned_data["word"]
            hold_draw(draw=draw, word=word, actor=actor_of(request), now=timezone.now())
            return redirect(draw_address(draw.stage))
    return _page(request, draw.stage, form)


@login_required
@require_POST
def call_off(request: HttpRequest, draw_id: int) -> HttpResponse:
    """A promised draw is not held; it stays on show."""
    draw = _managed_draw(request, draw_id)
    form = CallOffForm(request.POST)
    if form.is_valid():
        with shown_on(form):
            reason = form.cleaned_data["reason"]
            call_off_draw(draw=draw, reason=reason, actor=actor_of(request), now=timezone.now())
            return redirect(draw_address(draw.stage))
    return _page(request, draw.stage, form)


@login_required
@require_safe
def progress(request: HttpRequest, event_id: UUID, number: int = 1) -> HttpResponse:
    """The bar alone, for a page that asks again; done, it has the page come again."""
    stage = _stage(managed_event(request, event_id), number)
    job = _job(stage)
    if job is None or not job.live:
        answer = HttpResponse(status=204)
        answer["HX-Redirect"] = draw_address(stage)
        return answer
    context = {"job": job, "source": _address("progress", stage)}
    return render(request, "desk/_progress.html", context)


def draw_address(stage: Stage) -> str:
    """Where the draw of a stage stands on the desk."""
    return _address("", stage)


def _address(part: str, stage: Stage) -> str:
    name = f"draw_{part}" if part else "draw"
    if stage.number == 1:
        return reverse(f"desk:{name}", args=[stage.event_id])
    return reverse(f"desk:stage_{name}", args=[stage.event_id, stage.number])


def _stage(event: Event, number: int) -> Stage:
    stage = event.stages.filter(number=number).first()
    if stage is None:
        raise NotFound
    stage.event = event
    return stage


def _managed_draw(request: HttpRequest, draw_id: int) -> Draw:
    draw = draw_for(actor_of(request), draw_id)
    draw.stage.event = managed_event(request, draw.stage.event_id)
    return draw


def _job(stage: Stage) -> Job | None:
    """The drawing that was asked for last of this stage."""
    return latest_job(kind=KIND, subject=f"stage:{stage.pk}")


def _page(request: HttpRequest, stage: Stage, form: BaseForm) -> HttpResponse:
    """The page as it is now; ``form`` keeps what was posted, and why it was refused."""
    event = stage.event
    views = draw_views(event, list(draws_of(event).order_by("-pk")))
    mine = [view for view in views if view.draw.stage_id == stage.pk]
    promised = next((view for view in mine if view.is_promised or view.is_said), None)
    job = _job(stage) if promised is not None and promised.is_said else None
    failed = job is not None and job.state == Job.State.FAILED
    context = {
        **about(request, event, "bracket"),
        "stage": stage,
        "here": draw_address(stage),
        "stages": _ways(event),
        "promised": promised,
        "job": job if job is not None and job.live else None,
        "progress": _address("progress", stage),
        "failure": sentence(job.message, job.params) if job and failed else "",
        "form": form,
        "word_form": form if isinstance(form, WordForm) else WordForm(),
        "call_off_form": form if isinstance(form, CallOffForm) else CallOffForm(),
        "ask": _ask(stage, mine) if promised is None else None,
        "last": next((view for view in mine if view.is_held), None),
        "next_draw": _next_draw(stage),
        "views": views,
    }
    return render(request, "desk/draw.html", context, status=422 if form.is_bound else 200)


@dataclass(frozen=True, slots=True)
class Way:
    """The draw of one of several stages."""

    number: int
    title: str
    address: str


def _ways(event: Event) -> list[Way]:
    stages = list(event.stages.order_by("number"))
    if len(stages) < 2:
        return []
    return [Way(stage.number, stage_title(stage), draw_address(stage)) for stage in stages]


def _next_draw(stage: Stage) -> str:
    """Where a stage is drawn that takes its entrants from this one; empty if there is none."""
    later = stage.event.stages.filter(number__gt=stage.number).order_by("number")
    found = next((each for each in later if each.cut and each.cut["stage"] == stage.number), None)
    return draw_address(found) if found else ""


@dataclass(frozen=True, slots=True)
class Ask:
    """What may be asked for where nothing is promised: a draw, or first the lots of a stage."""

    entries: int = 0
    again: bool = False
    """One was held, so the new one needs a reason."""
    waits: str = ""
    """Why it cannot be drawn now, in a sentence."""
    level: int = 0
    """So many are level where the stage before is cut."""
    lots: str = ""
    """Where lots are promised for them."""
    lots_stage: str = ""
    """Where lots that are promised already are drawn."""


def _ask(stage: Stage, mine: list[DrawView]) -> Ask | None:
    """None: it is drawn no more."""
    event = stage.event
    if stage.cut is None:
        if event.state not in FIRST:
            return None
        count = event.entries.filter(state=Entry.State.ENTERED).count()
        return Ask(count, again=_is_again(mine))
    if event.state in (Event.State.FINISHED, Event.State.ARCHIVED) or _begun(stage):
        return None
    return _ask_after(stage, mine)


def _ask_after(stage: Stage, mine: list[DrawView]) -> Ask:
    """Of a stage that follows another: it must be played out, and nobody level at the cut."""
    cut = cut_of(stage)
    before = stage.event.stages.get(number=cut.stage if cut else 0)
    pairings = Pairing.objects.filter(round__group__stage=before)
    left = pairings.exclude(state__in=CLOSED).count()
    if left or not pairings.exists():
        return Ask(waits=sentence("stage_not_played_out", {"stage": before.number, "left": left}))
    if level := level_at(before, stage):
        before.event = stage.event
        params = {"count": len(level)}
        promised = before.draws.filter(state=Draw.State.COMMITTED).exists()
        return Ask(
            waits=sentence("level_at_the_cut", params),
            level=len(level),
            lots=reverse("desk:lots", args=[stage.event_id, before.number]),
            lots_stage=draw_address(before) if promised else "",
        )
    return Ask(len(entrants_of_stage(stage)), again=_is_again(mine))


def _is_again(mine: list[DrawView]) -> bool:
    """Whether the last draw of the stage was held."""
    return next((view.is_held for view in mine if not view.is_lots), False)


def _begun(stage: Stage) -> bool:
    return Pairing.objects.filter(round__group__stage=stage, match__version__gt=0).exists()
