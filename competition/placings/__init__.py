"""The places of a bracket, at any moment."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from competition.placings.bands import Bands, Leaving
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
    meetings = list_meetings(pairings, results)
    main_rounds = count_main_rounds(pairings)
    last_meeting: dict[EntryId, Meeting] = {}
    in_drawn_order: dict[EntryId, None] = {}
    for meeting in meetings:
        last_meeting |= dict.fromkeys(meeting.present(), meeting)
        in_drawn_order |= dict.fromkeys(meeting.drawn())
    bands = Bands(pairings, set(_find_later_seats(meetings, last_meeting)))
    placings = [
        _make_placing(entry, last_meeting[entry], bands, main_rounds) for entry in in_drawn_order
    ]
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


def _find_later_seats(
    meetings: Sequence[Meeting], last_meeting: Mapping[EntryId, Meeting]
) -> Iterator[Leaving]:
    """The winners and losers of decided pairings who sit in a later pairing.

    The plan may say that they have left: after a correction, an entry that has played on keeps its
    seat though it lost.
    """
    for meeting in meetings:
        for entry, as_winner in ((meeting.winner, True), (meeting.loser, False)):
            if entry is None:
                continue
            is_last = last_meeting[entry] is meeting
            if not (is_last and as_winner == (entry == meeting.winner)):
                yield meeting.pairing.id, as_winner


def find_places_at_stake(pairings: Sequence[PlannedPairing]) -> dict[PairingId, tuple[int, int]]:
    """The best and the worst place that the entries of a pairing can still have."""
    bands = Bands(pairings)
    return {pairing.id: bands.reach(pairing.id) for pairing in pairings if pairing.used_slots}


def _make_placing(entry: EntryId, meeting: Meeting, bands: Bands, main_rounds: int) -> Placing:
    """``meeting`` is the last one that the entry is known to be in."""
    pairing_id = meeting.pairing.id
    if meeting.winning is None:
        reach = bands.reach(pairing_id)
        why = explain_still_in(meeting, reach, main_rounds)
        return Placing(entry, *reach, still_in=True, why=why)
    of_winner, of_loser = bands.of_winner(pairing_id), bands.of_loser(pairing_id)
    if of_winner is not None and entry == meeting.winner:
        seat_taken = bands.is_seat_taken(pairing_id)
        why = explain_last_win(meeting, of_winner, main_rounds, seat_taken=seat_taken)
        return Placing(entry, *of_winner, still_in=False, why=why)
    if of_loser is None:
        raise ValueError(f"after {pairing_id} {entry!r} sits nowhere")
    for_a_place = of_winner is not None
    why = explain_last_loss(meeting, of_loser, main_rounds, for_a_place=for_a_place)
    return Placing(entry, *of_loser, still_in=False, why=why)
