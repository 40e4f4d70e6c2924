"""Reads what has been printed, and what is being made."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Max, Subquery, Sum

from accounts.actors import Actor, ActorKind
from accounts.selectors import load_author_names
from jobs.models import Job
from printing.models import PrintedFile
from printing.orders import PaperAddresses, PrintKey, PrintOrder
from tournaments.models import Event, Pairing
from tournaments.permissions import Right, check
from tournaments.refusals import NotFound

KIND = "print"


@dataclass(frozen=True, slots=True)
class EventResults:
    """The results of an event at a moment: how many are decided, and the versions of its stages
    together, which every result and every correction raises."""

    decided: int
    version: int


def load_event_results(event: Event) -> EventResults:
    """The results as they are now. One query."""
    decided = Pairing.objects.filter(event=event, state=Pairing.State.DECIDED)
    counted = decided.order_by().values("event").annotate(count=Count("pk")).values("count")
    results = event.stages.aggregate(version=Sum("version"), decided=Max(Subquery(counted)))
    return EventResults(results["decided"] or 0, results["version"] or 0)


@dataclass(frozen=True, slots=True)
class PrintState:
    """The file of a layout and the job that makes it. ``new_results``: how many more are decided
    since the file was made; ``is_stale``: whether a result has come or was corrected since."""

    job: Job | None
    pages: int = 0
    made_at: datetime | None = None
    new_results: int = 0
    is_stale: bool = False
    choices: str = ""
    """The key of what was chosen for the file."""

    @property
    def is_made(self) -> bool:
        return self.made_at is not None


def make_subject(event: Event, key: PrintKey) -> str:
    """What a job works for: two of the same would make the same file."""
    return f"{make_subject_prefix(event)}{key.layout}:{key.language}:{key.digest}"


def make_subject_prefix(event: Event) -> str:
    """How the subjects of all prints of an event begin."""
    return f"event:{event.pk}:"


@dataclass(frozen=True, slots=True)
class RecentPrint:
    """A print that a worker has made or makes. ``user``: who asked for it, empty if that is no
    user. ``choices``: the key of its file, empty if the file is not kept (any more)."""

    job: Job
    layout: str
    user: str
    choices: str

    @property
    def is_kept(self) -> bool:
        return bool(self.choices)


@dataclass(frozen=True, slots=True)
class EventPrints:
    """What workers have printed of an event, and are printing. ``states``: the last file and the
    last job of each layout, in one language. ``live_jobs``: those that wait or run, in that
    language. ``recent``: what was asked for last, in any language; those of the one language can be
    opened."""

    states: dict[str, PrintState]
    live_jobs: list[Job]
    recent: list[RecentPrint]


def load_prints(
    actor: Actor,
    event: Event,
    language: str,
    most: int = 0,
    *,
    addresses: PaperAddresses | None = None,
) -> EventPrints:
    """The prints of an event, with the ``most`` recent ones; with ``addresses`` the files alone
    whose QR codes lead there. Five queries. Raises NotAllowed."""
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    rows = Job.objects.filter(kind=KIND, subject__startswith=make_subject_prefix(event))
    jobs = list(rows.order_by("queued_at", "pk"))
    files = PrintedFile.objects.filter(event=event, language=language)
    if addresses is not None:
        files = files.filter(addresses=addresses.key)
    # Without their content, which may have megabytes.
    kept_files = list(files.order_by("made_at").defer("content"))
    jobs_in_language = [job for job in jobs if job.arguments["language"] == language]
    # The last first.
    latest_jobs = jobs[::-1][:most]
    user_names = load_author_names(_find_user(job) for job in latest_jobs)
    kept_keys = {made.key for made in kept_files}
    recent: list[RecentPrint] = []
    for job in latest_jobs:
        key = PrintKey.of_job(job.arguments)
        # A file of another language, for other addresses, or that was deleted, cannot be opened.
        choices = ""
        if job.state == Job.State.DONE and key in kept_keys:
            choices = key.choices
        user = user_names.get(_find_user(job), "")
        recent.append(RecentPrint(job, key.layout, user, choices))
    return EventPrints(
        _build_states(event, jobs_in_language, kept_files),
        [job for job in jobs_in_language if job.live],
        recent,
    )


def _build_states(
    event: Event, jobs: Iterable[Job], files: Iterable[PrintedFile]
) -> dict[str, PrintState]:
    # In the order in which they were asked for: the last one of a layout stays.
    last_jobs = {job.arguments["layout"]: job for job in jobs}
    results = load_event_results(event)
    states = {layout: PrintState(job) for layout, job in last_jobs.items()}
    for made in files:
        states[made.layout] = PrintState(
            last_jobs.get(made.layout),
            made.pages,
            made.made_at,
            new_results=max(results.decided - made.results, 0),
            is_stale=results.version != made.results_version,
            choices=made.choices,
        )
    return states


def _find_user(job: Job) -> Actor | None:
    """The user who asked for a print; None for a program."""
    if job.asked_by_kind != ActorKind.USER:
        return None
    return Actor(ActorKind.USER, job.asked_by_id)


def find_file_of_job(actor: Actor, event: Event, job_id: UUID) -> PrintedFile:
    """The file that a job has made; that of a later one with the same key, if there is one. Raises
    NotAllowed, and NotFound until the job is done or once the file is no longer kept."""
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    job = find_print_job(event, job_id)
    made = _find_file(event, PrintKey.of_job(job.arguments))
    if made is None or job.state != Job.State.DONE:
        raise NotFound
    return made


def find_print_job(event: Event, job_id: UUID) -> Job:
    """A job that prints for the event. Raises NotFound."""
    rows = Job.objects.filter(pk=job_id, kind=KIND, subject__startswith=make_subject_prefix(event))
    job = rows.first()
    if job is None:
        raise NotFound
    return job


def find_printed_file(
    actor: Actor, order: PrintOrder, layout: str, language: str
) -> PrintedFile | None:
    """The file that a worker has made for this order. Raises NotAllowed."""
    event = order.event
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    return _find_file(event, PrintKey.of_order(order, layout, language))


def _find_file(event: Event, key: PrintKey) -> PrintedFile | None:
    return PrintedFile.objects.filter(event=event, **asdict(key)).first()
