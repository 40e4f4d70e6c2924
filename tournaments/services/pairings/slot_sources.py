"""Where the slots of a plan get their entries from, as far as these are known already."""

from collections.abc import Sequence
from dataclasses import dataclass

from competition.plan import Bye, LoserOf, PlannedPairing, PlannedSlot, Seated, WinnerOf
from tournaments.models import Pairing, Slot, Stage


@dataclass(frozen=True, slots=True)
class SlotSources:
    """The pairings that feed slots, by code, and the entries that are known, by the source that
    gives them: the winner or the loser of a pairing."""

    pairings: dict[str, Pairing]
    entries: dict[PlannedSlot, int]

    def add_entries_of_byes(self, plan: Sequence[PlannedPairing]) -> None:
        """The entry of a bye advances without a match. A plan is in the order of play, so the
        source of a bye is known before the bye itself."""
        for planned_pairing in plan:
            if planned_pairing.is_played:
                continue
            for slot in planned_pairing.slots:
                if isinstance(slot, Seated):
                    self.entries[WinnerOf(planned_pairing.id)] = int(slot.entry)
                elif slot in self.entries:
                    self.entries[WinnerOf(planned_pairing.id)] = self.entries[slot]

    def has_all_entries(self, planned: PlannedPairing) -> bool:
        """Whether all entries of a planned pairing are known, so that it can be played."""
        # A seated slot names its entry itself.
        return all(isinstance(slot, Seated) or slot in self.entries for slot in planned.slots)

    def make_slot(self, pairing: Pairing, position: int, planned: PlannedSlot) -> Slot:
        """The row of a planned slot, not stored; ``pairings`` has the one that feeds it."""
        entry_id = self.entries.get(planned)
        slot = Slot(pairing=pairing, position=position, side=position, entry_id=entry_id)
        match planned:
            case Seated(entry):
                slot.source, slot.entry_id = Slot.Source.ENTRY, int(entry)
            case WinnerOf(code):
                slot.source, slot.source_pairing = Slot.Source.WINNER_OF, self.pairings[code]
            case LoserOf(code):
                slot.source, slot.source_pairing = Slot.Source.LOSER_OF, self.pairings[code]
            case Bye():
                slot.source = Slot.Source.BYE
        return slot


def load_earlier_sources(stage: Stage, plan: Sequence[PlannedPairing]) -> SlotSources:
    """The pairings of earlier rounds that feed slots of a plan, and the entries that they give.
    Two queries, and none for a plan that feeds itself."""
    sources = SlotSources({}, {})
    planned_codes = {planned_pairing.id for planned_pairing in plan}
    codes = set()
    for planned_pairing in plan:
        for slot in planned_pairing.slots:
            if isinstance(slot, WinnerOf | LoserOf) and slot.pairing not in planned_codes:
                codes.add(slot.pairing)
    if not codes:
        return sources

    rows = Pairing.objects.filter(round__group__stage=stage, code__in=codes)
    for row in rows.select_related("match").prefetch_related("slots"):
        sources.pairings[row.code] = row
        # A match without a winner gives nobody yet: its slots stay open.
        if row.match is None or row.match.winner is None:
            continue
        for seat in row.slots.all():
            if seat.entry_id is None:
                continue
            if seat.side == row.match.winner:
                sources.entries[WinnerOf(row.code)] = seat.entry_id
            else:
                sources.entries[LoserOf(row.code)] = seat.entry_id
    return sources
