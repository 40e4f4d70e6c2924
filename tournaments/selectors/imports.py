"""Reads a list of entries as it would enter now: nothing is written."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from accounts.actors import Actor
from competition.entry_lists.columns import enough
from competition.entry_lists.entering import EntryDetails, Sifted, sift
from competition.entry_lists.rows import ReadRow, read_rows
from competition.entry_lists.table import TableRow
from kernel.violations import Violation
from tournaments.models import EntryImport, Event, Group
from tournaments.permissions import Right, may
from tournaments.refusals import NotFound
from tournaments.selectors.entries import load_existing_entries


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row with what comes of it: it enters, it is entered already (``known``), or it is to be
    mended."""

    row: ReadRow
    faults: tuple[Violation, ...]
    known: bool

    @property
    def good(self) -> bool:
        return not self.faults and not self.known


@dataclass(frozen=True, slots=True)
class Preview:
    """A list as it would enter now. ``heads`` are the cells of its first row, where that names the
    columns; ``width`` how many columns there are."""

    rows: tuple[PreviewRow, ...]
    good: tuple[EntryDetails, ...]
    heads: tuple[str, ...]
    width: int
    enough: bool
    """Whether it is known who plays: else the columns must be chosen first."""

    @property
    def known(self) -> int:
        return sum(row.known for row in self.rows)

    @property
    def wrong(self) -> int:
        return sum(bool(row.faults) for row in self.rows)


def import_for(actor: Actor, import_id: UUID) -> EntryImport:
    """The list of that id, for who manages its event. Raises NotFound."""
    found = EntryImport.objects.select_related("event__club").filter(pk=import_id).first()
    if found is None:
        raise NotFound
    event = found.event
    if not may(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event):
        raise NotFound
    return found


def preview_of(entry_import: EntryImport) -> Preview:
    """What would enter now. Four queries."""
    table = tuple(TableRow(line, tuple(cells)) for line, cells in entry_import.rows or ())
    columns: Mapping[str, int] = entry_import.columns
    first = table[0] if table and entry_import.has_heads else None
    taken = load_existing_entries(entry_import.event)
    is_enough = enough(columns, taken.size)
    body = table[1:] if first else table
    groups = _groups_by_name(entry_import.event)
    read = read_rows(body, columns, taken.size, groups) if is_enough else ()
    forms = [_make_entry_details(row) for row in read if not row.faults]
    sifted = sift(taken, forms)
    return Preview(
        rows=tuple(_add_faults(read, sifted)),
        good=sifted.fresh,
        heads=first.cells if first else (),
        width=max((len(row.cells) for row in table), default=0),
        enough=is_enough,
    )


def _make_entry_details(row: ReadRow) -> EntryDetails:
    entry = row.entry
    return EntryDetails(entry.players, entry.club_name, entry.seed, entry.paid, entry.group)


def _groups_by_name(event: Event) -> dict[str, int]:
    """The groups of the first stage by their names and, where only one plays there, by their
    places. One query."""
    rows = Group.objects.filter(stage__event=event, stage__number=1)
    names: dict[str, set[int]] = defaultdict(set)
    for number, *said in rows.values_list("number", "name", "venue__name"):
        for name in filter(None, said):
            names[" ".join(name.split()).casefold()].add(number)
    return {name: numbers.pop() for name, numbers in names.items() if len(numbers) == 1}


def _add_faults(read: Iterable[ReadRow], sifted: Sifted) -> Iterator[PreviewRow]:
    """Every row with its own faults, or those that it has beside the event and the other rows."""
    faults: dict[int, list[Violation]] = defaultdict(list)
    for fault in sifted.faults:
        faults[fault.at or 0].append(fault)
    place = 0
    for row in read:
        if row.faults:
            yield PreviewRow(row, row.faults, known=False)
        else:
            yield PreviewRow(row, tuple(faults[place]), known=place in sifted.known)
            place += 1
