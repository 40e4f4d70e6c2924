"""Where everybody stands in a bracket, at any moment of it."""

from collections.abc import Mapping, Sequence

from tournaments.core.placings.bands import Bands
from tournaments.core.placings.meetings import Meeting, meetings_of
from tournaments.core.placings.whys import left_as_loser, left_as_winner, still_in
from tournaments.core.plan import EntryId, PairingId, Placing, PlannedPairing, Result


def knockout_placings(
    pairings: Sequence[PlannedPairing], results: Mapping[PairingId, Result]
) -> tuple[Placing, ...]:
    """Who leaves in the same round shares the place; who is still in has the places within reach.

    ``pairings`` are those of one bracket, in the order of play. Who stands further comes first, the
    level down the bracket. Raises ValueError for a result of a pairing whose slots are not filled.
    """
    meetings = meetings_of(pairings, results)
    bands = Bands(pairings)
    of = max(pairing.round for pairing in pairings if pairing.section == "main")
    last = {entry: meeting for meeting in meetings for entry in meeting.present()}
    drawn = dict.fromkeys(entry for meeting in meetings for entry in meeting.drawn())
    placings = [_placing(entry, last[entry], bands, of) for entry in drawn]
    return tuple(sorted(placings, key=lambda found: (found.first, found.last)))


def places_at_stake(pairings: Sequence[PlannedPairing]) -> dict[PairingId, tuple[int, int]]:
    """The best and the worst place that whoever sits in a pairing can still have."""
    bands = Bands(pairings)
    return {pairing.id: bands.reach(pairing.id) for pairing in pairings if bands.peopled(pairing)}


def _placing(entry: EntryId, meeting: Meeting, bands: Bands, of: int) -> Placing:
    """``meeting`` is the last that the entry is known to sit in."""
    at = meeting.pairing.id
    if meeting.winning is None:
        band = bands.reach(at)
        return Placing(entry, *band, still_in=True, why=still_in(meeting, band, of))
    won, lost = bands.of_winner(at), bands.of_loser(at)
    if won is not None and entry == meeting.winner:
        return Placing(entry, *won, still_in=False, why=left_as_winner(meeting, won, of))
    if lost is None:
        raise ValueError(f"after {at} {entry!r} sits nowhere")
    why = left_as_loser(meeting, lost, of, for_a_place=won is not None)
    return Placing(entry, *lost, still_in=False, why=why)
