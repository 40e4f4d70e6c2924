"""The groups while they fill: the fixed, then the seeds, then the lots."""

from collections import Counter
from collections.abc import Iterator, Sequence

from competition.draw.coin import Coin
from competition.grouping.deal import Club, dealt
from competition.grouping.sizes import sizes_around
from competition.grouping.trades import Bonds, Member, Trades
from competition.plan import Entrant

TRADES = 12
"""Rounds of trades that make every outcome as likely, and two more for each doubling of groups."""


class GroupAssignment:
    """Members are numbered as the entrants stand."""

    def __init__(
        self, entrants: Sequence[Entrant], groups: int, clubs: Sequence[Club], coin: Coin
    ) -> None:
        self.groups: list[list[Member]] = [[] for _ in range(groups)]
        self._entrants = entrants
        self._clubs = clubs
        self._coin = coin
        self._rounds = TRADES + 2 * groups.bit_length()
        self._there: list[Counter[Club]] = [Counter() for _ in range(groups)]
        asked = Counter(entrant.group for entrant in entrants if entrant.group is not None)
        fixed = [asked[group + 1] for group in range(groups)]
        sizes = sizes_around(fixed, len(entrants))
        self._rooms = [size - already for size, already in zip(sizes, fixed, strict=True)]
        self._is_fixed = bool(asked)
        self._pots = dict(_list_pots(entrants, groups))
        for member, entrant in enumerate(entrants):
            if entrant.group is not None:
                self._seat(member, entrant.group - 1)

    def seat_seeds(self, *, in_rows: bool) -> None:
        """Pot by pot into different groups: by lot; or in rows, forth and back, passing over
        a group that is full."""
        for pot in sorted(set(self._pots.values())):
            members = [member for member, of in self._pots.items() if of == pot]
            free = [member for member in members if self._entrants[member].group is None]
            taken = Counter(
                group - 1
                for member in members
                if (group := self._entrants[member].group) is not None
            )
            rooms = self._rooms_of_pot(len(free), taken)
            if in_rows:
                row = [group for group, room in enumerate(rooms) for _ in range(room)]
                self._seat_all(free, row[::-1] if pot % 2 else row)
            else:
                self._deal(free, rooms)

    def seat_lots(self) -> None:
        """Deals the unseeded to all free places."""
        lots = [
            member
            for member, entrant in enumerate(self._entrants)
            if entrant.seed is None and entrant.group is None
        ]
        self._deal(lots, self._rooms)

    def trade(self) -> None:
        """Trades seeds and lots together, if no entrant is fixed and both matter."""
        if not self._is_fixed and self._pots and any(self._clubs):
            trades = Trades(self.groups, Bonds(self._clubs, self._pots), self._coin)
            trades.spread()
            trades.mix(self._rounds)
            self.groups = trades.groups

    def _rooms_of_pot(self, members: int, taken: Counter[int]) -> list[int]:
        """One each in the groups that have none of this pot yet; only if that is not enough (some
        are fixed), where the fewest are."""
        rooms = [int(room > 0 and not taken[group]) for group, room in enumerate(self._rooms)]
        while sum(rooms) < members:
            free = [group for group, room in enumerate(self._rooms) if room > rooms[group]]
            group = min(free, key=lambda each: (taken[each] + rooms[each], each))
            rooms[group] += 1
        return rooms

    def _deal(self, members: Sequence[Member], rooms: Sequence[int]) -> None:
        """Rooms that are too many stay empty, by lot."""
        empty = sum(rooms) - len(members)
        clubs = [*(self._clubs[member] for member in members), *[0] * empty]
        found = dealt(clubs, list(rooms), self._there, self._coin, rounds=self._rounds)
        self._seat_all(members, found[: len(members)])

    def _seat_all(self, members: Sequence[Member], groups: Sequence[int]) -> None:
        for member, group in zip(members, groups, strict=False):
            self._seat(member, group)

    def _seat(self, member: Member, group: int) -> None:
        self.groups[group].append(member)
        self._there[group][self._clubs[member]] += 1
        if self._entrants[member].group is None:
            self._rooms[group] -= 1


def _list_pots(entrants: Sequence[Entrant], groups: int) -> Iterator[tuple[Member, int]]:
    """The seeds, the best first, in pots of as many as there are groups."""
    seeds = [
        (entrant.seed, member)
        for member, entrant in enumerate(entrants)
        if entrant.seed is not None
    ]
    for place, (_, member) in enumerate(sorted(seeds)):
        yield member, place // groups
