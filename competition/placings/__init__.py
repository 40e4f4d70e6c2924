"""The places of a bracket, at any moment."""

from collections.abc import Iterator, Mapping, Sequence

from competition.placings.bands import Bands, Leaving
from competition.placings.meetings import Meeting, meetings_of
from competition.placings.whys import explain_last_loss, explain_last_win, still_in
from competition.plan import EntryId, PairingId, Placing, PlannedPairing, Result


def knockout_placings(
    pairings: Sequence[PlannedPairing], results: Mapping[PairingId, Result]
) -> tuple[Placing, ...]:
    """Entries that leave in the same round share the place; entries that are still in have the
    places within reach.

    ``pairings`` are those of one bracket, in the order of play. The result is ordered by place, and
    tied entries by their position in the bracket. Raises ValueError for a result of a pairing whose
    slots are not filled.
    """
    meetings = meetings_of(pairings, results)
    of = max(pairing.round for pairing in pairings if pairing.section == "main")
    last = {entry: meeting for meeting in meetings for entry in meeting.present()}
    bands = Bands(pairings, set(_sitting_later(meetings, last)))
    drawn = dict.fromkeys(entry for meeting in meetings for entry in meeting.drawn())
    placings = [_make_placing(entry, last[entry], bands, of) for entry in drawn]
    return tuple(sorted(placings, key=lambda found: (found.first, found.last)))


def _sitting_later(
    meetings: Sequence[Meeting], last: Mapping[EntryId, Meeting]
) -> Iterator[Leaving]:
    """The winners and losers of decided pairings whose last seat is another."""
    for meeting in meetings:
        for entry, as_winner in ((meeting.winner, True), (meeting.loser, False)):
            is_last = entry is not None and last[entry] is meeting
            if entry is not None and not (is_last and as_winner == (entry == meeting.winner)):
                yield meeting.pairing.id, as_winner


def places_at_stake(pairings: Sequence[PlannedPairing]) -> dict[PairingId, tuple[int, int]]:
    """The best and the worst place that the entries of a pairing can still have."""
    bands = Bands(pairings)
    return {pairing.id: bands.reach(pairing.id) for pairing in pairings if bands.peopled(pairing)}


def _make_placing(entry: EntryId, meeting: Meeting, bands: Bands, of: int) -> Placing:
    """``meeting`` is the last one that the entry is known to be in."""
    at = meeting.pairing.id
    if meeting.winning is None:
        band = bands.reach(at)
        return Placing(entry, *band, still_in=True, why=still_in(meeting, band, of))
    won, lost = bands.of_winner(at), bands.of_loser(at)
    if won is not None and entry == meeting.winner:
        seat_taken = bands.seat_taken(at)
        why = explain_last_win(meeting, won, of, seat_taken=seat_taken)
        return Placing(entry, *won, still_in=False, why=why)
    if lost is None:
        raise ValueError(f"after {at} {entry!r} sits nowhere")
    why = explain_last_loss(meeting, lost, of, for_a_place=won is not None)
    return Placing(entry, *lost, still_in=False, why=why)
