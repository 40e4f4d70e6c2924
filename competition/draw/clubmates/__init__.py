"""Clubmates apart in a bracket: exactly as far as seeds and byes allow
(docs/explanation/draw.md)."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from competition.draw.clubmates.exchanges import minimise_cost
from competition.draw.clubmates.splits import split_lots
from competition.draw.clubmates.tree import Club, Tree
from competition.draw.coin import Coin
from competition.plan import Entrant


def separate_clubmates(
    seeded: Sequence[Entrant], lots: Sequence[Entrant], coin: Coin, behind: int = 0
) -> list[Entrant]:
    """The ``lots``, already shuffled, in the order of the places after those of the ``seeded``.
    ``behind``: the number of entrants who get the places after them later.

    Count the pairs of clubmates in the same half of the bracket, in the same quarter, the same
    eighth … down to the same first pairing. The first number is minimal; given that, the second is
    minimal; and so on: no other order of the lots does better.

    So where possible, the members of every club differ by one at most between the two halves,
    between the halves of each half, and so on; without seeds this is always possible. If none of
    the lots has a clubmate, their order does not change.
    """
    members = Counter(entrant.club for entrant in (*seeded, *lots))
    clubs: list[Club | None] = []
    for entrant in (*seeded, *lots):
        club = entrant.club
        if members[club] == 1:
            club = None
        clubs.append(club)
    seeded_clubs, lot_clubs = clubs[: len(seeded)], clubs[len(seeded) :]
    if lot_clubs.count(None) == len(lots):
        return list(lots)
    tree = Tree(seeded_clubs, lot_clubs, behind)
    # The split is already the best without seeds; the exchanges make it the best with them.
    holders = minimise_cost(tree, split_lots(tree, coin))

    # Only the clubs were placed: within a club the shuffled order decides who gets which leaf.
    waiting_by_club = defaultdict(list)
    for entrant, club in zip(reversed(lots), reversed(lot_clubs), strict=True):
        waiting_by_club[club].append(entrant)
    return [waiting_by_club[holders[leaf]].pop() for leaf in tree.lot_leaves]
