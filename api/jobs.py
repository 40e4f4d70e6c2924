"""Long work, to be watched."""

from collections.abc import Sequence
from typing import Literal, TypeAlias, cast
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.resource import Resource
from api.sentences import SentenceDocument, make_sentence_document
from api.within import WithinEvent
from jobs.models import Job
from tournaments.selectors.jobs import job_for, jobs_of

JobState: TypeAlias = Literal["QUEUED", "RUNNING", "DONE", "FAILED"]


class JobDocument(TypedDict):
    """One piece of long work: ``done`` of ``total``, and what came of it once it has ended."""

    id: str
    kind: str
    event: str
    state: JobState
    done: int
    total: int
    message: SentenceDocument | None
    attempt: int
    queued_at: str
    ended_at: str | None


class Jobs(WithinEvent):
    """The jobs of an event, the latest first; only for its managers."""

    may_refuse_with = {"GET": (403,)}
    ordering = ("-queued_at", "pk")
    queryset = Job.objects.none()

    def get_queryset(self) -> QuerySet[Job]:
        return jobs_of(self.actor, self.event)

    def documents(self, rows: Sequence[Job]) -> Sequence[JobDocument]:
        return [job_document(job, self.event.pk) for job in rows]

    @extend_schema(responses=JobDocument)
    def get(self, request: Request) -> Response:
        return self.list(request)


class JobDetail(Resource):
    """One job; only for managers of its event."""

    @extend_schema(responses=JobDocument)
    def get(self, request: Request, job_id: UUID) -> Response:
        job, event = job_for(self.actor, job_id)
        return Response(job_document(job, event.pk))


def job_document(job: Job, event_id: UUID) -> JobDocument:
    return JobDocument(
        id=str(job.pk),
        kind=job.kind,
        event=str(event_id),
        state=cast("JobState", job.state),
        done=job.done,
        total=job.total,
        message=make_sentence_document(job.message, job.params) if job.message else None,
        attempt=job.attempt,
        queued_at=job.queued_at.isoformat(),
        ended_at=job.ended_at.isoformat() if job.ended_at else None,
    )
