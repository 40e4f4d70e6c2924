"""The terms of a game of the group: all in which these games differ.

The options of each game are made into terms; the rest of the package uses only terms.
"""

from dataclasses import dataclass
from typing import Literal

MARRIAGE = "marriage"
MI_COPRI = "mi_copri"
MARIANNINO = "mariannino"
MARIANNONE = "mariannone"
DECLARATIONS = (MARRIAGE, MI_COPRI, MARIANNINO, MARIANNONE)
IN_SERIES = (MARRIAGE, MI_COPRI)
"""The kinds that count in the series: the n-th of them has the n-th value, of either side (pagat,
Marianna: 40, 60, 80, 100)."""

IN_TRUMPS, IN_OTHERS = 40, 20
"""Marriages without a series (pagat, Briscola 151 and Mariaccia)."""
COVERED = 20
"""A marriage that partners make together, instead of 40 in one hand (pagat, Mi Copri)."""
WORTH = {MARIANNINO: 250, MARIANNONE: 500}
"""The combinations, which are outside of the series. Their text is lost from pagat, so the values
are those of the notation and of the tables in tests/data."""

Timing = Literal["own_turn", "trick_start", "leader", "any", "after_winning"]
Until = Literal["last_draw", "fifth_last", "end"]


@dataclass(frozen=True, slots=True)
class Terms:
    """A game of the group under given options. Its unit is the point."""

    seats: int
    target: int
    timing: Timing
    """When a player may declare: at his own turn before playing; before the first card of a trick,
    in playing order; as the leader before leading; at any moment; after winning a trick."""
    values: tuple[int, ...] | None = None
    """The values of marriages in their order; None: 40 in trumps, 20 in other suits."""
    trump_changes: bool = False
    """Every marriage names new trumps; else only the first names them."""
    in_first_trick: bool = True
    until: Until = "last_draw"
    """The last moment: before the last card of the stock is drawn, in the trick after that, or to
    the end."""
    one_a_trick: bool = True
    """Each player may declare once in a trick."""
    has_combinations: bool = False
    """Mariannino and mariannone."""
    has_mi_copri: bool = False
    has_turned_trump: bool = False
    """The stock's last card lies face up and names trumps."""
    has_exchange: bool = False
    """The ace of trumps may be exchanged for a king or horse that lies face up."""
    is_strict_at_end: bool = False
    """Without a stock, players must follow suit, beat and trump."""
    first_wins: bool = False
    """With both sides at the target, the first to reach it wins, not the higher."""
    has_claims: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of declarations in this game."""
        kinds = [MARRIAGE]
        if self.has_mi_copri:
            kinds.append(MI_COPRI)
        if self.has_combinations:
            kinds += (MARIANNINO, MARIANNONE)
        return tuple(kinds)

    def value(self, kind: str, place: int, suit: str | None, trump: str | None) -> int:
        """The value of a declaration at this place (from 0) of the series."""
        if kind in WORTH:
            return WORTH[kind]
        if kind == MI_COPRI:
            return COVERED
        if self.values is None:
            return IN_TRUMPS if suit == trump else IN_OTHERS
        return self.values[place]
