"""Deals lots to groups with fixed members, and spreads clubmates as far as possible."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple, TypeAlias

from competition.draw.clubmates.cycles import CycleSearch
from competition.draw.coin import Coin

Club: TypeAlias = int
"""Clubs are numbered; 0: no clubmate."""
ALONE: Club = 0


class MarginalLot(NamedTuple):
    """A club that may have one lot more in a group, and whether it has; ``chances``: the
    odds that it has, as numerator and denominator."""

    club: Club
    has_lot: bool
    chances: tuple[int, int]


class Deal:
    """How many lots of each club go to each group; which of them is drawn afterwards.

    A group with x of a club has x(x-1)/2 pairs of clubmates. There are as few pairs as possible
    when no circle of lots, each moving to the next one's group, has fewer.
    """

    def __init__(
        self,
        clubs: Sequence[Club],
        rooms: Sequence[int],
        present: Sequence[Counter[Club]],
        coin: Coin,
    ) -> None:
        """``clubs``: the clubs of the lots, as many lots as there are free places. ``rooms``: the
        free places by group. ``present``: by group, how many of each club it has already."""
        self.lots: list[Counter[Club]] = [Counter() for _ in rooms]
        self._present = present
        self._coin = coin
        self._open = coin.shuffle(group for group, room in enumerate(rooms) if room)
        # The first deal: club by club, the largest first, each lot to the group with the fewest
        # clubmates; of these, to the one with the most room.
        lots_by_club = Counter(clubs)
        alone = lots_by_club.pop(ALONE, 0)
        free_places = list(rooms)
        for club in sorted(lots_by_club, key=lambda club: (-lots_by_club[club], club)):
            # A heap of the groups with room: clubmates, negated room, lot, group.
            queue: list[tuple[int, int, int, int]] = []
            for lot, group in enumerate(coin.shuffle(self._open)):
                if free_places[group]:
                    queue.append((present[group][club], -free_places[group], lot, group))
            heapify(queue)
            for _ in range(lots_by_club[club]):
                mates, negated_room, lot, group = heappop(queue)
                self.lots[group][club] += 1
                free_places[group] -= 1
                if free_places[group]:
                    heappush(queue, (mates + 1, negated_room + 1, lot, group))
        # Lots without clubmates get the places that are left.
        for group, room in enumerate(free_places):
            if alone and room:
                self.lots[group][ALONE] = room

    def spread(self) -> None:
        """Changes the deal until none has fewer pairs of clubmates."""
        # Usually the first deal is even already: then no search is needed.
        clubs = set().union(*self.lots) - {ALONE}
        if all(self._is_even(club) for club in clubs):
            return
        arcs = self._build_arcs()
        search = CycleSearch(arcs)
        while circles := search.find_cycles():
            for circle in circles:
                # All clubs are chosen before the first lot moves: the arcs were computed so.
                moves: list[tuple[int, int, Club]] = []
                for one, other in zip(circle, (*circle[1:], circle[0]), strict=True):
                    _, club = self._find_best_move(one, other)
                    moves.append((one, other, club))
                for one, other, club in moves:
                    self.lots[one][club] -= 1
                    self.lots[other][club] += 1
            arcs.update(self._build_arcs())
            search.mark_changed(arcs)

    def mix(self, rounds: int) -> None:
        """In each round, groups trade lots pairwise where this does not change the number of
        clashes."""
        for _ in range(rounds):
            order = self._coin.shuffle(self._open)
            for one, other in zip(order[::2], order[1::2], strict=False):
                self._trade(one, other)

    def _count_members(self, club: Club, group: int) -> int:
        return self.lots[group][club] + self._present[group][club]

    def _is_even(self, club: Club) -> bool:
        """No lot of this club would have fewer clubmates in another group."""
        counts: list[int] = []
        counts_with_lots: list[int] = []
        for group in self._open:
            count = self._count_members(club, group)
            counts.append(count)
            if self.lots[group][club]:
                counts_with_lots.append(count)
        return max(counts_with_lots) <= min(counts) + 1

    def _build_arcs(self) -> dict[int, list[tuple[int, int]]]:
        """From each group to every other, the pairs that the best lot to move adds."""
        arcs: dict[int, list[tuple[int, int]]] = {}
        for one in self._open:
            arcs[one] = []
            for other in self._open:
                if other != one:
                    added_pairs, _ = self._find_best_move(one, other)
                    arcs[one].append((other, added_pairs))
        return arcs

    def _find_best_move(self, one: int, other: int) -> tuple[int, Club]:
        """The lot that goes best from one group to the other: the pairs that it adds, its club."""
        moves: list[tuple[int, Club]] = []
        for club, lots in self.lots[one].items():
            if lots:
                # It joins the clubmates there and leaves those here, of whom it is one itself.
                added_pairs = 0
                if club != ALONE:
                    mates_here = self._count_members(club, one) - 1
                    added_pairs = self._count_members(club, other) - mates_here
                moves.append((added_pairs, club))
        return min(moves)

    def _trade(self, one: int, other: int) -> None:
        """Draws again which clubs have one lot more in the first group than they need to.

        Clubs whose marginal lots cost the same can exchange them without changing the number of
        clashes. Two and two of them toss for such a lot, each with as many chances as there are
        lots that it could be, so that every deal of the single lots is equally likely.
        """
        marginal_lots = self._coin.shuffle(self._list_marginal_lots(one, other))
        for lot, rival in zip(marginal_lots[::2], marginal_lots[1::2], strict=False):
            if lot.has_lot == rival.has_lot:
                continue
            # The two fractions, with a common denominator.
            share = lot.chances[0] * rival.chances[1]
            rival_share = rival.chances[0] * lot.chances[1]
            gets_lot = self._coin.below(share + rival_share) < share
            if gets_lot != lot.has_lot:
                step = 1 if gets_lot else -1
                for moving, lots in ((lot.club, step), (rival.club, -step)):
                    self.lots[one][moving] += lots
                    self.lots[other][moving] -= lots

    def _list_marginal_lots(self, one: int, other: int) -> list[MarginalLot]:
        """The lots of both groups that could be in either at the same cost.

        Every lot makes a step: the cost of having one more of its club in the first group. As many
        of the cheapest steps as it has lots belong there; those that cost as much as the last of
        them can be exchanged.
        """
        lots_of_both = self.lots[one] + self.lots[other]
        steps: list[tuple[int, Club, int]] = []
        for club in sorted(lots_of_both):
            for number in range(lots_of_both[club]):
                cost = 0
                if club != ALONE:
                    mates_in_one = self._present[one][club] + number
                    mates_in_other = self._present[other][club] + lots_of_both[club] - 1 - number
                    cost = mates_in_one - mates_in_other
                steps.append((cost, club, number))
        costs = sorted(cost for cost, *_ in steps)
        marginal_cost = costs[self.lots[one].total() - 1]
        marginal_lots: list[MarginalLot] = []
        for cost, club, number in steps:
            if cost == marginal_cost:
                chances = (1, 1)
                if club != ALONE:
                    # For each choice of ``number`` of the club's lots, how many there are of one
                    # more: C(n, k+1) / C(n, k) = (n-k) / (k+1).
                    chances = (lots_of_both[club] - number, number + 1)
                has_lot = number < self.lots[one][club]
                marginal_lots.append(MarginalLot(club, has_lot, chances))
        return marginal_lots


def list_free_places(free_by_group: Sequence[int]) -> list[int]:
    """Each group as often as it has free places."""
    places: list[int] = []
    for group, free in enumerate(free_by_group):
        places += [group] * free
    return places


def deal_lots(
    clubs: Sequence[Club],
    rooms: Sequence[int],
    present: Sequence[Counter[Club]],
    coin: Coin,
    *,
    rounds: int,
) -> list[int]:
    """The group of each lot, in the order of ``clubs``; ``rounds`` of trades mix the deal."""
    # Without clubs every deal is as good as any other: one shuffle decides.
    if not any(clubs):
        return coin.shuffle(list_free_places(rooms))
    deal = Deal(clubs, rooms, present, coin)
    deal.spread()
    deal.mix(rounds)
    groups_of_club: dict[Club, list[int]] = defaultdict(list)
    for group, lots in enumerate(deal.lots):
        for club, number in lots.items():
            groups_of_club[club] += [group] * number
    # The deal says how many of a club each group gets; which of them, a shuffle does. The clubs in
    # their order: the coin must be asked in the same order wherever the draw is repeated.
    shuffled = {club: coin.shuffle(groups_of_club[club]) for club in sorted(groups_of_club)}
    return [shuffled[club].pop() for club in clubs]
