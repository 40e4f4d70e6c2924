"""Deals lots to groups with fixed members, and spreads clubmates as far as possible."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import TypeAlias

from competition.draw.clubmates.cycles import CycleSearch
from competition.draw.coin import Coin

Club: TypeAlias = int
"""Clubs are numbered; 0: no clubmate."""
ALONE: Club = 0
Edge: TypeAlias = tuple[Club, bool, tuple[int, int]]
"""A club that may have one lot more in a group, whether it has, and the chances that it has."""


class Deal:
    """How many lots of each club go to each group. Which of them is a matter of lots.

    A group with x of a club has x(x-1)/2 pairs of clubmates. Pairs are the fewest there can be when
    no circle of lots, each moving to the next one's group, makes fewer of them.
    """

    def __init__(
        self,
        clubs: Sequence[Club],
        rooms: Sequence[int],
        there: Sequence[Counter[Club]],
        coin: Coin,
    ) -> None:
        """``clubs``: the clubs of the lots, as many lots as there are free places. ``rooms``: the
        free places by group. ``there``: by group, how many of each club it has already."""
        self.lots: list[Counter[Club]] = [Counter() for _ in rooms]
        self._there = there
        self._coin = coin
        self._open = coin.shuffle(group for group, room in enumerate(rooms) if room)
        self._begin(Counter(clubs), list(rooms))

    def spread(self) -> None:
        """No deal has fewer pairs of clubmates."""
        if all(map(self._is_even, {club for lots in self.lots for club in lots} - {ALONE})):
            return
        arcs = self._arcs()
        search = CycleSearch(arcs)
        while circles := search.cycles():
            for circle in circles:
                self._turn(circle)
            arcs.update(self._arcs())
            search.changed(arcs)

    def mix(self, rounds: int) -> None:
        """In each round, groups trade lots pairwise where this does not change the number of
        clashes."""
        for _ in range(rounds):
            order = self._coin.shuffle(self._open)
            for one, other in zip(order[::2], order[1::2], strict=False):
                self._trade(one, other)

    def _begin(self, clubs: Counter[Club], rooms: list[int]) -> None:
        """Club by club, the largest first, to where the fewest clubmates are; then to where the
        most room is."""
        alone = clubs.pop(ALONE, 0)
        for club in sorted(clubs, key=lambda each: (-clubs[each], each)):
            lots = self._coin.shuffle(self._open)
            waiting = [
                (self._there[group][club], -rooms[group], lot, group)
                for lot, group in enumerate(lots)
                if rooms[group]
            ]
            heapify(waiting)
            for _ in range(clubs[club]):
                mates, room, lot, group = heappop(waiting)
                self.lots[group][club] += 1
                rooms[group] -= 1
                if rooms[group]:
                    heappush(waiting, (mates + 1, room + 1, lot, group))
        for group, room in enumerate(rooms):
            if alone and room:
                self.lots[group][ALONE] = room

    def _mates(self, club: Club, group: int) -> int:
        return self.lots[group][club] + self._there[group][club]

    def _is_even(self, club: Club) -> bool:
        """No lot of this club would have fewer clubmates in another group."""
        fewest = min(self._mates(club, group) for group in self._open)
        return all(
            self._mates(club, group) <= fewest + 1 for group in self._open if self.lots[group][club]
        )

    def _arcs(self) -> dict[int, list[tuple[int, int]]]:
        return {
            one: [(other, self._way(one, other)[0]) for other in self._open if other != one]
            for one in self._open
        }

    def _way(self, one: int, other: int) -> tuple[int, Club]:
        """The lot that goes best from one group to the other: the pairs that it adds, its club."""
        return min(
            (self._mates(club, other) - self._mates(club, one) + 1 if club else 0, club)
            for club, lots in self.lots[one].items()
            if lots
        )

    def _turn(self, circle: Sequence[int]) -> None:
        ways = list(zip(circle, (*circle[1:], circle[0]), strict=True))
        clubs = [self._way(one, other)[1] for one, other in ways]
        for (one, other), club in zip(ways, clubs, strict=True):
            self.lots[one][club] -= 1
            self.lots[other][club] += 1

    def _trade(self, one: int, other: int) -> None:
        """A club of which one lot more or less in the first group makes no difference, once another
        has one less or more, may have it or not. Two and two such clubs toss for the lot that one
        of them has more, each with as many chances as there are lots that it could be."""
        clubs = self._coin.shuffle(self._on_the_edge(one, other))
        for (mine, has_it, chances), (yours, have_it, others) in zip(
            clubs[::2], clubs[1::2], strict=False
        ):
            if has_it != have_it:
                gets_it = self._coin.below(chances[0] * others[1] + others[0] * chances[1])
                if (gets_it < chances[0] * others[1]) != has_it:
                    step = -1 if has_it else 1
                    self._move(mine, step, one, other)
                    self._move(yours, -step, one, other)

    def _move(self, club: Club, lots: int, one: int, other: int) -> None:
        self.lots[one][club] += lots
        self.lots[other][club] -= lots

    def _on_the_edge(self, one: int, other: int) -> list[Edge]:
        """Every lot makes a step: what it costs to have one more of its club in the first group.
        The dearest that has its room there, and those that cost the same."""
        both = self.lots[one] + self.lots[other]
        steps = [
            ((here - there if club else 0), club, number)
            for club in sorted(both)
            for number in range(both[club])
            for here in [self._there[one][club] + number]
            for there in [self._there[other][club] + both[club] - 1 - number]
        ]
        edge = sorted(cost for cost, *_ in steps)[self.lots[one].total() - 1]
        return [
            (club, number < self.lots[one][club], _compute_chance(club, number, both[club]))
            for cost, club, number in steps
            if cost == edge
        ]


def _compute_chance(club: Club, number: int, lots: int) -> tuple[int, int]:
    """As a fraction: for each choice of ``number`` of the lots, how many of one more."""
    return (lots - number, number + 1) if club else (1, 1)


def dealt(
    clubs: Sequence[Club],
    rooms: Sequence[int],
    there: Sequence[Counter[Club]],
    coin: Coin,
    *,
    rounds: int,
) -> list[int]:
    """The group of each lot, in the order of ``clubs``."""
    if not any(clubs):
        seats = [group for group, room in enumerate(rooms) for _ in range(room)]
        return coin.shuffle(seats)
    deal = Deal(clubs, rooms, there, coin)
    deal.spread()
    deal.mix(rounds)
    seats_of: dict[Club, list[int]] = defaultdict(list)
    for group, lots in enumerate(deal.lots):
        for club, number in lots.items():
            seats_of[club] += [group] * number
    shuffled = {club: coin.shuffle(seats_of[club]) for club in sorted(seats_of)}
    return [shuffled[club].pop() for club in clubs]
