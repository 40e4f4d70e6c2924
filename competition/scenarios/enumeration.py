"""Enumeration of all combinations of outcomes that the open matches can have."""

from collections.abc import Callable
from itertools import product
from typing import TypeAlias

from competition.plan import EntryId
from competition.scenarios.open_ranking import OpenRanking
from competition.scenarios.partial_order import OutcomeExample, PartialOrder
from competition.scenarios.verdict import (
    IN_NO_ENDING,
    UNPROVED,
    CountAbove,
    EntryVerdict,
    OwnOutcome,
    Proof,
)
from competition.standings.results import RoundResult
from competition.standings.table import ResultTable, build_result_table

Combination: TypeAlias = tuple[int, ...]
"""By position of an open pairing, the index of its outcome."""
Condition: TypeAlias = Callable[[Combination], bool]
"""Selects combinations."""


def count_combinations(ranking: OpenRanking) -> int:
    """The number of combinations to enumerate."""
    return int(len(ranking.state.possible.outcomes) ** len(ranking.open_pairings))


class Enumeration:
    """Judges every combination. What it proves is exact; it leaves open what the points within an
    outcome decide, or the other groups."""

    def __init__(self, ranking: OpenRanking) -> None:
        self.ranking = ranking
        self._outcomes = ranking.state.possible.outcomes
        self._verdicts: dict[Combination, list[EntryVerdict]] = {}
        """By combination, the verdicts by number of the entry."""
        state = ranking.state
        order = PartialOrder(state.gains, state.possible)
        # The loop over the combinations runs up to thousands of times, so all lines are made before
        # it: those that are the same in any combination, and by open pairing one for each outcome.
        fixed: list[RoundResult] = []
        by_outcome: list[list[OutcomeExample]] = [[] for _ in ranking.open_pairings]
        # An entry plays once in a round, so that round and seats name the line of a pairing.
        seats_by_pairing = [ranking.seats[pairing.id] for pairing in ranking.open_pairings]
        keys = [
            (pairing.round, tuple(seat.entry for seat in seats))
            for pairing, seats in zip(ranking.open_pairings, seats_by_pairing, strict=True)
        ]
        open_keys = set(keys)
        for number, outcome in enumerate(self._outcomes):
            lines = ranking.make_round_results(outcome.example)
            by_key = {(line.round, line.slots): line for line in lines}
            for examples, key, seats in zip(by_outcome, keys, seats_by_pairing, strict=True):
                slots = tuple(seat.slot for seat in seats)
                examples.append(OutcomeExample.of(by_key[key], number, slots))
            fixed = [line for key, line in by_key.items() if key not in open_keys]
        for chosen in product(*by_outcome):
            combination = tuple(line.outcome for line in chosen)
            table = build_result_table(
                ranking.entries, [*fixed, *chosen], state.standings_options, {}
            )
            self._verdicts[combination] = self._judge_table(table, order)

    def judge(self, entry: EntryId) -> EntryVerdict:
        return self.judge_where(entry, is_any)

    def judge_where(self, entry: EntryId, condition: Condition) -> EntryVerdict:
        """The verdict if only the combinations are possible for which the condition holds."""
        number = self.ranking.numbers[entry]
        verdict = IN_NO_ENDING
        for combination, verdicts in self._verdicts.items():
            if condition(combination):
                verdict = verdict.either(verdicts[number])
                if verdict.is_contested:
                    break
        return verdict

    def list_own_outcomes(self, entry: EntryId) -> list[OwnOutcome]:
        """The outcomes of the only open match of an entry, and the verdict in each."""
        ((position, slot),) = self._find_own_slots(entry).items()
        number = self.ranking.numbers[entry]
        own_verdicts = [IN_NO_ENDING] * len(self._outcomes)
        for combination, verdicts in self._verdicts.items():
            own_outcome = combination[position]
            known = own_verdicts[own_outcome]
            # Nothing that follows can change a verdict that is contested.
            if not known.is_contested:
                own_verdicts[own_outcome] = known.either(verdicts[number])
        own_outcomes: list[OwnOutcome] = []
        for outcome, verdict in zip(self._outcomes, own_verdicts, strict=True):
            own_outcomes.append(
                OwnOutcome(
                    is_won=outcome.winner == slot,
                    is_drawn=outcome.is_drawn,
                    games=outcome.games[slot],
                    points=None,
                    verdict=verdict,
                )
            )
        return own_outcomes

    def find_wins_enough(self, entry: EntryId) -> int | None:
        """The number of wins in its open matches that is enough, whatever else happens."""
        own_slots = self._find_own_slots(entry)
        number = self.ranking.numbers[entry]
        # One more than the most wins with which it may still fail.
        enough = 0
        for combination, verdicts in self._verdicts.items():
            if not verdicts[number].has_clinched:
                wins = 0
                for position, slot in own_slots.items():
                    wins += self._find_winner(combination, position) == slot
                enough = max(enough, wins + 1)
        # Often none is: the results of the others decide too.
        if enough > len(own_slots):
            return None
        return enough

    def find_deciding_rival(self, entry: EntryId, condition: Condition) -> EntryId | None:
        """The rival on whose match alone it depends, in these combinations, whether the entry
        advances: it does unless the rival wins. None if there is no such rival."""
        for position, pairing in enumerate(self.ranking.open_pairings):
            for slot, rival in self.ranking.seats[pairing.id]:
                if rival == entry:
                    continue
                # It depends on the rival alone if both answers are certain, whatever else happens.
                rival_wins = self._is_won(position, slot, won=True)
                rival_fails = self._is_won(position, slot, won=False)
                if (
                    self.judge_where(entry, _both(condition, rival_wins)).is_eliminated
                    and self.judge_where(entry, _both(condition, rival_fails)).has_clinched
                ):
                    return rival
        return None

    def own_match_is_won(self, entry: EntryId, *, won: bool) -> Condition:
        """The combinations in which the entry wins its only open match, or does not."""
        ((position, slot),) = self._find_own_slots(entry).items()
        return self._is_won(position, slot, won=won)

    def _find_own_slots(self, entry: EntryId) -> dict[int, int]:
        """By position of its pairings in a combination, the slots of an entry."""
        own_slots: dict[int, int] = {}
        for position, pairing in enumerate(self.ranking.open_pairings):
            seats = pairing.entries
            if entry in seats:
                own_slots[position] = seats.index(entry)
        return own_slots

    def _is_won(self, position: int, slot: int, *, won: bool) -> Condition:
        return lambda combination: (self._find_winner(combination, position) == slot) == won

    def _find_winner(self, combination: Combination, position: int) -> int | None:
        return self._outcomes[combination[position]].winner

    def _judge_table(self, table: ResultTable, order: PartialOrder) -> list[EntryVerdict]:
        """By number of the entry, the verdict in one combination."""
        ranking, cut = self.ranking, self.ranking.cut
        verdicts = [UNPROVED] * len(ranking.entries)
        before = 0
        metrics = ranking.state.metrics
        for cluster in order.find_clusters(table, metrics, ranking.deductions):
            # Entries that have left stand in the ranking, but take no place.
            members = cluster.members
            contenders = [each for each in members if ranking.entries[each] in ranking.contenders]
            others = len(contenders) - 1
            members_gone = len(members) - len(contenders)
            for number in contenders:
                if not cluster.above_inside:
                    tied = CountAbove(before, before + others)
                    verdicts[number] = cut.judge(tied, tied, ties_are_final=True)
                    continue
                # Those that have left may all be among the ones certainly above it, or none of them
                # among the ones possibly above: so both ends stay true.
                inside = cluster.above_inside[number]
                best = before + max(0, inside.least - members_gone)
                worst = before + min(inside.most, others)
                # Whether it is tied with some of these is not known, so no tie counts as final.
                verdict = cut.judge(
                    CountAbove(best, best), CountAbove(worst, worst), ties_are_final=False
                )
                # What is certain in a combination is possible too: any ending of it is an example.
                if verdict.has_clinched:
                    verdicts[number] = EntryVerdict(can_advance=Proof.YES, can_fail=Proof.NO)
                elif verdict.is_eliminated:
                    verdicts[number] = EntryVerdict(can_advance=Proof.NO, can_fail=Proof.YES)
            before += len(contenders)
        return verdicts


def is_any(combination: Combination) -> bool:
    """The condition that every combination meets."""
    return True


def _both(one: Condition, other: Condition) -> Condition:
    return lambda combination: one(combination) and other(combination)
