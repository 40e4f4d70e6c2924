"""A kind of long work for tests: it computes a number and stores one notice."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from jobs.models import Job
from jobs.registry import Compute, Message, Report, Store, register
from jobs.services import request_job
from live.models import Notice

KIND = "note"
NOW = datetime(2026, 12, 13, 19, 0, tzinfo=UTC)


def compute_note(arguments: Mapping[str, Any], report: Report) -> int:
    report(3, 4)
    return 7


def store_note(arguments: Mapping[str, Any], number: int) -> Message:
    Notice.objects.create(topic=arguments["topic"], version=number, created_at=NOW)
    return "noted", {"number": number}


@contextmanager
def notes(*, compute: Compute = compute_note, store: Store = store_note) -> Iterator[None]:
    """The kind with one of its two halves put otherwise, for a while."""
    register(KIND, compute=compute, store=store)
    try:
        yield
    finally:
        register(KIND, compute=compute_note, store=store_note)


def ask_note(subject: str = "a", now: datetime = NOW, kind: str = KIND) -> Job:
    return request_job(
        kind=kind,
        subject=subject,
        arguments={"topic": subject},
        actor_kind="user",
        actor_id="1",
        now=now,
    )


def stored() -> list[tuple[str, int]]:
    return list(Notice.objects.order_by("pk").values_list("topic", "version"))


register(KIND, compute=compute_note, store=store_note)
