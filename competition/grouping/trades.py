"""Trades between two groups, of seeds and lots together: pots apart, clubmates apart."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from competition.draw.coin import Coin
from competition.grouping.deal import Club

Member: TypeAlias = int
Chain: TypeAlias = tuple[list[Member], list[Member]]
"""Connected members of two groups, in the two parts that must be apart, the longer first."""


@dataclass(frozen=True, slots=True)
class Bonds:
    """The club (0: none) of every member, and the pot of those who are seeded."""

    clubs: Sequence[Club]
    pots: Mapping[Member, int]


class Trades:
    """Groups without fixed members. After any trade the two groups have at most one of
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
        """Trades until the numbers of every club differ by one at most."""
        pairs = list(combinations(range(len(self.groups)), 2))
        while uneven := [pair for pair in pairs if not self._are_even(*pair)]:
            for one, other in uneven:
                if not self._are_even(one, other):
                    self._trade(one, other)

    def mix(self, rounds: int) -> None:
        """Two and two groups trade in each of the rounds. Every outcome of a trade is as likely as
        the way back, so none is preferred in the end."""
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
        """Draws again which part of each chain is in which of the two groups."""
        placed_chains: list[Chain] = []
        odd_chains: list[Chain] = []
        # How many of the odd chains, longer by one, must lie with the longer part in the first
        # group: then it keeps its size. Even chains add the same number either way.
        longer_in_first = len(self.groups[one])
        # All chains first, then the coin for each: verifying a draw depends on this order of lots.
        for longer, shorter in list(self._list_chains(self.groups[one], self.groups[other])):
            longer_in_first -= len(shorter)
            if len(longer) > len(shorter):
                odd_chains.append((longer, shorter))
            elif self._coin.below(2):
                placed_chains.append((shorter, longer))
            else:
                placed_chains.append((longer, shorter))
        lots = self._coin.shuffle(odd_chains)
        placed_chains += lots[:longer_in_first]
        placed_chains += [(shorter, longer) for longer, shorter in lots[longer_in_first:]]

        in_first: list[Member] = []
        in_second: list[Member] = []
        for first_part, second_part in placed_chains:
            in_first += first_part
            in_second += second_part
        self.groups[one], self.groups[other] = sorted(in_first), sorted(in_second)

    def _list_chains(self, one: Sequence[Member], other: Sequence[Member]) -> Iterator[Chain]:
        """The members connected by pot or club. Nobody has more than two neighbours, of a pot and
        of a club, so it is a chain or an even ring."""
        # The two of each pot; a group has at most one of it.
        pots_of = self._bonds.pots
        member_of_pot = {pots_of[member]: member for member in one if member in pots_of}
        potmates: list[tuple[Member, Member]] = []
        for member in other:
            pot = pots_of.get(member)
            if pot in member_of_pot:
                potmates.append((member_of_pot[pot], member))
        pots = _make_symmetric(potmates)
        # Clubmates in pairs by lot, one of each group as far as possible.
        clubmates: list[tuple[Member, Member]] = []
        first_by_club, second_by_club = self._group_by_club(one), self._group_by_club(other)
        for club in sorted(first_by_club.keys() | second_by_club.keys()):
            first_members = self._coin.shuffle(first_by_club[club])
            second_members = self._coin.shuffle(second_by_club[club])
            across = min(len(first_members), len(second_members))
            unmatched = first_members[across:] + second_members[across:]
            clubmates += zip(first_members[:across], second_members[:across], strict=True)
            clubmates += zip(unmatched[::2], unmatched[1::2], strict=False)
        clubs = _make_symmetric(clubmates)
        seen: set[Member] = set()
        for start in (*one, *other):
            if start in seen:
                continue
            seen.add(start)
            # Neighbours get opposite sides, so each of the two parts can go to a group of its own.
            parts: tuple[list[Member], list[Member]] = ([], [])
            waiting = [(start, 0)]
            while waiting:
                member, part = waiting.pop()
                parts[part].append(member)
                neighbours = {mates[member] for mates in (pots, clubs) if member in mates}
                waiting += [(neighbour, 1 - part) for neighbour in sorted(neighbours - seen)]
                seen |= neighbours
            first_part, second_part = parts
            if len(first_part) < len(second_part):
                first_part, second_part = second_part, first_part
            yield first_part, second_part

    def _group_by_club(self, members: Sequence[Member]) -> dict[Club, list[Member]]:
        members_by_club: dict[Club, list[Member]] = defaultdict(list)
        for member in members:
            if club := self._bonds.clubs[member]:
                members_by_club[club].append(member)
        return members_by_club


def _make_symmetric(pairs: Sequence[tuple[Member, Member]]) -> dict[Member, Member]:
    mates: dict[Member, Member] = {}
    for first, second in pairs:
        mates[first] = second
        mates[second] = first
    return mates
