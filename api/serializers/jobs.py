"""Long work: how far it is, and what came of it."""

from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import IsoMomentField
from api.sentences import SentenceDocument, make_sentence_document
from api.serializers.sentences import SentenceSerializer
from jobs.models import Job


class JobSerializer(serializers.Serializer[Any]):
    """One piece of long work. The context has ``event_id``."""

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

    @extend_schema_field(OpenApiTypes.UUID)
    def get_event(self, job: Job) -> str:
        return str(self.context["event_id"])

    @extend_schema_field(SentenceSerializer(allow_null=True))
    def get_message(self, job: Job) -> SentenceDocument | None:
        return make_sentence_document(job.message, job.params) if job.message else None


def make_job_document(job: Job, event_id: UUID) -> Any:
    """A job of an event, as it is answered."""
    return JobSerializer(job, context={"event_id": event_id}).data
