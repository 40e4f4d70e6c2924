"""Reads a list of entries as it would enter now: nothing is written."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from uuid import UUID

from accounts.actors import Actor
from competition.entry_lists.columns import MOST_TITLES, enough, select_rows_below
from competition.entry_lists.entering import EntryDetails, ExistingEntries, Sifted, sift
from competition.entry_lists.paid import Ones
from competition.entry_lists.rows import ReadRow, find_ones, read_rows
from competition.entry_lists.table import TableRow
from kernel.canonical import digest
from kernel.violations import Violation
from tournaments.models import EntryImport
from tournaments.permissions import Right, may
from tournaments.refusals import NotFound
from tournaments.selectors.registration.entries import load_existing_entries
from tournaments.selectors.registration.fees import PlannedPayment, plan_payments
from tournaments.selectors.registration.group_names import load_groups_by_name

COLUMNS_OF: Mapping[str, frozenset[str]] = {
    "club_name": frozenset({"club"}),
    "seed": frozenset({"seed"}),
    "group": frozenset({"group"}),
    "paid": frozenset({"paid"}),
    "phone": frozenset({"phone", "email"}),
    "notes": frozenset({"notes"}),
}
"""The columns from which each field of an entry is read."""


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row with what comes of it: it enters, it is entered already (``known``) and perhaps changes
    that entry, it is passed over (``row.has_left``), or it is to be mended."""

    row: ReadRow
    faults: tuple[Violation, ...]
    known: bool
    changes: Mapping[str, tuple[object, object]] = field(default_factory=dict)
    """By field the value that the entry has, and the one that it gets."""
    payment: PlannedPayment | None = None
    """What is noted as paid with it."""

    @property
    def is_changed(self) -> bool:
        """Whether it changes an entry that is there, or adds a payment to it."""
        return bool(self.changes) or (self.known and self.payment is not None)

    @property
    def good(self) -> bool:
        return not self.faults and not self.known and not self.row.has_left


@dataclass(frozen=True, slots=True)
class Preview:
    """A list as it would enter now. ``heads`` are the cells of its first row, where that names the
    columns; ``width`` how many columns there are."""

    rows: tuple[PreviewRow, ...]
    good: tuple[EntryDetails, ...]
    accepted: tuple[EntryDetails, ...]
    """Those of all rows without faults: they enter, or are entered already."""
    updated: frozenset[str]
    """The fields that the list may change of these."""
    heads: tuple[str, ...]
    width: int
    first_rows: tuple[TableRow, ...]
    """Those among which the row of heads may be."""
    enough: bool
    """Whether it is known who plays: else the columns must be chosen first."""
    ones: Ones | None = None
    """What "1" means in the column of what was paid; None: it is not there."""
    missing: tuple[int, ...] = ()
    """The entries that a list does not name any more, if it is a list of this event again: one that
    names only new pairs adds to them."""

    @property
    def known(self) -> int:
        return sum(row.known for row in self.rows)

    @property
    def left(self) -> int:
        """The rows that are passed over: their entries have left, the list says."""
        return sum(row.row.has_left for row in self.rows)

    @property
    def changed(self) -> int:
        return sum(row.is_changed for row in self.rows)

    @property
    def wrong(self) -> int:
        return sum(bool(row.faults) for row in self.rows)


def get_import(actor: Actor, import_id: UUID) -> EntryImport:
    """The list of that id, for who manages its event. Raises NotFound."""
    entry_import = EntryImport.objects.select_related("event__club").filter(pk=import_id).first()
    if entry_import is None:
        raise NotFound
    event = entry_import.event
    if not may(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event):
        raise NotFound
    return entry_import


def digest_reading(entry_import: EntryImport) -> str:
    """Another text as soon as the list is read in another way: another sheet, other columns."""
    reading = {
        "sheet": entry_import.sheet,
        "columns": entry_import.columns,
        "heads_line": entry_import.heads_line,
        "surname_first": entry_import.surname_first,
    }
    return digest(reading)


def digest_row(entry_import: EntryImport, line: int) -> str:
    """Another text as soon as a row is read in another way, or has other cells."""
    cells = [row[1] for row in entry_import.rows or () if row[0] == line]
    return digest({"reading": digest_reading(entry_import), "line": line, "cells": cells})


