"""Brings lists of entries in: a worker reads the file, people look at it, then all good rows enter
together or none."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from accounts.actors import Actor
from competition.entry_lists.columns import (
    FIELDS,
    find_heads,
    find_longest_cell,
    guess_columns,
    select_rows_below,
)
from competition.entry_lists.files import read_file
from competition.entry_lists.pasted import read_pasted
from competition.entry_lists.table import MOST_COLUMNS, ListTable
from database.transactions import atomic_with_retry
from jobs.models import Job
from jobs.services import request_job
from kernel.refusals import Refused
from kernel.violations import Violation
from tournaments.models import EntryImport, Event
from tournaments.permissions import Right, check
from tournaments.refusals import EntryListRefused, EventStateRefused, ListChanged, NotFound
from tournaments.selectors.registration.imports import (
    digest_preview,
    digest_reading,
    digest_row,
    load_import_preview,
    read_import_table,
)
from tournaments.services.registration.entries import Imported, import_entries, lock_player_names
from tournaments.services.versions import lock_event_in_any_state

KIND = "import"
KEPT = timedelta(days=1)


def find_import_subject(entry_import: EntryImport) -> str:
    return f"import:{entry_import.pk}"


@atomic_with_retry
def upload(
    *, event: Event, name: str, content: bytes, actor: Actor, now: datetime
) -> tuple[EntryImport, Job]:
    """Keeps a file and asks a worker to read it. Its size was looked at before it was read.

    Raises NotAllowed, EventStateRefused.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    if not event.is_not_drawn:
        raise EventStateRefused("entries_closed", state=event.state)
    EntryImport.objects.filter(uploaded_at__lt=now - KEPT).delete()
    entry_import = EntryImport.objects.create(
        event=event, name=name, content=content, uploaded_at=now
    )
    return entry_import, _request_reading(entry_import, "", actor, now)


