"""Long work, to be watched; only for managers of the event that it is done for."""

from functools import partial
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import JobFilter
from api.serializers.jobs import JobSerializer, make_job_document, make_job_documents
from api.views.within import EventQueryViewSet
from jobs.models import Job
from tournaments.selectors.events.jobs import get_job, list_jobs


class JobViewSet(EventQueryViewSet):
    """The long work for an event."""

    lookup_url_kwarg = "job_id"
    lookup_value_converter = "uuid"
    may_refuse_with = {"list": (403,)}
    ordering = ("-queued_at", "pk")
    ordering_fields = ("queued_at",)
    filterset_class = JobFilter
    serializer_class = JobSerializer
    queryset = Job.objects.none()

    def get_queryset(self) -> QuerySet[Job]:
        return list_jobs(self.actor, self.event)

    def list(self, request: Request) -> Response:
        """The jobs of an event, the latest first."""
        return self.answer_page(partial(make_job_documents, event_id=self.event.pk))

    def retrieve(self, request: Request, job_id: UUID) -> Response:
        """One job."""
        job, event = get_job(self.actor, job_id)
        return Response(make_job_document(job, event.pk))


def answer_job(job: Job, event_id: UUID) -> Response:
    """202 with a job that was asked for, and its address."""
    headers = {"Location": reverse("api:job-detail", kwargs={"job_id": job.pk})}
    return Response(make_job_document(job, event_id), 202, headers=headers)