def digest_preview(preview: Preview) -> str:
    """Another text as soon as something else would be written: because the list is read in another
    way, one of its rows was corrected, or the entries of the event have changed."""
    written_rows: list[object] = []
    for row in preview.rows:
        if row.faults or row.row.has_left:
            continue
        payment = row.payment and [row.payment.cents, row.payment.missing, row.payment.surplus]
        written_rows.append([asdict(row.row.entry), row.known, dict(row.changes), payment])
    return digest({"rows": written_rows, "updated": sorted(preview.updated)})


def load_import_preview(entry_import: EntryImport) -> Preview:
    """What would enter now. Four queries."""
    table = read_import_table(entry_import)
    columns: Mapping[str, int] = entry_import.columns
    existing = load_existing_entries(entry_import.event)
    is_enough = enough(columns, existing.size)
    body = select_rows_below(table, entry_import.heads_line)
    groups = load_groups_by_name(entry_import.event)
    surname_first = entry_import.surname_first
    read: tuple[ReadRow, ...] = ()
    if is_enough:
        read = read_rows(body, columns, existing.size, groups, surname_first=surname_first)
    # Rows with faults of their own are not compared with the event, nor those that have left.
    forms: list[EntryDetails] = []
    for row in read:
        if row.is_compared:
            entry = row.entry
            details = EntryDetails(
                entry.players,
                entry.club_name,
                entry.seed,
                entry.paid,
                entry.group,
                entry.phone,
                entry.notes,
                entry.paid_cents,
            )
            forms.append(details)
    # A list changes only what it has a column for.
    updated = frozenset(
        name for name, read_from in COLUMNS_OF.items() if columns.keys() & read_from
    )
    sifted = sift(existing, forms, updated)
    at_fault = {fault.at for fault in sifted.faults}
    payments = plan_payments(entry_import.event, existing, forms, sifted)
    return Preview(
        rows=tuple(_add_faults(read, sifted, payments)),
        good=sifted.fresh,
        accepted=tuple(form for row, form in enumerate(forms) if row not in at_fault),
        updated=updated,
        heads=next((row.cells for row in table if row.line == entry_import.heads_line), ()),
        first_rows=table[:MOST_TITLES],
        width=_count_columns(table),
        enough=is_enough,
        ones=find_ones(body, columns),
        missing=_find_missing(existing, read, sifted),
    )


def _find_missing(
    existing: ExistingEntries, read: Iterable[ReadRow], sifted: Sifted
) -> tuple[int, ...]:
    """The entries of which the list names no player, in no row: a pair with another player, or in a
    row with a fault, is there. None for a list without a known entry: it adds to them."""
    if not sifted.known:
        return ()
    missing = set(existing.details)
    for row in read:
        for name in row.entry.players:
            # A name that nobody has yet is the player 0, which is no id.
            missing.discard(existing.players.get(name.key, 0))
    return tuple(sorted(missing))


def _count_columns(table: Iterable[TableRow]) -> int:
    """The columns up to the last one with a text. Workbooks have empty cells behind it."""
    width = 0
    for row in table:
        for column, cell in enumerate(row.cells, start=1):
            if cell:
                width = max(width, column)
    return width


def read_import_table(entry_import: EntryImport) -> tuple[TableRow, ...]:
    """The rows of a list that was read."""
    return tuple(TableRow(line, tuple(cells)) for line, cells in entry_import.rows or ())


def _add_faults(
    read: Iterable[ReadRow], sifted: Sifted, payments: Mapping[int, PlannedPayment]
) -> Iterator[PreviewRow]:
    """Every row with its own faults, or those that it has beside the event and the other rows."""
    faults: dict[int, list[Violation]] = defaultdict(list)
    for fault in sifted.faults:
        faults[fault.at or 0].append(fault)
    changes = {update.row: update.changes for update in sifted.updates}
    # ``place`` counts the rows that were compared.
    place = 0
    for row in read:
        if not row.is_compared:
            yield PreviewRow(row, row.faults, known=False)
        else:
            is_known = place in sifted.known
            row_changes = changes.get(place, {})
            payment = payments.get(place)
            yield PreviewRow(row, tuple(faults[place]), is_known, row_changes, payment)
            place += 1
