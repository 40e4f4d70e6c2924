"""All players who are present, the best first, split into score groups."""

from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from competition.pairing.swiss.costs import PairingCost
from competition.pairing.swiss.players import PresentEntry
from competition.plan import EntryId, number_items

NOBODY: Final[AbstractSet[int]] = frozenset()


class ScoreGroups:
    """The players by points, then by seed, then as they were listed (those without a seed last).

    From here on a player is his index in this order, 0 the best, and a pair is (upper, lower).
    ``group`` is the number of his score group from 0, ``place`` his place in it from 0. ``start``
    has the first index of each group, and one more for the end. ``by_place``: every player is a
    score group of his own and nobody floats, so that the steps are between places (Danese).
    """

    def __init__(
        self,
        players: Iterable[PresentEntry],
        forbidden: Iterable[tuple[EntryId, EntryId]] = (),
        *,
        by_place: bool = False,
    ) -> None:
        # Sorting is stable: players who are alike stay in the order in which they were listed.
        self.players = sorted(
            players, key=lambda player: (-player.points, player.seed is None, player.seed or 0)
        )
        # A new group begins where the points change, or with every player.
        self.start: list[int] = []
        for index, player in enumerate(self.players):
            if by_place or index == 0 or player.points != self.players[index - 1].points:
                self.start.append(index)
        self.start.append(len(self.players))
        self.group: list[int] = []
        self.place: list[int] = []
        for number in range(self.groups):
            self.group += [number] * self.size(number)
            self.place += range(self.size(number))
        self.number = number_items(player.id for player in self.players)
        # By index, both ways: it is enough that one of two names the other. Absent opponents are
        # left out.
        self.met: list[set[int]] = [set() for _ in self.players]
        for index, player in enumerate(self.players):
            for other in player.met:
                if other in self.number:
                    self.met[index].add(self.number[other])
                    self.met[self.number[other]].add(index)
        # Most players have no forbidden opponent: they share one empty set.
        self.forbidden: list[AbstractSet[int]] = [NOBODY] * len(self)
        for one, other in forbidden:
            if one in self.number and other in self.number and one != other:
                first, second = self.number[one], self.number[other]
                self.forbidden[first] |= {second}
                self.forbidden[second] |= {first}
        self.club = _number_clubs(self.players)
        self.down = [player.floated == "down" and not by_place for player in self.players]
        self.up = [player.floated == "up" and not by_place for player in self.players]

    def __len__(self) -> int:
        return len(self.players)

    @property
    def groups(self) -> int:
        return len(self.start) - 1

    def size(self, group: int) -> int:
        return self.start[group + 1] - self.start[group]

    def order_pair(self, one: EntryId, other: EntryId) -> tuple[int, int]:
        """Two entries by their indexes."""
        return sort_pair(self.number[one], self.number[other])

    def compute_pair_cost(self, upper: int, lower: int) -> PairingCost:
        """The cost of pairing these two. ``exact.list_edges`` computes the same, packed."""
        step = self.group[lower] - self.group[upper]
        # Within a score group nobody floats.
        floats = 0
        if step:
            floats = self.down[upper] + self.up[lower]
        return PairingCost(
            rematches=int(lower in self.met[upper]),
            # Squared: one step of two score groups is worse than two steps of one.
            steps=step * step,
            floats=floats,
            clashes=int(self.club[upper] == self.club[lower]),
            distance=self.distance(upper, lower),
        )

    def distance(self, upper: int, lower: int) -> int:
        """The distance from the fold. In a group of m, an opponent m/2 places away has 0; across
        groups, the last of the upper group and the first of the lower have 0."""
        size = self.size(self.group[upper])
        if self.group[upper] == self.group[lower]:
            return abs(2 * (lower - upper) - size) // 2
        return size - 1 - self.place[upper] + self.place[lower]

    def compute_bye_cost(self, taker: int) -> PairingCost:
        """The cost of giving this player the bye. A second bye counts as a rematch."""
        return PairingCost(
            rematches=int(self.players[taker].had_bye),
            byes=self.groups - 1 - self.group[taker],
        )

    def compute_bye_costs(self, takers: Iterable[int]) -> dict[int, PairingCost]:
        """By player, the cost of giving him the bye."""
        return {taker: self.compute_bye_cost(taker) for taker in takers}


def sort_pair(one: int, other: int) -> tuple[int, int]:
    """The upper one of two players, then the lower."""
    return min(one, other), max(one, other)


def _number_clubs(players: Sequence[PresentEntry]) -> list[int]:
    """Clubmates have the same number; an entry without clubmates has its own, below 0.

    So two players are clubmates if their numbers are equal, without a test for missing clubs.
    """
    members = Counter(player.club for player in players)
    number_of_club = number_items(members)
    numbers: list[int] = []
    for index, player in enumerate(players):
        if player.club is not None and members[player.club] > 1:
            numbers.append(number_of_club[player.club])
        else:
            numbers.append(-1 - index)
    return numbers
