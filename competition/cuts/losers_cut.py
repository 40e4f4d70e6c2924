"""The entries that play on after they lost in a round of a knock-out."""

from collections.abc import Sequence

from competition.cuts.cut import Losers, Through
from competition.placings.meetings import list_meetings
from competition.plan import EntryId, PlannedPairing, Results


def advance_losers(
    cut: Losers,
    pairings: Sequence[PlannedPairing],
    results: Results,
    out: frozenset[EntryId] = frozenset(),
) -> Through:
    """The losers of these rounds, the later round first, down the bracket; none is seeded."""
    meetings = list_meetings(pairings, results)
    entries: list[EntryId] = []
    # The later an entry lost, the better its place.
    for number in sorted(cut.rounds, reverse=True):
        for meeting in meetings:
            if (meeting.pairing.section, meeting.pairing.round) == ("main", number):
                loser = meeting.loser
                # While the match is open there is no loser: the cut has fewer entries until then.
                if loser is not None and loser not in out:
                    entries.append(loser)
    return Through(tuple(entries), seeded=0)
