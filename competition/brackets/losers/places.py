"""Matches for places: the losers of one main round play on until each has a place of its own."""

from collections.abc import Sequence

from competition.brackets.bracket import plan_section_round
from competition.brackets.losers.bracket import SECTION, LosersRound, Met
from competition.brackets.losers.slots import list_loser_slots, list_winner_slots
from competition.plan import Bye, PlannedSlot


def place_rounds(losers: Sequence[PlannedSlot], begun: int, last: int) -> list[LosersRound]:
    """The rounds after the ``last`` of the losers' section, for the losers of main round ``begun``.

    Neighbours meet; the winners play on for the better half of the places, the losers for the
    other. Within a round the better places come first. A single loser has his place already.
    """
    if len(losers) - losers.count(Bye()) < 2:
        return []
    rounds: list[LosersRound] = []
    groups = [list(losers)]
    while len(groups[0]) > 1:
        met: list[Met] = []
        for group in groups:
            met += zip(group[::2], group[1::2], strict=True)
        number = len(rounds) + 1
        pairings = plan_section_round(SECTION, last + number, met)
        rounds.append(LosersRound(begun + number, pairings))
        size = len(groups[0]) // 2
        groups = []
        for start in range(0, len(pairings), size):
            part = pairings[start : start + size]
            # Places for which only byes would play are not played for.
            for half in (list_winner_slots(part), list_loser_slots(part)):
                if half.count(Bye()) < len(half):
                    groups.append(half)
    return rounds
