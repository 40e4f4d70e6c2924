"""Two groups that deal themselves out again, seeds and all: pots apart, clubmates apart."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from competition.draw.coin import Coin
from competition.grouping.deal import Club

Member: TypeAlias = int


@dataclass(frozen=True, slots=True)
class Bonds:
    """The club (0: none) of every member, and the pot of those who are seeded."""

    clubs: Sequence[Club]
    pots: Mapping[Member, int]


class Trades:
    """Groups whose members nobody has fixed. After any trade the two groups have at most one of
    each pot, and numbers of each club that differ by one at most; sizes stay.

    So trades come to an end in which that holds of all groups; it always can (every bipartite
    multigraph has an equitable colouring of its edges, de Werra 1971: pots and clubs are the
    vertices, members the edges, groups the colours).
    """

    def __init__(self, groups: Sequence[Sequence[Member]], bonds: Bonds, coin: Coin) -> None:
        self.groups = [list(members) for members in groups]
        self._bonds = bonds
        self._coin = coin

    def spread(self) -> None:
        """Until the numbers of every club differ by one at most."""
        pairs = list(combinations(range(len(self.groups)), 2))
        while uneven := [pair for pair in pairs if not self._are_even(*pair)]:
            for one, other in uneven:
                if not self._are_even(one, other):
                    self._trade(one, other)

    def mix(self, rounds: int) -> None:
        """Two and two groups trade in each of the rounds: every outcome that a trade can have is as
        likely as the way back, so none is preferred in the end."""
        for _ in range(rounds):
            order = self._coin.shuffle(range(len(self.groups)))
            for one, other in zip(order[::2], order[1::2], strict=False):
                self._trade(one, other)

    def _are_even(self, one: int, other: int) -> bool:
        surplus: dict[Club, int] = defaultdict(int)
        for members, sign in ((self.groups[one], 1), (self.groups[other], -1)):
            for member in members:
                surplus[self._bonds.clubs[member]] += sign
        return all(abs(number) <= 1 for club, number in surplus.items() if club)

    def _trade(self, one: int, other: int) -> None:
        chains = list(self._chains(self.groups[one], self.groups[other]))
        even = [chain for chain in chains if len(chain[0]) == len(chain[1])]
        odd = [chain for chain in chains if len(chain[0]) > len(chain[1])]
        room = len(self.groups[one]) - sum(len(chain[1]) for chain in chains)
        turned = [chain[:: 1 - 2 * self._coin.below(2)] for chain in even]
        lots = self._coin.shuffle(odd)
        settled = [*turned, *lots[:room], *(chain[::-1] for chain in lots[room:])]
        self.groups[one] = sorted(member for chain in settled for member in chain[0])
        self.groups[other] = sorted(member for chain in settled for member in chain[1])

    def _chains(
        self, one: Sequence[Member], other: Sequence[Member]
    ) -> Iterator[tuple[list[Member], list[Member]]]:
        """Those who hang together by pot or club, in the two parts that must be apart, the longer
        first. Nobody has more than two neighbours, of a pot and of a club, so it is a chain or an
        even ring."""
        pots = self._pot_mates(one, other)
        clubs = self._club_mates(one, other)
        seen: set[Member] = set()
        for start in (*one, *other):
            if start in seen:
                continue
            seen.add(start)
            parts: tuple[list[Member], list[Member]] = ([], [])
            waiting = [(start, 0)]
            while waiting:
                member, part = waiting.pop()
                parts[part].append(member)
                near = {found for bond in (pots, clubs) if (found := bond.get(member)) is not None}
                waiting += [(found, 1 - part) for found in sorted(near - seen)]
                seen |= near
            yield parts if len(parts[0]) >= len(parts[1]) else parts[::-1]

    def _pot_mates(self, one: Sequence[Member], other: Sequence[Member]) -> dict[Member, Member]:
        of_pot = {self._bonds.pots[member]: member for member in one if member in self._bonds.pots}
        pairs = [
            (of_pot[pot], member)
            for member in other
            if (pot := self._bonds.pots.get(member)) in of_pot and pot is not None
        ]
        return _both_ways(pairs)

    def _club_mates(self, one: Sequence[Member], other: Sequence[Member]) -> dict[Member, Member]:
        """Clubmates in pairs by lot, as far as it goes one of each group."""
        here, there = self._by_club(one), self._by_club(other)
        pairs: list[tuple[Member, Member]] = []
        for club in sorted(here.keys() | there.keys()):
            mine, theirs = self._coin.shuffle(here[club]), self._coin.shuffle(there[club])
            across = min(len(mine), len(theirs))
            left = mine[across:] + theirs[across:]
            pairs += zip(mine[:across], theirs[:across], strict=True)
            pairs += zip(left[::2], left[1::2], strict=False)
        return _both_ways(pairs)

    def _by_club(self, members: Sequence[Member]) -> dict[Club, list[Member]]:
        found: dict[Club, list[Member]] = defaultdict(list)
        for member in members:
            if club := self._bonds.clubs[member]:
                found[club].append(member)
        return found


def _both_ways(pairs: Sequence[tuple[Member, Member]]) -> dict[Member, Member]:
    return {**dict(pairs), **{second: first for first, second in pairs}}
