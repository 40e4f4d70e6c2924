"""Makes PDFs: within a request, or by a worker that keeps them for a while."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.utils import translation

from accounts.actors import Actor
from database.transactions import atomic_with_retry
from jobs.models import Job
from jobs.registry import Report
from jobs.services import request_job, stop_job
from printing.availability import find_availability
from printing.catalog import LAYOUTS
from printing.models import PrintedFile
from printing.orders import PaperAddresses, PrintChoices, PrintKey, PrintOrder
from printing.refusals import CannotPrint, PrintTooLarge
from printing.rendering import count_pages, render_pdf
from printing.selectors import (
    KIND,
    EventResults,
    load_event_results,
    make_subject,
    make_subject_prefix,
)
from tournaments.models import Event
from tournaments.permissions import Right, check

MEGABYTE: Final = 1 << 20
MOST_BYTES: Final = 32 * MEGABYTE
"""The largest file that is kept."""
MOST_BYTES_OF_EVENT: Final = 64 * MEGABYTE
KEPT_FOR: Final = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class MadePaper:
    """A PDF, and the results that stood in it."""

    content: bytes
    pages: int
    results: EventResults
    made_at: datetime


def print_now(*, layout: str, order: PrintOrder, actor: Actor) -> bytes:
    """A small PDF, within the request. Writes nothing. Raises NotAllowed, CannotPrint."""
    check(actor, Right.MANAGE_EVENTS, club_id=order.event.club_id, event=order.event)
    return render_pdf(LAYOUTS[layout].build(order))


@atomic_with_retry
def request_print(*, layout: str, order: PrintOrder, actor: Actor, language: str) -> Job:
    """Asks a worker for a PDF; of two requests for the same one (``PrintKey``) both get one job.
    Raises NotAllowed, CannotPrint."""
    event = order.event
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    # Whether a chosen round can be printed is left to the worker: it may be over.
    if order.choices.round_id is None:
        missing = find_availability(event).reasons[layout]
        if missing:
            raise CannotPrint(missing)
    return request_job(
        kind=KIND,
        subject=make_subject(event, PrintKey.of_order(order, layout, language)),
        arguments={
            "event": str(event.pk),
            "layout": layout,
            "language": language,
            "choices": order.choices.as_json(),
            "addresses": asdict(order.addresses),
        },
        actor_kind=actor.kind,
        actor_id=actor.id,
        now=order.now,
    )


def stop_print(*, event: Event, job_id: UUID, actor: Actor, now: datetime) -> bool:
    """Stops the making of a PDF, of which nothing is kept. Returns whether it was still being made.
    Raises NotAllowed."""
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    subject_prefix = make_subject_prefix(event)
    of_event = Job.objects.filter(pk=job_id, kind=KIND, subject__startswith=subject_prefix)
    return of_event.exists() and stop_job(job_id=job_id, now=now)


def compute_print(arguments: Mapping[str, Any], report: Report, *, now: datetime) -> MadePaper:
    """The PDF of a job: first its rows are read, then it is drawn. Raises CannotPrint,
    PrintTooLarge."""
    report(0, 2)
    with translation.override(arguments["language"]):
        order = PrintOrder(
            event=Event.objects.select_related("club", "venue").get(pk=arguments["event"]),
            addresses=PaperAddresses(**arguments["addresses"]),
            now=now,
            choices=PrintChoices.from_json(arguments["choices"]),
        )
        # Before the rows are read: a result that comes in between makes the file look older than it
        # is, never newer.
        results = load_event_results(order.event)
        document = LAYOUTS[arguments["layout"]].build(order)
        report(1, 2)
        content = render_pdf(document)
    if len(content) > MOST_BYTES:
        raise PrintTooLarge(size=len(content) // MEGABYTE)
    return MadePaper(content, count_pages(content), results, now)


def store_print(arguments: Mapping[str, Any], made: MadePaper) -> tuple[str, dict[str, Any]]:
    """Keeps the PDF in place of the one before, and deletes what is old or too much. Called within
    the transaction of the job."""
    PrintedFile.objects.update_or_create(
        event_id=arguments["event"],
        **asdict(PrintKey.of_job(arguments)),
        defaults={
            "content": made.content,
            "size": len(made.content),
            "pages": made.pages,
            "results": made.results.decided,
            "results_version": made.results.version,
            "made_at": made.made_at,
        },
    )
    PrintedFile.objects.filter(made_at__lt=made.made_at - KEPT_FOR).delete()
    # Of the files of this event the newest are kept, as many as fit.
    kept = PrintedFile.objects.filter(event=arguments["event"]).order_by("-made_at", "-pk")
    total = 0
    for pk, size in kept.values_list("pk", "size"):
        total += size
        if total > MOST_BYTES_OF_EVENT:
            PrintedFile.objects.filter(pk=pk).delete()
    return "printed", {"pages": made.pages}
