"""Brings lists of entries in: a worker reads the file, people look at it, then all good rows enter
together or none."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from accounts.actors import Actor
from competition.entry_lists.columns import FIELDS, guess_columns, has_heads
from competition.entry_lists.files import read_file
from competition.entry_lists.table import MOST_COLUMNS, ListTable
from database.transactions import atomic_with_retry
from jobs.models import Job
from jobs.services import ask
from tournaments.models import EntryImport, Event
from tournaments.permissions import Right, check
from tournaments.refusals import EntryListRefused, EventStateRefused, NotFound
from tournaments.selectors.imports import preview_of
from tournaments.services.entries import ENTRIES_OPEN, Imported, import_entries

KIND = "import"
KEPT = timedelta(days=1)


def subject_of(entry_import: EntryImport) -> str:
    return f"import:{entry_import.pk}"


@atomic_with_retry
def upload(
    *, event: Event, name: str, content: bytes, actor: Actor, now: datetime
) -> tuple[EntryImport, Job]:
    """Keeps a file and asks a worker to read it. Its size was looked at before it was read.

    Raises NotAllowed, EventStateRefused.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    if event.state not in ENTRIES_OPEN:
        raise EventStateRefused("entries_closed", state=event.state)
    EntryImport.objects.filter(uploaded_at__lt=now - KEPT).delete()
    made = EntryImport.objects.create(event=event, name=name, content=content, uploaded_at=now)
    return made, _request_reading(made, "", actor, now)


@atomic_with_retry
def choose_sheet(*, entry_import: EntryImport, sheet: str, actor: Actor, now: datetime) -> Job:
    """Reads another sheet of the workbook."""
    _check_manager(entry_import, actor)
    if sheet not in entry_import.sheets:
        raise NotFound
    EntryImport.objects.filter(pk=entry_import.pk, written_at=None).update(rows=None)
    return _request_reading(entry_import, sheet, actor, now)


def _request_reading(entry_import: EntryImport, sheet: str, actor: Actor, now: datetime) -> Job:
    return ask(
        kind=KIND,
        subject=subject_of(entry_import),
        arguments={"import": str(entry_import.pk), "sheet": sheet},
        actor_kind=actor.kind,
        actor_id=actor.id,
        now=now,
    )


def read_import(arguments: Mapping[str, Any]) -> ListTable:
    """What a worker reads of a file, outside any transaction. Raises EntryListRefused."""
    found = EntryImport.objects.filter(pk=UUID(arguments["import"])).first()
    if found is None:
        raise NotFound
    try:
        return read_file(bytes(found.content), arguments["sheet"])
    except Exception as refused:
        violations = getattr(refused, "violations", None)
        if violations is None:
            raise
        raise EntryListRefused(violations[0].code, **violations[0].params) from refused


def store_import(arguments: Mapping[str, Any], table: ListTable) -> None:
    """Keeps what was read, with the columns as their heads tell them."""
    EntryImport.objects.filter(pk=UUID(arguments["import"]), written_at=None).update(
        rows=[[row.line, list(row.cells)] for row in table.rows],
        sheets=list(table.sheets),
        sheet=table.sheet,
        columns=guess_columns(table.rows),
        has_heads=has_heads(table.rows[0]),
    )


@atomic_with_retry
def choose_columns(
    *, entry_import: EntryImport, columns: Mapping[str, int], heads: bool, actor: Actor
) -> EntryImport:
    """Says by hand which column means what, and whether the first row names them."""
    _check_manager(entry_import, actor)
    entry_import.columns = {
        field: at for field, at in columns.items() if field in FIELDS and 0 <= at < MOST_COLUMNS
    }
    entry_import.has_heads = heads
    entry_import.save(update_fields=["columns", "has_heads"])
    return entry_import


@atomic_with_retry
def write_import(*, entry_import: EntryImport, actor: Actor, now: datetime) -> Imported:
    """Enters all valid rows, or none. A second call enters nobody twice.

    The event may have changed since the preview: if a row no longer fits, nothing is
    written. Raises NotAllowed, EventStateRefused, EntryRefused, EntryListRefused.
    """
    _check_manager(entry_import, actor)
    entry_import = EntryImport.objects.select_for_update(no_key=True).get(pk=entry_import.pk)
    if entry_import.written_at is not None:
        return Imported((), known=entry_import.entered)
    preview = preview_of(entry_import)
    done = import_entries(event=entry_import.event, forms=preview.good, actor=actor, now=now)
    entry_import.written_at, entry_import.entered = now, len(done.entries)
    entry_import.content = b""
    entry_import.save(update_fields=["written_at", "entered", "content"])
    return done


@atomic_with_retry
def discard(*, entry_import: EntryImport, actor: Actor) -> None:
    """Forgets a list; who has entered stays."""
    _check_manager(entry_import, actor)
    EntryImport.objects.filter(pk=entry_import.pk).delete()


def _check_manager(entry_import: EntryImport, actor: Actor) -> None:
    event = entry_import.event
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
