"""The draw on the desk: asked for, watched, done."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from jobs.models import Job
from jobs.selectors import latest_job
from tournaments.models import Entry, Event
from tournaments.services.draws import KIND, ask_draw
from web.actors import actor_of
from web.desk.access import about, managed_event
from web.desk.forms import DrawForm
from web.refusals import shown_on
from wording.sentences import sentence


@login_required
def draw(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Before: the button. While a worker draws: the bar. Afterwards: the bracket."""
    event = managed_event(request, event_id)
    form = DrawForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with shown_on(form):
            ask_draw(
                event=event,
                reason=form.cleaned_data["reason"],
                word=form.cleaned_data["word"],
                actor=actor_of(request),
                now=timezone.now(),
            )
            return redirect(reverse("desk:draw", args=[event.pk]) + "?watch=1")
    stage = event.stages.get(number=1)
    job = latest_job(kind=KIND, subject=f"stage:{stage.pk}")
    if "watch" in request.GET and job is not None and job.state == Job.State.DONE:
        return redirect("desk:bracket", event.pk)
    context = {
        **about(request, event, "bracket"),
        "form": form,
        "job": job if job is not None and (job.live or "watch" in request.GET) else None,
        "failure": sentence(job.message, job.params) if job and job.message else "",
        "entries": event.entries.filter(state=Entry.State.ENTERED).count(),
        "draws": list(stage.draws.order_by("number")),
        "can_draw": event.state in (Event.State.OPEN, Event.State.DRAWN),
    }
    return render(request, "desk/draw.html", context, status=422 if form.is_bound else 200)


@login_required
@require_safe
def progress(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The bar alone, for a page that asks again; done, it leads to the bracket."""
    event = managed_event(request, event_id)
    stage = event.stages.get(number=1)
    job = latest_job(kind=KIND, subject=f"stage:{stage.pk}")
    if job is not None and not job.live:
        answer = HttpResponse(status=204)
        answer["HX-Redirect"] = reverse("desk:draw", args=[event.pk]) + "?watch=1"
        return answer
    return render(request, "desk/_progress.html", {"job": job, "event": event})
