"""What the games of the group differ in. Options become terms, and only terms are looked at."""

from dataclasses import dataclass
from typing import Literal

MARRIAGE = "marriage"
MI_COPRI = "mi_copri"
MARIANNINO = "mariannino"
MARIANNONE = "mariannone"
DECLARATIONS = (MARRIAGE, MI_COPRI, MARIANNINO, MARIANNONE)
IN_SERIES = (MARRIAGE, MI_COPRI)
"""What counts up the series: the n-th of them has the n-th value, on either side."""

IN_TRUMPS, IN_OTHERS = 40, 20
COVERED = 20
WORTH = {MARIANNINO: 250, MARIANNONE: 500}
"""Outside of the series."""

Timing = Literal["own_turn", "trick_start", "leader", "any", "after_winning"]
Until = Literal["last_draw", "fifth_last", "end"]


@dataclass(frozen=True, slots=True)
class Terms:
    """A game of the group under given options. Points are points."""

    seats: int
    target: int
    timing: Timing
    """When one declares: at one's own turn before playing, anyone in playing order before the
    first card, the leader before leading, at any moment, who has just won a trick."""
    values: tuple[int, ...] | None = None
    """Of the marriages in their order; None: 40 in trumps, 20 otherwise."""
    trump_changes: bool = False
    """Every marriage names trumps anew; else only the first."""
    in_first_trick: bool = True
    until: Until = "last_draw"
    """The last moment: before the stock's last card is drawn, in the trick after it, to the end."""
    one_a_trick: bool = True
    """One declaration a player and trick."""
    has_combinations: bool = False
    """Mariannino and mariannone."""
    has_mi_copri: bool = False
    has_turned_trump: bool = False
    """The stock's last card lies face up and names trumps."""
    has_exchange: bool = False
    """The ace of trumps may be exchanged for a king or horse that lies face up."""
    is_strict_at_end: bool = False
    """With no stock left one follows, beats and trumps."""
    first_wins: bool = False
    """Both at the target: who got there first, not who has more."""
    has_claims: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of declarations that there are."""
        kinds = [MARRIAGE]
        if self.has_mi_copri:
            kinds.append(MI_COPRI)
        if self.has_combinations:
            kinds += (MARIANNINO, MARIANNONE)
        return tuple(kinds)

    def value(self, kind: str, place: int, suit: str | None, trump: str | None) -> int:
        """What a declaration gives that is at this place (from 0) of the series."""
        if kind in WORTH:
            return WORTH[kind]
        if kind == MI_COPRI:
            return COVERED
        if self.values is None:
            return IN_TRUMPS if suit == trump else IN_OTHERS
        return self.values[place]
