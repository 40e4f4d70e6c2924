"""Reads which event a job belongs to."""

from uuid import UUID

from django.db.models import Q, QuerySet

from accounts.actors import Actor
from jobs.models import Job
from tournaments.models import Event
from tournaments.permissions import Right, check, may
from tournaments.refusals import NotFound


def get_job(actor: Actor, job_id: UUID) -> tuple[Job, Event]:
    """A job and the event it works for. Raises NotFound, also for who does not manage it."""
    job = Job.objects.filter(pk=job_id).first()
    if job is None:
        raise NotFound
    event = None
    kind, _, rest = job.subject.partition(":")
    if kind == "event":
        # A print: the layout and the language follow.
        event = Event.objects.filter(pk=rest.partition(":")[0]).first()
    elif kind == "stage" and rest.isdecimal():
        event = Event.objects.filter(stages=int(rest)).first()
    if event is None:
        raise NotFound
    if not may(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event):
        raise NotFound
    return job, event


def list_jobs(actor: Actor, event: Event) -> QuerySet[Job]:
    """All long work for an event. Raises NotAllowed for who does not manage it."""
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    stages = event.stages.values_list("pk", flat=True)
    of_stages = Q(subject__in=[f"stage:{pk}" for pk in stages])
    return Job.objects.filter(of_stages | Q(subject__startswith=f"event:{event.pk}:"))
