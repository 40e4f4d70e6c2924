"""The bounds of what each entry can end with by itself: cheap at any size, several rounds before
the end, and before rounds that are still to be paired."""

from competition.plan import EntryId
from competition.scenarios.open_ranking import OpenRanking
from competition.scenarios.sort_keys import SortedKeys, SortKeys
from competition.scenarios.verdict import EntryVerdict
from competition.standings.bounds import ValueRange


class EliminationBounds:
    """Compares the lowest and the highest key that each entry can end with.

    The bounds of several entries may not be reachable together, as both sides of a match cannot
    win it. So this proves that an entry cannot advance, or cannot fail, and never that it can.
    """

    def __init__(self, ranking: OpenRanking, keys: SortKeys) -> None:
        self.ranking = ranking
        self._keys = keys
        unpaired = ranking.state.unpaired_rounds
        # What a round that is not paired yet can add to the first metric, the only one in a key
        # then: by a match, or by a round without one (a bye or an absence).
        in_a_round = ValueRange(0, 0)
        if unpaired and keys.metrics:
            gains_alone = ranking.state.gains.list_without_opponent(keys.metrics[0])
            possible_keys = [keys.pack([gain]) for gain in gains_alone]
            for by_match in keys.plain_gains.range_by_slot:
                possible_keys += (by_match.least, by_match.most)
            in_a_round = ValueRange.around(possible_keys)

        self._final_keys: dict[EntryId, ValueRange] = {}
        for entry in ranking.entries:
            least_key = keys.base[entry] + unpaired * in_a_round.least
            most_key = keys.base[entry] + unpaired * in_a_round.most
            # The bounds of its matches are added up: cheap, and true even if no ending reaches all
            # of them.
            for pairing in ranking.open_pairings_by_entry.get(entry, ()):
                slot = pairing.entries.index(entry)
                gain = keys.compute_gains(pairing).range_by_slot[slot]
                least_key += gain.least
                most_key += gain.most
            self._final_keys[entry] = ValueRange(least_key, most_key)
        lowest: list[int] = []
        highest: list[int] = []
        for entry in ranking.contenders:
            lowest.append(self._final_keys[entry].least)
            highest.append(self._final_keys[entry].most)
        self._lowest = SortedKeys(lowest)
        self._highest = SortedKeys(highest)

    def judge(self, entry: EntryId) -> EntryVerdict:
        """At best it ends with its highest key and all others with their lowest; at worst the
        reverse."""
        own_key = self._final_keys[entry]
        # Both lists contain this entry too, and it is not above itself. An entry that has left the
        # event is in neither of them.
        own_least: list[int] = []
        own_most: list[int] = []
        if entry in self.ranking.contenders:
            own_least.append(own_key.least)
            own_most.append(own_key.most)
        verdict = self.ranking.cut.judge(
            self._lowest.count_above(own_key.most, without=own_least),
            self._highest.count_above(own_key.least, without=own_most),
            ties_are_final=self._keys.decide_all,
        )
        return verdict.keep_impossible()
