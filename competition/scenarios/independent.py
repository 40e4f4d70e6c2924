"""Counting where no entry has two open matches. These are then independent of one another, so the
number of entries above a key is a sum over the matches, and no combination has to be enumerated.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from competition.plan import EntryId, PairingId, PlannedPairing
from competition.scenarios.key_gains import KeyGains
from competition.scenarios.open_ranking import OpenRanking
from competition.scenarios.sort_keys import SortedKeys, SortKeys
from competition.scenarios.verdict import IN_NO_ENDING, EntryVerdict, OwnOutcome
from competition.standings.bounds import ValueRange


class ContenderSeat(NamedTuple):
    """An entry that takes a place, as one of a match: its slot, and its key without the match."""

    slot: int
    base: int


class Thresholds(NamedTuple):
    """For each j, the least and the most that the j-th greatest key of a match can be.

    At least j entries of a match are above a key exactly if the j-th greatest is. So over all its
    results, the fewest that can be above a key are as many as there are ``least`` thresholds above
    it, and the most as many as there are ``most`` thresholds.
    """

    least: list[int]
    most: list[int]


class EndKeys(NamedTuple):
    """Keys at the end of a match: that of an entry, and those of the other contenders there."""

    own: int
    opponents: Sequence[int] = ()


class ThresholdCounts:
    """Counts the entries above a key over all matches, at best and at worst."""

    def __init__(
        self, keys: SortKeys, finished: Sequence[int], by_pairing: Mapping[PairingId, Thresholds]
    ) -> None:
        """``finished``: the keys of the contenders that have no open match."""
        self.by_pairing = by_pairing
        self._keys = keys
        least, most = list(finished), list(finished)
        for thresholds in by_pairing.values():
            least += thresholds.least
            most += thresholds.most
        self._least = SortedKeys(least)
        self._most = SortedKeys(most)

    def judge(self, own_match: Thresholds, best: EndKeys, worst: EndKeys) -> EntryVerdict:
        """The verdict on an entry that ends with these keys at best and at worst. They are counted
        in place of the thresholds of its own match."""
        return self._keys.ranking.cut.judge(
            self._least.count_above(best.own, own_match.least, best.opponents),
            self._most.count_above(worst.own, own_match.most, worst.opponents),
            ties_are_final=self._keys.decide_all,
        )


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """The only open match of an entry: its slot there and its key without the match, and the other
    contenders at the table."""

    pairing: PlannedPairing
    gains: KeyGains
    slot: int
    base: int
    opponents: tuple[ContenderSeat, ...]

    def end_with(self, own: Sequence[int], of_opponents: Sequence[int]) -> EndKeys:
        """The keys at the end if the match adds these, by slot, to the entry and its opponents."""
        opponents = [seat.base + of_opponents[seat.slot] for seat in self.opponents]
        return EndKeys(self.base + own[self.slot], opponents)


class IndependentMatches:
    """Exact if all possible results are known, and the keys decide all metrics.

    Otherwise the bounds of the results prove what is impossible, and the known results what is
    possible.
    """

    def __init__(self, ranking: OpenRanking, keys: SortKeys) -> None:
        self.ranking = ranking
        self.keys = keys
        self._are_complete = ranking.state.possible.are_complete
        in_open_match = ranking.open_pairings_by_entry
        finished = [keys.base[entry] for entry in ranking.contenders if entry not in in_open_match]
        of_results: dict[PairingId, Thresholds] = {}
        of_bounds: dict[PairingId, Thresholds] = {}
        for pairing in ranking.open_pairings:
            seats = self._list_contenders(pairing)
            gains = keys.compute_gains(pairing)
            # Exact if all results are known: least and most over the results themselves.
            of_results[pairing.id] = _find_extremes(seats, gains.known_keys)
            if not self._are_complete:
                # Bounds: of each outcome all slots take their least together, and all their most.
                # No result need do that, so the thresholds hold but may not be reached.
                least = _find_extremes(seats, gains.least).least
                most = _find_extremes(seats, gains.most).most
                of_bounds[pairing.id] = Thresholds(least, most)
        self._by_results = self._by_bounds = ThresholdCounts(keys, finished, of_results)
        if not self._are_complete:
            self._by_bounds = ThresholdCounts(keys, finished, of_bounds)

    def judge(self, entry: EntryId) -> EntryVerdict:
        if entry not in self.ranking.open_pairings_by_entry:
            # Its own key is among the finished ones, unless it has left the event, and does not
            # count among those above itself.
            end = EndKeys(self.keys.base[entry])
            own = Thresholds([], [])
            if entry in self.ranking.contenders:
                own = Thresholds([end.own], [end.own])
            by_results = self._by_results.judge(own, end, end)
            if self._are_complete:
                return by_results
            by_bounds = self._by_bounds.judge(own, end, end)
            return by_bounds.keep_impossible().add_examples(by_results)
        verdict = IN_NO_ENDING
        for outcome in self._judge_own_match(entry):
            verdict = verdict.either(outcome.verdict)
            # Nothing that follows can change it.
            if verdict.is_contested:
                break
        return verdict

    def list_own_outcomes(self, entry: EntryId) -> list[OwnOutcome]:
        """The outcomes of the only open match of an entry, and the verdict in each: result by
        result if all results are known."""
        return list(self._judge_own_match(entry))

    @cached_property
    def final_keys(self) -> Mapping[EntryId, ValueRange]:
        """By contender, the lowest and the highest key that it can end with."""
        ranges = {}
        for entry in self.ranking.contenders:
            base = self.keys.base[entry]
            ranges[entry] = ValueRange(base, base)
            if entry in self.ranking.open_pairings_by_entry:
                match = self._find_own_match(entry)
                gain = match.gains.range_by_slot[match.slot]
                if self._are_complete:
                    gain = match.gains.known_range_by_slot[match.slot]
                ranges[entry] = ValueRange(base + gain.least, base + gain.most)
        return ranges

    def find_single_rival(self, entry: EntryId) -> EntryId | None:
        """The only other entry with which the order is open, where one place is left for the two
        and both have a match to play. None if this is not so."""
        cut = self.ranking.cut
        # With an open number of places, or a range of them, one rival does not decide alone.
        if cut.last_certain != cut.last_possible or cut.first > 1:
            return None
        # All but the rival have to end above the entry or below it, whatever happens.
        own_key = self.final_keys[entry]
        surely_above = 0
        within_reach: list[EntryId] = []
        for other, final_key in self.final_keys.items():
            if final_key.least > own_key.most:
                surely_above += 1
            elif final_key.most >= own_key.least and other != entry:
                within_reach.append(other)
        if surely_above != cut.last_certain - 1 or len(within_reach) != 1:
            return None
        (rival,) = within_reach
        if rival not in self.ranking.open_pairings_by_entry:
            return None
        return rival

    def _judge_own_match(self, entry: EntryId) -> Iterator[OwnOutcome]:
        """Result by result if all are known, else outcome by outcome: against all that can happen
        at the other tables."""
        match = self._find_own_match(entry)
        of_results = self._by_results.by_pairing[match.pairing.id]
        deciding = match.gains.deciding_by_slot[match.slot]
        for number, outcome in enumerate(self.ranking.state.possible.outcomes):
            examples = IN_NO_ENDING
            for added, result in deciding[number]:
                end = match.end_with(added, added)
                verdict = self._by_results.judge(of_results, end, end)
                if not self._are_complete:
                    examples = examples.either(verdict)
                else:
                    yield OwnOutcome(
                        is_won=result.winner == match.slot,
                        is_drawn=result.winner is None,
                        games=outcome.games[match.slot],
                        points=result.totals[match.slot],
                        verdict=verdict,
                    )
            if self._are_complete:
                continue
            # The known results are only examples here, but the bounds of the outcome hold for all.
            # At best the entry gets the most and its opponents the least, at worst the reverse.
            least, most = match.gains.least[number], match.gains.most[number]
            best, worst = match.end_with(most, least), match.end_with(least, most)
            of_bounds = self._by_bounds.by_pairing[match.pairing.id]
            by_bounds = self._by_bounds.judge(of_bounds, best, worst).keep_impossible()
            yield OwnOutcome(
                is_won=outcome.winner == match.slot,
                is_drawn=outcome.is_drawn,
                games=outcome.games[match.slot],
                points=None,
                verdict=by_bounds.add_examples(examples),
            )

    def _find_own_match(self, entry: EntryId) -> OwnMatch:
        (pairing,) = self.ranking.open_pairings_by_entry[entry]
        gains, slot = self.keys.compute_gains(pairing), pairing.entries.index(entry)
        other_seats = tuple(seat for seat in self._list_contenders(pairing) if seat.slot != slot)
        return OwnMatch(pairing, gains, slot, self.keys.base[entry], other_seats)

    def _list_contenders(self, pairing: PlannedPairing) -> list[ContenderSeat]:
        return [
            ContenderSeat(slot, self.keys.base[entry])
            for slot, entry in self.ranking.seats[pairing.id]
            if entry in self.ranking.contenders
        ]


def _find_extremes(seats: Sequence[ContenderSeat], gains: Iterable[Sequence[int]]) -> Thresholds:
    """For each j, the least and the most that the j-th greatest key can be, over these gains."""
    keys_by_gain: list[list[int]] = []
    for gain in gains:
        keys = sorted((seat.base + gain[seat.slot] for seat in seats), reverse=True)
        keys_by_gain.append(keys)
    least = [min(keys) for keys in zip(*keys_by_gain, strict=True)]
    most = [max(keys) for keys in zip(*keys_by_gain, strict=True)]
    return Thresholds(least, most)