@atomic_with_retry
def paste(*, event: Event, name: str, text: str, actor: Actor, now: datetime) -> EntryImport:
    """Keeps a list that was pasted. It is read at once: it is short.

    Raises NotAllowed, EventStateRefused, EntryListRefused.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    if not event.is_not_drawn:
        raise EventStateRefused("entries_closed", state=event.state)
    try:
        table = read_pasted(text)
    except Refused as refused:
        fault = refused.violations[0]
        raise EntryListRefused(fault.code, **fault.params) from refused
    EntryImport.objects.filter(uploaded_at__lt=now - KEPT).delete()
    entry_import = EntryImport.objects.create(event=event, name=name, content=b"", uploaded_at=now)
    store_import({"import": str(entry_import.pk)}, table)
    entry_import.refresh_from_db()
    return entry_import


@atomic_with_retry
def correct_row(
    *,
    entry_import: EntryImport,
    line: int,
    cells: Mapping[str, str],
    actor: Actor,
    seen: str = "",
) -> None:
    """Writes cells of a row by the fields that are read from them, before the list is entered.

    ``seen``: the version of the row that the page showed (``digest_row``); without one, nothing is
    compared. Raises NotAllowed, NotFound, ListChanged.
    """
    entry_import, row = _lock_row(entry_import, line, actor)
    version_before = digest_row(entry_import, line)
    for field, text in cells.items():
        column = entry_import.columns.get(field)
        if column is not None:
            row[1] += [""] * (column + 1 - len(row[1]))
            row[1][column] = " ".join(text.split())[: find_longest_cell(field)]
    # The correction of somebody else stays, unless it is the same one.
    if seen and version_before not in (seen, digest_row(entry_import, line)):
        raise ListChanged("list_row_changed")
    entry_import.save(update_fields=["rows"])


@atomic_with_retry
def leave_out_row(*, entry_import: EntryImport, line: int, actor: Actor, seen: str = "") -> None:
    """Takes a row out of the list, before it is entered. ``seen`` as in ``correct_row``.

    Raises NotAllowed, NotFound, ListChanged.
    """
    entry_import, row = _lock_row(entry_import, line, actor)
    if seen and digest_row(entry_import, line) != seen:
        raise ListChanged("list_row_changed")
    entry_import.rows = [other_row for other_row in entry_import.rows or () if other_row is not row]
    entry_import.save(update_fields=["rows"])


def _lock_row(
    entry_import: EntryImport, line: int, actor: Actor
) -> tuple[EntryImport, tuple[int, list[str]]]:
    """The list, locked, and the row at a line of the file: two people may correct two rows."""
    locked_import = _lock_unwritten(entry_import, actor)
    if locked_import.rows is None:
        # Another sheet is being read: this row is of the old one.
        raise ListChanged
    for row in locked_import.rows:
        if row[0] == line:
            return locked_import, row
    raise NotFound


def _lock_unwritten(entry_import: EntryImport, actor: Actor) -> EntryImport:
    """The list, locked, as long as it has not entered. Raises NotAllowed, NotFound."""
    _check_manager(entry_import, actor)
    locked_imports = EntryImport.objects.select_for_update(no_key=True).filter(pk=entry_import.pk)
    locked_import = locked_imports.select_related(None).first()
    if locked_import is None or locked_import.written_at is not None:
        raise NotFound
    return locked_import


@atomic_with_retry
def choose_sheet(
    *, entry_import: EntryImport, sheet: str, actor: Actor, now: datetime, seen: str = ""
) -> Job:
    """Reads another sheet of the workbook. ``seen`` as in ``choose_columns``.

    Raises NotAllowed, NotFound, ListChanged.
    """
    entry_import = _lock_unwritten(entry_import, actor)
    if sheet not in entry_import.sheets:
        raise NotFound
    if seen and (entry_import.rows is None or digest_reading(entry_import) != seen):
        raise ListChanged
    # Until it is read, the list has no rows: those of the other sheet must not be entered.
    entry_import.rows = None
    entry_import.save(update_fields=["rows"])
    return _request_reading(entry_import, sheet, actor, now)


def _request_reading(entry_import: EntryImport, sheet: str, actor: Actor, now: datetime) -> Job:
    return request_job(
        kind=KIND,
        subject=find_import_subject(entry_import),
        arguments={"import": str(entry_import.pk), "sheet": sheet},
        actor_kind=actor.kind,
        actor_id=actor.id,
        now=now,
    )


def read_import(arguments: Mapping[str, Any]) -> ListTable:
    """What a worker reads of a file, outside any transaction. Raises EntryListRefused."""
    entry_import = EntryImport.objects.filter(pk=UUID(arguments["import"])).first()
    if entry_import is None:
        raise NotFound
    try:
        return read_file(bytes(entry_import.content), arguments["sheet"])
    except Exception as refused:
        violations = getattr(refused, "violations", None)
        if violations is None:
            raise
        raise EntryListRefused(violations[0].code, **violations[0].params) from refused


def store_import(arguments: Mapping[str, Any], table: ListTable) -> None:
    """Keeps what was read, with the columns as their heads tell them."""
    heads = find_heads(table.rows)
    heads_line: int | None = None
    if heads is not None:
        heads_line = heads.line
    unwritten_imports = EntryImport.objects.filter(pk=UUID(arguments["import"]), written_at=None)
    entry_import = unwritten_imports.select_related("event").first()
    if entry_import is None:
        return
    size = entry_import.event.entry_size
    unwritten_imports.update(
        rows=[[row.line, list(row.cells)] for row in table.rows],
        sheets=list(table.sheets),
        sheet=table.sheet,
        columns=guess_columns(select_rows_below(table.rows, heads_line), heads, size=size),
        heads_line=heads_line,
    )


@atomic_with_retry
def choose_columns(
    *,
    entry_import: EntryImport,
    columns: Mapping[str, int],
    heads_line: int | None,
    actor: Actor,
    surname_first: bool = False,
    seen: str = "",
) -> EntryImport:
    """Says by hand which column means what, which row names them (None: no row does), and whether
    surnames come first. If only the row is another than before, the columns are recognised by
    it.

    ``seen``: the version of the reading that the page showed (``digest_reading``); without one,
    nothing is compared. Raises NotAllowed, NotFound, ListChanged, EntryListRefused.
    """
    entry_import = _lock_unwritten(entry_import, actor)
    if entry_import.rows is None:
        # Somebody has chosen another sheet, which is being read: these columns are of the old one.
        raise ListChanged
    version_before = digest_reading(entry_import)
    chosen_columns = _select_columns(columns)
    rows = read_import_table(entry_import)
    heads = next((row for row in rows if row.line == heads_line), None)
    if heads is None:
        heads_line = None
    if heads_line != entry_import.heads_line and chosen_columns == entry_import.columns:
        chosen_columns = guess_columns(
            select_rows_below(rows, heads_line), heads, size=entry_import.event.entry_size
        )
    entry_import.columns, entry_import.heads_line = chosen_columns, heads_line
    entry_import.surname_first = surname_first
    # The choice of somebody else stays, unless it is the same one.
    if seen and version_before not in (seen, digest_reading(entry_import)):
        raise ListChanged
    entry_import.save(update_fields=["columns", "heads_line", "surname_first"])
    return entry_import


def _select_columns(columns: Mapping[str, int]) -> dict[str, int]:
    """The columns that are possible. A column is read for one field: a correction of its cells
    could not go into both. Raises EntryListRefused."""
    fields_by_column: dict[int, str] = {}
    chosen_columns: dict[str, int] = {}
    for field in FIELDS:
        position = columns.get(field, -1)
        if 0 <= position < MOST_COLUMNS:
            chosen_columns[field] = position
            if fields_by_column.setdefault(position, field) != field:
                fault = Violation("column_chosen_twice", {"column": field})
                raise EntryListRefused(violations=[fault])
    return chosen_columns


@atomic_with_retry
def write_import(*, entry_import: EntryImport, seen: str, actor: Actor, now: datetime) -> Imported:
    """Enters all valid rows, or none. A second call enters nobody twice.

    ``seen``: what the preview showed (``digest_preview``). Nothing is written that nobody has
    looked at: the list or the entries of the event may have changed since. Raises NotAllowed,
    ListChanged, EventStateRefused, EntryRefused, EntryListRefused.
    """
    _check_manager(entry_import, actor)
    # The event first, as everywhere: from here on its entries are those that are compared. Of two
    # that write the list at once, the second finds it written. The names before the list: who
    # makes a player anonymous deletes the lists of the club while it holds them.
    lock_event_in_any_state(entry_import.event_id)
    lock_player_names(entry_import.event.club_id)
    locked_imports = EntryImport.objects.select_for_update(no_key=True).filter(pk=entry_import.pk)
    locked_import = locked_imports.select_related(None).first()
    if locked_import is None:
        raise NotFound
    entry_import = locked_import
    if entry_import.written_at is not None:
        return Imported((), known=entry_import.entered, changed=entry_import.changed)
    if entry_import.rows is None:
        # Somebody has chosen another sheet, which is being read: nobody has looked at its rows.
        raise ListChanged
    preview = load_import_preview(entry_import)
    if digest_preview(preview) != seen:
        raise ListChanged("list_outcome_changed")
    done = import_entries(
        event=entry_import.event,
        forms=preview.accepted,
        updated=preview.updated,
        actor=actor,
        now=now,
    )
    entry_import.written_at, entry_import.entered = now, len(done.entries)
    entry_import.changed = done.changed
    entry_import.content = b""
    entry_import.save(update_fields=["written_at", "entered", "changed", "content"])
    return done


@atomic_with_retry
def discard(*, entry_import: EntryImport, actor: Actor) -> None:
    """Forgets a list; who has entered stays."""
    _check_manager(entry_import, actor)
    EntryImport.objects.filter(pk=entry_import.pk).delete()


def _check_manager(entry_import: EntryImport, actor: Actor) -> None:
    event = entry_import.event
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
