"""Reads what has been printed, and what is being made."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts.actors import Actor, ActorKind
from accounts.selectors import load_author_names
from jobs.models import Job
from printing.models import PrintedFile
from printing.orders import PrintChoices
from tournaments.models import Event, Pairing
from tournaments.permissions import Right, check
from tournaments.refusals import NotFound

KIND = "print"


@dataclass(frozen=True, slots=True)
class PrintState:
    """The file of a layout and the job that makes it. ``new_results``: since the file was made."""

    job: Job | None
    pages: int = 0
    made_at: datetime | None = None
    new_results: int = 0
    choices: str = ""
    """The key of what was chosen for the file."""

    @property
    def is_made(self) -> bool:
        return self.made_at is not None


def make_subject(event: Event, layout: str, language: str) -> str:
    """What a job works for: two of the same would make the same file."""
    return f"event:{event.pk}:{layout}:{language}"


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
    last job of each layout, in one language. ``recent``: what was asked for last, in any language;
    those of the one language can be opened."""

    states: dict[str, PrintState]
    recent: list[RecentPrint]


def load_prints(actor: Actor, event: Event, language: str, most: int = 0) -> EventPrints:
    """The prints of an event, with the ``most`` recent ones. Five queries. Raises NotAllowed."""
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    rows = Job.objects.filter(kind=KIND, subject__startswith=make_subject_prefix(event))
    jobs = list(rows.order_by("queued_at", "pk"))
    # Without their content, which may have megabytes.
    files = list(
        PrintedFile.objects.filter(event=event, language=language)
        .order_by("made_at")
        .defer("content")
    )
    # The last first.
    latest_jobs = jobs[::-1][:most]
    return EventPrints(
        _build_states(event, jobs, files, language),
        _build_recent(event, latest_jobs, files, language),
    )


def _split_subject(event: Event, job: Job) -> tuple[str, str]:
    """The layout and the language that a job of this event prints."""
    subject = job.subject.removeprefix(make_subject_prefix(event))
    layout, _separator, language = subject.partition(":")
    return layout, language


def _build_states(
    event: Event, jobs: Iterable[Job], files: Iterable[PrintedFile], language: str
) -> dict[str, PrintState]:
    last_jobs: dict[str, Job] = {}
    # In the order in which they were asked for: the last one of a layout stays.
    for job in jobs:
        layout, of_language = _split_subject(event, job)
        if of_language == language:
            last_jobs[layout] = job
    decided = Pairing.objects.filter(event=event, state=Pairing.State.DECIDED).count()
    states = {layout: PrintState(job) for layout, job in last_jobs.items()}
    for made in files:
        states[made.layout] = PrintState(
            last_jobs.get(made.layout),
            made.pages,
            made.made_at,
            max(decided - made.results, 0),
            made.choices,
        )
    return states


def _build_recent(
    event: Event, jobs: Sequence[Job], files: Iterable[PrintedFile], language: str
) -> list[RecentPrint]:
    user_names = load_author_names(_find_user(job) for job in jobs)
    kept_files = {(made.layout, made.choices) for made in files}
    recent = []
    for job in jobs:
        layout, of_language = _split_subject(event, job)
        key = PrintChoices.from_json(job.arguments["choices"]).key
        # A file of another language, or that was deleted, cannot be opened.
        is_kept = of_language == language and (layout, key) in kept_files
        if job.state != Job.State.DONE or not is_kept:
            key = ""
        user = user_names.get(_find_user(job), "")
        recent.append(RecentPrint(job, layout, user, choices=key))
    return recent


def _find_user(job: Job) -> Actor | None:
    """The user who asked for a print; None for a program."""
    if job.asked_by_kind != ActorKind.USER:
        return None
    return Actor(ActorKind.USER, job.asked_by_id)


def find_file_of_job(actor: Actor, event: Event, job_id: UUID) -> PrintedFile:
    """The file that a job has made; that of a later one with the same choices, if there is one.
    Raises NotAllowed, and NotFound until the job is done or once the file is no longer kept."""
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    job = find_print_job(event, job_id)
    layout, language = _split_subject(event, job)
    choices = PrintChoices.from_json(job.arguments["choices"]).key
    made = find_printed_file(actor, event, layout, choices, language)
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
    actor: Actor, event: Event, layout: str, choices: str, language: str
) -> PrintedFile | None:
    """The file that a worker has made. Raises NotAllowed."""
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    return PrintedFile.objects.filter(
        event=event, layout=layout, choices=choices, language=language
    ).first()
