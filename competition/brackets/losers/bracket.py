"""The losers' bracket: the losers of some main rounds play a knock-out, and do not return."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from competition.brackets.bracket import plan_section_round
from competition.brackets.losers.drops import drop_masks
from competition.brackets.losers.slots import list_loser_slots, list_winner_slots
from competition.plan import Bye, PlannedPairing, PlannedSlot

Met: TypeAlias = tuple[PlannedSlot, PlannedSlot]

SECTION = "losers"


@dataclass(frozen=True, slots=True)
class LosersRound:
    """``after``: the number of main rounds to begin before it, which include all that it needs."""

    after: int
    pairings: tuple[PlannedPairing, ...]


class LosersBracket:
    """A losers' bracket while it is planned round by round. ``alive``: the slots of the entries
    that are still in it, down the bracket; ``last``: the number of its last round."""

    def __init__(self, *, passes_over_byes: bool) -> None:
        """``passes_over_byes``: a round without a match is not planned at all."""
        self.rounds: list[LosersRound] = []
        self.alive: list[PlannedSlot] = []
        self._passes_over_byes = passes_over_byes

    @property
    def last(self) -> int:
        return len(self.rounds)

    def halve(self, after: int) -> None:
        """A round in which neighbours meet."""
        self._add_round(list(zip(self.alive[::2], self.alive[1::2], strict=True)), after)

    def join(self, losers: Sequence[PlannedSlot], mask: int, after: int) -> None:
        """A round in which the losers of a main round drop in, each against an entry that is alive.
        The loser of match i meets place ``i XOR mask``."""
        # An exclusive or maps aligned blocks of places to one another: parts of the bracket change
        # places as a whole, and every place gets one loser.
        paired_slots = [(losers[place ^ mask], slot) for place, slot in enumerate(self.alive)]
        self._add_round(paired_slots, after)

    def _add_round(self, met: Sequence[Met], after: int) -> None:
        is_played = False
        survivors: list[PlannedSlot] = []
        for first_slot, second_slot in met:
            if isinstance(first_slot, Bye):
                survivors.append(second_slot)
            else:
                survivors.append(first_slot)
            has_bye = isinstance(first_slot, Bye) or isinstance(second_slot, Bye)
            is_played = is_played or not has_bye
        if self._passes_over_byes and not is_played:
            # Nobody meets: every place goes to the slot that is no bye, if there is one.
            self.alive = survivors
            return
        pairings = plan_section_round(SECTION, self.last + 1, met)
        self.rounds.append(LosersRound(after, pairings))
        self.alive = list_winner_slots(pairings)


def plan_losers_bracket(
    main: Sequence[Sequence[PlannedPairing]],
    chosen: Sequence[int],
    *,
    passes_over_byes: bool,
    first: Sequence[PlannedSlot] | None = None,
) -> LosersBracket:
    """The bracket of the losers of the ``chosen`` main rounds (numbers from 1, rising). ``first``:
    the slots of the first of these rounds, where others than its losers come from it.

    The losers of the first meet until as many are left as the next has; then those drop in; and so
    on until one is left.
    """
    bracket = LosersBracket(passes_over_byes=passes_over_byes)
    bits = [len(main[number - 1]).bit_length() - 1 for number in chosen]
    # The masks turn the order in which losers drop in, so that two who have met meet late again.
    last_main_round = 0
    for number, mask in zip(chosen, drop_masks(bits), strict=True):
        losers = list_loser_slots(main[number - 1])
        if bracket.alive:
            _halve_to(bracket, len(losers), last_main_round)
            bracket.join(losers, mask, number)
        elif first is None:
            bracket.alive = losers
        else:
            bracket.alive = list(first)
        last_main_round = number
    _halve_to(bracket, 1, last_main_round)
    return bracket


def _halve_to(bracket: LosersBracket, size: int, begun: int) -> None:
    """Plans each halving beside the next round of the main bracket."""
    rounds_before = bracket.last
    while len(bracket.alive) > size:
        bracket.halve(begun + 1 + bracket.last - rounds_before)
