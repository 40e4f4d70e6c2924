"""The check of new entries against those that an event has already."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from competition.entry_lists.names import Name
from database.text import strip_invisible
from kernel.violations import Violation

Key = tuple[str, int | None]
"""Two names with the same key are the same person (``Name.key``)."""


@dataclass(frozen=True, slots=True)
class ListedPayment:
    """What an entry has paid as a list says. ``cents`` None: all that is missing of its fee."""

    cents: int | None


@dataclass(frozen=True, slots=True)
class EntryDetails:
    """The data of an entry: its players in order, their club, seed and fee, and the group (from 1)
    of the first stage in which it must play. ``paid_cents``: the amount that was paid, where the
    whole fee is not meant."""

    players: tuple[Name, ...]
    club_name: str = ""
    seed: int | None = None
    paid: bool = False
    group: int | None = None
    phone: str = ""
    notes: str = ""
    paid_cents: int | None = None

    def __post_init__(self) -> None:
        for name in ("club_name", "phone", "notes"):
            object.__setattr__(self, name, strip_invisible(getattr(self, name)))

    @property
    def payment(self) -> ListedPayment | None:
        """What a new entry has paid."""
        if not self.paid and not self.paid_cents:
            return None
        return ListedPayment(self.paid_cents)

    def find_changes(
        self, form: "EntryDetails", updated: Set[str]
    ) -> dict[str, tuple[object, object]]:
        """What a row of a list changes. An empty cell takes nothing away, except a seed: where it
        has moved in a list, the old cell is empty. Payments are no change: they are added."""
        changes: dict[str, tuple[object, object]] = {}
        for name in UPDATED:
            if name == "paid" or name not in updated:
                continue
            old_value, new_value = getattr(self, name), getattr(form, name)
            is_same = _normalize(name, old_value) == _normalize(name, new_value)
            if not is_same and (new_value or name == "seed"):
                changes[name] = (old_value, new_value)
        return changes


def _normalize(field: str, value: object) -> object:
    """Equal for what an entry has and what a list says of it, if a list that was written from the
    entry can say no more: its cells have a single line, and phone and e-mail are two columns."""
    if not isinstance(value, str):
        return value
    if field == "phone":
        parts = (" ".join(part.split()) for part in value.split(","))
        return sorted(filter(None, parts))
    return " ".join(value.split())


UPDATED: Final = ("club_name", "seed", "group", "paid", "phone", "notes")
"""The fields that a list can change of an entry that it names again."""


@dataclass(frozen=True, slots=True)
class EntryUpdate:
    """What a list changes of an entry: by field the value that it has and the one that it gets."""

    row: int
    entry: int
    changes: Mapping[str, tuple[object, object]]
    payment: ListedPayment | None = None
    """What it has paid since."""


class ExistingEntries:
    """The players of an event with the ids of their entries, its seeds, the number of players of an
    entry (``size``), and the number of groups that its first stage can have. ``details``: the
    entries themselves, by id, where a list may change them. ``taken_cents``: the money that each of
    these has paid, whatever it got back."""

    def __init__(
        self,
        players: dict[Key, int],
        seeds: set[int],
        size: int = 2,
        groups: int = 1,
        *,
        details: Mapping[int, EntryDetails] = MappingProxyType({}),
        taken_cents: Mapping[int, int] = MappingProxyType({}),
    ) -> None:
        self.size = size
        self.groups = groups
        self.players = players
        self.seeds = seeds
        self.details = details
        self.taken_cents = taken_cents
        self._next = 0

    def find_entry(self, form: EntryDetails) -> int | None:
        """The entry of exactly these players."""
        entry_ids = {self.players.get(name.key) for name in form.players}
        if len(entry_ids) != 1:
            return None
        return entry_ids.pop()

    def take(self, form: EntryDetails) -> None:
        """Adds the players and the seed of a new entry."""
        # Below 0, so that it differs from the ids of stored entries.
        self._next -= 1
        for name in form.players:
            self.players[name.key] = self._next
        if form.seed is not None:
            self.seeds.add(form.seed)

    def find_updates(
        self, forms: Sequence[EntryDetails], updated: Set[str]
    ) -> tuple[list[EntryUpdate], list[Violation]]:
        """What the rows of known entries change, and their faults. All seeds change together, so
        that two entries can exchange theirs; the new ones are taken from now on."""
        rows: dict[int, int] = {}
        for row, form in enumerate(forms):
            entry = self.find_entry(form)
            if entry is not None and entry in self.details:
                # Of a pair that the list has twice, the first row counts.
                rows.setdefault(entry, row)
        updates: list[EntryUpdate] = []
        group_violations: list[Violation] = []
        moving: dict[int, int | None] = {}  # the new seeds
        for entry, row in rows.items():
            changed_fields = self.details[entry].find_changes(forms[row], updated)
            payment: ListedPayment | None = None
            if "paid" in updated:
                payment = self.find_new_payment(entry, forms[row])
            if changed_fields or payment:
                updates.append(EntryUpdate(row, entry, changed_fields, payment))
            if "seed" in changed_fields:
                moving[entry] = forms[row].seed
            if "group" in updated:
                group_violations += _set_row(group_faults(forms[row].group, self.groups), row)
        faults = [
            Violation("seed_taken", {"seed": moving[entry]}, at=rows[entry])
            for entry in self.move_seeds(moving)
        ]
        return updates, [*faults, *group_violations]

    def move_seeds(self, moving: dict[int, int | None]) -> list[int]:
        """Gives known entries their new seeds, first come first served; returns those that cannot
        get theirs, as another has it."""
        refused_entries: list[int] = []
        while True:
            old_seeds = {self.details[entry].seed for entry in moving}
            seeds = self.seeds - old_seeds
            stuck_entries = []
            for entry, seed in moving.items():
                if seed is not None and seed in seeds:
                    stuck_entries.append(entry)
                elif seed is not None:
                    seeds.add(seed)
            if not stuck_entries:
                self.seeds = seeds
                return refused_entries
            # Who cannot get another seed keeps the old one, on which somebody else may have
            # counted.
            refused_entries += stuck_entries
            moving = {entry: seed for entry, seed in moving.items() if entry not in stuck_entries}

    def find_new_payment(self, entry: int, form: EntryDetails) -> ListedPayment | None:
        """What an entry has paid more than is noted here, so that a list that is loaded again adds
        nothing. Who has paid here has paid, whatever an older list says; what was given back has
        been paid too."""
        if form.paid:
            if self.details[entry].paid:
                return None
            return ListedPayment(None)
        more_cents = (form.paid_cents or 0) - self.taken_cents.get(entry, 0)
        if more_cents <= 0:
            return None
        return ListedPayment(more_cents)


@dataclass(frozen=True, slots=True)
class Sifted:
    """A list compared with the existing entries: the entries that are new, the rows (from 0) that
    are entered already, what they change, and the faults of the others (``at`` is the row)."""

    fresh: tuple[EntryDetails, ...]
    known: frozenset[int]
    faults: tuple[Violation, ...]
    updates: tuple[EntryUpdate, ...] = ()


NOTHING: Final[frozenset[str]] = frozenset()


def sift(
    existing: ExistingEntries, forms: Sequence[EntryDetails], updated: Set[str] = NOTHING
) -> Sifted:
    """Checks each row as if the valid rows before it had been entered. Of entries that the list
    names again it changes the ``updated`` fields, those for which it has a column."""
    updates, faults = existing.find_updates(forms, updated)
    at_fault = {fault.at for fault in faults}
    fresh: list[EntryDetails] = []
    known: set[int] = set()
    for row, form in enumerate(forms):
        if row in at_fault:
            continue
        # An entry that the event has already is no second one; its fields may be updated.
        if existing.find_entry(form) is not None:
            known.add(row)
            continue
        row_faults = find_entry_faults(form, existing)
        faults += _set_row(row_faults, row)
        if not row_faults:
            existing.take(form)
            fresh.append(form)
    valid_updates = tuple(update for update in updates if update.row not in at_fault)
    return Sifted(tuple(fresh), frozenset(known), tuple(faults), valid_updates)


def _set_row(faults: Iterable[Violation], row: int) -> Iterator[Violation]:
    """The faults of one entry, as those of a row."""
    for fault in faults:
        yield replace(fault, at=row)


def find_entry_faults(form: EntryDetails, existing: ExistingEntries) -> list[Violation]:
    """All faults of one entry, at once."""
    faults = []
    if not form.players:
        faults.append(Violation("players_missing", {}))
    elif len(form.players) != existing.size:
        params = {"players": len(form.players), "must_be": existing.size}
        faults.append(Violation("players_of_an_entry", params))
    keys_seen = set()
    for name in form.players:
        if not name.last:
            faults.append(Violation("surname_missing", {}))
        elif name.key in existing.players:
            faults.append(Violation("player_entered_already", {"player": name.full}))
        elif name.key in keys_seen:
            faults.append(Violation("player_twice_in_entry", {"player": name.full}))
        keys_seen.add(name.key)
    # A seed or a group is checked also where the players are at fault: all is shown at once.
    if form.seed is not None and form.seed in existing.seeds:
        faults.append(Violation("seed_taken", {"seed": form.seed}))
    return [*faults, *group_faults(form.group, existing.groups)]


def group_faults(group: int | None, groups: int) -> list[Violation]:
    """A fault if the group does not exist; ``group`` None: it will be drawn."""
    if group is None or 1 <= group <= groups:
        return []
    return [Violation("no_such_group", {"group": group, "groups": groups})]
