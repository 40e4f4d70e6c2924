"""The groups while they are filled: fixed entrants, then the seeds, then the lots."""

from collections import Counter
from collections.abc import Iterator, Sequence

from competition.draw.coin import Coin
from competition.grouping.deal import ALONE, Club, deal_lots, list_free_places
from competition.grouping.sizes import divide_around_fixed, list_fixed_sizes, offer_places
from competition.grouping.trades import Bonds, Member, Trades
from competition.plan import Entrant

TRADES = 12
"""Rounds of trades that make every outcome as likely, and two more for each doubling of groups."""


class GroupAssignment:
    """A member is the index of an entrant; groups are numbered from 0, those of entrants from 1."""

    def __init__(
        self, entrants: Sequence[Entrant], groups: int, clubs: Sequence[Club], coin: Coin
    ) -> None:
        self.groups: list[list[Member]] = [[] for _ in range(groups)]
        self._entrants = entrants
        self._clubs = clubs
        self._coin = coin
        self._rounds = TRADES + 2 * groups.bit_length()
        self._clubs_in_group: list[Counter[Club]] = [Counter() for _ in range(groups)]
        fixed_sizes = list_fixed_sizes(entrants, groups)
        sizes = divide_around_fixed(fixed_sizes, len(entrants))
        self._free_places = [size - fixed for size, fixed in zip(sizes, fixed_sizes, strict=True)]
        self._has_fixed = any(fixed_sizes)
        # The seeds, the best first, each with its pot: as many in a pot as there are groups.
        seeds: list[tuple[int, Member]] = []
        for member, entrant in enumerate(entrants):
            if entrant.seed is not None:
                seeds.append((entrant.seed, member))
        self._pots: dict[Member, int] = {}
        self._members_by_pot: dict[int, list[Member]] = {}
        for place, (_, member) in enumerate(sorted(seeds)):
            pot = place // groups
            self._pots[member] = pot
            self._members_by_pot.setdefault(pot, []).append(member)
        # Fixed entrants first: seeds and lots then avoid them.
        for member, entrant in enumerate(entrants):
            if entrant.group is not None:
                self._seat(member, entrant.group - 1)

    def seat_seeds(self, *, in_rows: bool) -> None:
        """Pot by pot into different groups: by lot; or ``in_rows``, forth and back, passing over
        a group that is full."""
        for pot, members in self._members_by_pot.items():
            free_members: list[Member] = []
            fixed_in_group: Counter[int] = Counter()
            for member in members:
                group = self._entrants[member].group
                if group is None:
                    free_members.append(member)
                else:
                    fixed_in_group[group - 1] += 1
            places = offer_places(self._free_places, fixed_in_group, len(free_members))
            if in_rows:
                row = list_free_places(places)
                # Every second row goes back, so that no group gets the better seed of each pot.
                if pot % 2:
                    row.reverse()
                self._seat_all(free_members, row)
            else:
                self._deal(free_members, places)

    def seat_lots(self) -> None:
        """Deals the unseeded to all free places."""
        lots: list[Member] = []
        for member, entrant in enumerate(self._entrants):
            if entrant.seed is None and entrant.group is None:
                lots.append(member)
        self._deal(lots, self._free_places)

    def trade(self) -> None:
        """Trades seeds and lots together, if no entrant is fixed and both matter."""
        if not self._has_fixed and self._pots and any(self._clubs):
            trades = Trades(self.groups, Bonds(self._clubs, self._pots), self._coin)
            trades.spread()
            trades.mix(self._rounds)
            self.groups = trades.groups

    def list_entrants_by_group(self) -> Iterator[list[Entrant]]:
        """The entrants of each group, in the order of their indexes."""
        for members in self.groups:
            yield [self._entrants[member] for member in sorted(members)]

    def _deal(self, members: Sequence[Member], places: Sequence[int]) -> None:
        """Deals members to the places; if there are more places, lots decide which stay empty."""
        clubs = [self._clubs[member] for member in members]
        clubs += [ALONE] * (sum(places) - len(members))
        groups = deal_lots(clubs, places, self._clubs_in_group, self._coin, rounds=self._rounds)
        self._seat_all(members, groups[: len(members)])

    def _seat_all(self, members: Sequence[Member], groups: Sequence[int]) -> None:
        for member, group in zip(members, groups, strict=False):
            self._seat(member, group)

    def _seat(self, member: Member, group: int) -> None:
        self.groups[group].append(member)
        self._clubs_in_group[group][self._clubs[member]] += 1
        if self._entrants[member].group is None:
            self._free_places[group] -= 1
