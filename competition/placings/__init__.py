"""The places of a bracket, at any moment."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from competition.placings.bands import Band, Bands, Leaving
from competition.placings.meetings import Meeting, list_meetings
from competition.placings.whys import explain_last_loss, explain_last_win, explain_still_in
from competition.plan import (
    EntryId,
    PairingId,
    Placing,
    PlannedPairing,
    Results,
    count_main_rounds,
)


def rank_knockout(pairings: Sequence[PlannedPairing], results: Results) -> tuple[Placing, ...]:
    """Entries that leave in the same round share the place; entries that are still in have the
    places within reach.

    ``pairings`` are those of one bracket, in the order of play. The result is ordered by place, and
    tied entries by their position in the bracket. Raises ValueError for a result of a pairing whose
    slots are not filled.
    """
    bracket = _read_bracket(pairings, results)
    main_rounds = count_main_rounds(pairings)
    placings = [bracket.place(entry, main_rounds) for entry in bracket.drawn]
    placings.sort(key=lambda placing: placing.places)
    if any(row.still_in for row in placings):
        return tuple(placings)

    # The places of a bracket that is over follow one another. Entries that have played on after
    # several corrections may have left in rounds whose places are not as many as they are.
    without_gaps: list[Placing] = []
    for _places, tied in groupby(placings, key=lambda placing: placing.places):
        rows = list(tied)
        first = len(without_gaps) + 1
        last = len(without_gaps) + len(rows)
        without_gaps += [replace(row, first=first, last=last) for row in rows]
    return tuple(without_gaps)


def find_reachable_bands(
    pairings: Sequence[PlannedPairing], results: Results
) -> dict[EntryId, frozenset[Band]]:
    """By entry of one bracket, the places that it can share in the end: one for an entry that has
    left, and some results lead to each. Raises ValueError as ``rank_knockout`` does."""
    bracket = _read_bracket(pairings, results)
    reachable: dict[EntryId, frozenset[Band]] = {}
    for entry in bracket.drawn:
        meeting = bracket.last_meeting[entry]
        if meeting.winning is None:
            reachable[entry] = bracket.bands.list_reachable(meeting.pairing.id)
        else:
            reachable[entry] = frozenset({bracket.find_band_left(entry)})
    return reachable


class _BracketNow(NamedTuple):
    """The entries of a bracket in drawn order, and the last meeting that each is known to be in."""

    drawn: Sequence[EntryId]
    last_meeting: Mapping[EntryId, Meeting]
    bands: Bands

    def place(self, entry: EntryId, main_rounds: int) -> Placing:
        """The places of an entry, with the reason; ``main_rounds``: those of the bracket."""
        meeting = self.last_meeting[entry]
        pairing_id = meeting.pairing.id
        if meeting.winning is None:
            reach = self.bands.reach(pairing_id)
            why = explain_still_in(meeting, reach, main_rounds)
            return Placing(entry, *reach, still_in=True, why=why)
        band = self.find_band_left(entry)
        winner_leaves = self.bands.of_winner(pairing_id) is not None
        if winner_leaves and entry == meeting.winner:
            seat_taken = self.bands.is_seat_taken(pairing_id)
            why = explain_last_win(meeting, band, main_rounds, seat_taken=seat_taken)
        else:
            why = explain_last_loss(meeting, band, main_rounds, for_a_place=winner_leaves)
        return Placing(entry, *band, still_in=False, why=why)

    def find_band_left(self, entry: EntryId) -> Band:
        """The places of an entry that has left; its last meeting is decided."""
        meeting = self.last_meeting[entry]
        pairing_id = meeting.pairing.id
        of_winner, of_loser = self.bands.of_winner(pairing_id), self.bands.of_loser(pairing_id)
        if of_winner is not None and entry == meeting.winner:
            return of_winner
        if of_loser is None:
            raise ValueError(f"after {pairing_id} {entry!r} sits nowhere")
        return of_loser


def _read_bracket(pairings: Sequence[PlannedPairing], results: Results) -> _BracketNow:
    meetings = list_meetings(pairings, results)
    last_meeting: dict[EntryId, Meeting] = {}
    in_drawn_order: dict[EntryId, None] = {}
    for meeting in meetings:
        last_meeting |= dict.fromkeys(meeting.present(), meeting)
        in_drawn_order |= dict.fromkeys(meeting.drawn())
    # Winners and losers who sit in a later pairing, though the plan may say that they have left:
    # after a correction, an entry that has played on keeps its seat though it lost.
    sits_later: set[Leaving] = set()
    for meeting in meetings:
        for entry, as_winner in ((meeting.winner, True), (meeting.loser, False)):
            if entry is None:
                continue
            is_last = last_meeting[entry] is meeting
            if not (is_last and as_winner == (entry == meeting.winner)):
                sits_later.add((meeting.pairing.id, as_winner))
    return _BracketNow(tuple(in_drawn_order), last_meeting, Bands(pairings, sits_later))


def find_places_at_stake(pairings: Sequence[PlannedPairing]) -> dict[PairingId, tuple[int, int]]:
    """The best and the worst place that the entries of a pairing can still have."""
    bands = Bands(pairings)
    return {pairing.id: bands.reach(pairing.id) for pairing in pairings if pairing.used_slots}
