"""The slots that a pairing feeds with its winner and its loser: locked, emptied, filled."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from database.statements import load_instance
from database.updates import save_columns
from scoring.models import Match
from tournaments.models import Entry, Pairing, Slot
from tournaments.notices import tell_tables
from tournaments.refusals import NextMatchBegun
from tournaments.selectors.stages.sources import find_entry_from_source
from tournaments.services.decisions.pending import ask_played_on
from tournaments.services.pairing_locks import find_dependent_pairings, lock_pairings_and_read
from tournaments.services.pairings.readiness import has_empty_slot, set_waiting_or_ready
from tournaments.statements import (
    CONDITIONAL_PAIRINGS,
    ENTRIES_BY_SIDE,
    FED_SLOTS,
    OPPOSITE_ENTRIES,
)


@dataclass(frozen=True, slots=True)
class SlotChange:
    """A slot and the entry that belongs there by a result; None empties it."""

    slot: Slot
    entry: Entry | None

    @property
    def is_too_late(self) -> bool:
        """Whether the match of the slot has begun with the entry that it has."""
        return has_match_begun(self.slot.pairing)

    @property
    def empties_slot(self) -> bool:
        """Whether the slot has an entry, which leaves it."""
        return self.slot.entry_id is not None and not self.is_too_late


def has_begun(match: Match) -> bool:
    """Whether a match has a line that counts: from then on its entries are no longer replaced."""
    return match.begun


def has_match_begun(pairing: Pairing) -> bool:
    """Whether the match of a pairing has begun; it may be over."""
    return pairing.match is not None and has_begun(pairing.match)


@dataclass(frozen=True, slots=True)
class Dependents:
    """What depends on the result of a pairing, read while its pairings are locked."""

    slots: Sequence[Slot]
    """The slots that it feeds directly."""
    entries: Mapping[int, Entry | None]
    """Its own entries by side. Nearly always the ids are enough: other columns are read when they
    are asked for."""
    has_conditional: bool
    """Whether another pairing is played only if this one has a certain winner."""


def lock_dependents(pairing: Pairing) -> Dependents:
    """Locks ``pairing`` and the pairings that it feeds, also through byes, with their matches. What
    was read of ``pairing`` before its lock is read again."""
    pairings, (slot_rows, entry_rows, conditional_rows) = lock_pairings_and_read(
        [pairing.pk, *find_dependent_pairings([pairing.pk])],
        FED_SLOTS.with_parameters(pairing.pk),
        ENTRIES_BY_SIDE.with_parameters(pairing.pk),
        CONDITIONAL_PAIRINGS.with_parameters(pairing.pk),
    )
    # It may have been moved to another table before it was locked.
    for column in ("state", "table_id", "holds_table", "called_at"):
        setattr(pairing, column, getattr(pairings[pairing.pk], column))
    slots = [load_instance(Slot, **FED_SLOTS.name_columns(row)) for row in slot_rows]
    for slot in slots:
        slot.pairing = pairings[slot.pairing_id]
    entries: dict[int, Entry | None] = {}
    for side, entry_id in entry_rows:
        entries[side] = None
        if entry_id is not None:
            entries[side] = load_instance(Entry, id=entry_id)
    return Dependents(slots, entries, bool(conditional_rows))


def keep_entries_that_play_on(
    changes: Sequence[SlotChange], entries: Iterable[Entry | None]
) -> Sequence[SlotChange]:
    """The changes that can be made where a match has begun with the wrong entry.

    If the winner and the loser of a pairing both play on (losers' bracket, third place), a
    correction swaps their slots. An entry that has begun to play in what is now the wrong slot
    stays there; it must not be seated in its right slot too. That slot keeps its entry, or gets
    the opponent if it is empty. ``entries``: those of the pairing.
    """
    playing_ids = {change.slot.entry_id for change in changes if change.is_too_late}
    if not playing_ids:
        return changes
    other_entries = [entry for entry in entries if entry and entry.pk not in playing_ids]
    opponent: Entry | None = None
    if len(other_entries) == 1:
        opponent = other_entries[0]
    possible_changes = []
    for change in changes:
        if change.is_too_late:
            possible_changes.append(change)
        elif change.slot.entry_id is None:
            possible_changes.append(SlotChange(change.slot, opponent))
    return possible_changes


def apply_changes(changes: Sequence[SlotChange], now: datetime, *, agreed: bool) -> list[int]:
    """Seats the entries. Returns the ids of the pairings that have changed, also through byes. A
    match that has begun with another entry is left as it is: that is a pending decision for the
    organizer if it was ``agreed``, else NextMatchBegun is raised."""
    # All slots are emptied before one is filled: winner and loser may have changed places in one
    # pairing, and an entry may not be there twice, not even between two statements.
    emptied_slots = [change.slot.pk for change in changes if change.empties_slot]
    if emptied_slots:
        Slot.objects.filter(pk__in=emptied_slots).update(entry=None)
    changed_pairings = []
    for change in changes:
        changed_pairings += _seat_entry(change.slot, change.entry, now, agreed=agreed)
    return changed_pairings


def _seat_entry(slot: Slot, entry: Entry | None, now: datetime, *, agreed: bool) -> list[int]:
    pairing = slot.pairing
    if has_match_begun(pairing):
        if not agreed:
            raise refuse_begun(pairing)
        ask_played_on(slot=slot, entry=entry, now=now)
        return []
    was_filled = slot.entry_id is not None
    # Where a wrong entry was left in its match, one entry can come to a pairing in two ways. It
    # sits there once; the other slot waits until the first one is emptied.
    opposite_entries = [seated for (seated,) in OPPOSITE_ENTRIES.fetch_all(pairing.pk, slot.pk)]
    if entry is not None and entry.pk in opposite_entries:
        entry = None
    is_empty = entry is None or None in opposite_entries
    slot.entry = entry
    save_columns(slot, "entry")
    if pairing.state == Pairing.State.BYE:
        # The entry of a bye goes to the next pairing at once. Only a winner leaves a bye: there is
        # no loser to seat.
        next_slots = pairing.feeds.filter(source=Slot.Source.WINNER_OF)
        changed_pairings = []
        for next_slot in next_slots.select_related("pairing__match").order_by("pk"):
            changed_pairings += _seat_entry(next_slot, entry, now, agreed=agreed)
        return changed_pairings
    if was_filled:
        for opposite_slot in pairing.slots.exclude(pk=slot.pk):
            _fill_waiting_slot(opposite_slot, slot)
        is_empty = has_empty_slot(pairing)
    if pairing.state == Pairing.State.NOT_NEEDED:
        return [pairing.pk]

    # Its table is notified before the pairing gives it up.
    if is_empty:
        tell_tables((pairing.table_id,), now)
    set_waiting_or_ready(pairing, is_incomplete=is_empty)
    save_columns(pairing, "state", "table", "called_at")
    return [pairing.pk]


def _fill_waiting_slot(waiting: Slot, changed: Slot) -> None:
    """Seats the entry for which there was no place while it sat in the slot that has changed."""
    if waiting.entry_id is not None or waiting.source_pairing is None:
        return
    entry_id = find_entry_from_source(waiting)
    siblings = waiting.source_pairing.feeds.exclude(pk=waiting.pk)
    # An entry that plays on in the other slot of its match stays there (keep_entries_that_play_on).
    if entry_id in (None, changed.entry_id) or siblings.filter(entry=entry_id).exists():
        return
    waiting.entry_id = entry_id
    waiting.save(update_fields=["entry"])


def refuse_begun(pairing: Pairing) -> NextMatchBegun:
    """The refusal of a result that would take an entry out of a match that has begun."""
    return NextMatchBegun(pairing=pairing.code, match=pairing.match_id)
