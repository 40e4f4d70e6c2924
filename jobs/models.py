"""The rows of background jobs."""

import uuid

from django.db import models
from django.db.models import Q

from database.updates import UpdatedModel, UpdatedQuerySet
from kernel.violations import Violation, read_violations

STOPPED = "job_stopped"
"""The message of a job that somebody has stopped. Its state is FAILED, so that programs which wait
for its end need to know no further state."""


class Job(UpdatedModel):
    """A background job: its arguments, its progress and its outcome."""

    class State(models.TextChoices):
        QUEUED = "QUEUED"
        RUNNING = "RUNNING"
        DONE = "DONE"
        FAILED = "FAILED"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=80)
    arguments = models.JSONField()
    state = models.CharField(max_length=7, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = models.CharField(max_length=60, blank=True)
    """The code of its outcome; ``params`` are those of its sentence."""
    params = models.JSONField(default=dict)
    refusal = models.JSONField(null=True, blank=True)
    """Of a job that failed by a refusal: its ``status``, and its ``violations`` (as
    ``Violation.as_json`` makes them); None for all others."""
    attempt = models.PositiveSmallIntegerField(default=1)
    asked_by_kind = models.CharField(max_length=8)
    asked_by_id = models.CharField(max_length=64)
    request_id = models.CharField(max_length=64, blank=True, default="")
    """The id of the request that asked for it, for every line that is logged while it runs."""
    queued_at = models.DateTimeField()
    heartbeat_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    """When a worker took this attempt."""
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = UpdatedQuerySet["Job"].as_manager()

    class Meta:
        constraints = (
            # Decides between two requests at the same time (jobs.services.request_job).
            models.UniqueConstraint(
                fields=["kind", "subject"],
                condition=Q(state__in=("QUEUED", "RUNNING")),
                name="job_live_once_a_kind_and_subject",
            ),
        )
        indexes = (models.Index(fields=["kind", "subject", "-queued_at"], name="job_by_subject"),)

    def __str__(self) -> str:
        return f"{self.kind} of {self.subject} ({self.state})"

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The violations of the refusal that ended the job; none if nothing was refused."""
        if self.refusal is None:
            return ()
        return read_violations(self.refusal["violations"])

    @property
    def live(self) -> bool:
        return self.state in (self.State.QUEUED, self.State.RUNNING)

    @property
    def is_stopped(self) -> bool:
        return self.state == self.State.FAILED and self.message == STOPPED

    @property
    def has_failed(self) -> bool:
        """Whether it ended without a result, and nobody wanted that."""
        return self.state == self.State.FAILED and self.message != STOPPED


class WorkerHeartbeat(models.Model):
    """When a worker last took a message. Its table has one row."""

    id = models.PositiveSmallIntegerField(primary_key=True)
    seen_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(name="worker_heartbeat_is_one_row", condition=Q(id=1)),
        )

    def __str__(self) -> str:
        return f"a worker was seen at {self.seen_at}"
