"""Long work: how far it is, and what came of it."""

from collections.abc import Sequence
from itertools import chain
from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import IsoMomentField
from api.problems import Problem, ProblemDocument, build_problem_document
from api.serializers.sentences import SentenceDocument, SentenceSerializer, make_sentence_document
from jobs.models import Job
from tournaments.selectors.registration.violations import load_labels_in

PROBLEM_SCHEMA = {"$ref": f"#/components/schemas/{ProblemDocument.__name__}"}


class JobSerializer(serializers.Serializer[Any]):
    """One piece of long work."""

    # The context has ``event_id``, and the ``names`` of the entries that refusals name.

    id = serializers.UUIDField(source="pk", help_text="The id of the job.")
    kind = serializers.CharField(help_text="What is done.")
    event = serializers.SerializerMethodField(help_text="The id of the event that it works for.")
    state = serializers.ChoiceField(choices=Job.State.choices, help_text="How far it is.")
    done = serializers.IntegerField(help_text="The steps that are done.")
    total = serializers.IntegerField(help_text="All its steps; 0: not known yet.")
    message = serializers.SerializerMethodField(
        help_text="What came of it, or what is being done; null: nothing to say yet."
    )
    attempt = serializers.IntegerField(help_text="The number of the attempt.")
    queued_at = IsoMomentField(help_text="When it was asked for.")
    ended_at = IsoMomentField(allow_null=True, help_text="When it ended.")
    problem = serializers.SerializerMethodField(
        help_text="Why it was refused, as the problem document of a refused request; null: it did "
        "not fail, or not by a refusal."
    )

    @extend_schema_field(OpenApiTypes.UUID)
    def get_event(self, job: Job) -> str:
        return str(self.context["event_id"])

    @extend_schema_field(SentenceSerializer(allow_null=True))
    def get_message(self, job: Job) -> SentenceDocument | None:
        return make_sentence_document(job.message, job.params) if job.message else None

    @extend_schema_field({"anyOf": [PROBLEM_SCHEMA, {"type": "null"}]})
    def get_problem(self, job: Job) -> ProblemDocument | None:
        if job.refusal is None:
            return None
        names = self.context["names"]
        problem = Problem(
            job.refusal["status"], job.message, job.params, job.violations, entry_names=names
        )
        return build_problem_document(problem, request_id=job.request_id)


def make_job_documents(jobs: Sequence[Job], event_id: UUID) -> Any:
    """Jobs of an event, as they are answered: as many queries for any number."""
    violations = chain.from_iterable(job.violations for job in jobs)
    context = {"event_id": event_id, "names": load_labels_in(violations)}
    return JobSerializer(jobs, many=True, context=context).data


def make_job_document(job: Job, event_id: UUID) -> Any:
    """A job of an event, as it is answered."""
    return make_job_documents([job], event_id)[0]
