"""How a hand is played card by card, as data: the ``play`` part of a card (``card.py``).

A machine without Python that has only these tables can take a hand trick by trick: whose turn it
is, who wins a trick, which card breaks a duty, which record the hand makes. The server replays
the whole play (``Rulebook.record_of_play``) and has the last word.
"""

from collections.abc import Mapping
from typing import Literal

from kernel.models import Frozen


class MarafonaRule(Frozen):
    """Three trumps in one hand that give points besides the tricks."""

    ranks: str
    who: Literal["any", "caller"]
    must_declare: bool
    """Holding them is not enough: it is asked whether they were declared."""
    lead_ace: bool
    """They count only if their holder's first card was the ace of trumps."""
    worth: int
    """In the unit of ``values``; only ``race`` needs it."""


class AuctionRule(Frozen):
    """One round of bids before the play, each higher than the one before; the declarer plays with
    the holder of the card that he calls, or alone."""

    bids: tuple[str, ...]
    """From the lowest to the highest."""
    pass_word: str
    call: str
    """The bid with which a card is called."""
    enough: int
    """What the declarer's side must take, in the unit of ``values``."""
    first_goal: str
    """The bid that is lost once the others have ``first_limit`` before ``enough`` is taken."""
    first_limit: int
    every_trick: str
    """The bid for which the declarer must take all tricks."""


class StockRule(Frozen):
    """Cards that are drawn after each trick, and what may be declared meanwhile."""

    turned: bool
    """The last card lies face up, names trumps and is drawn last."""
    exchange: bool
    """The ace of trumps may be exchanged for a king or horse that lies face up."""
    kinds: tuple[str, ...]
    """What may be declared."""
    timing: Literal["own_turn", "trick_start", "leader", "any", "after_winning"]
    until: Literal["last_draw", "fifth_last", "end"]
    in_first_trick: bool
    one_a_trick: bool
    trump_changes: bool
    values: tuple[int, ...] | None
    """Of the marriages in their order; null: ``in_trumps`` or ``in_others`` by suit."""
    in_trumps: int
    in_others: int
    covered: int
    combinations: Mapping[str, int]


class Race(Frozen):
    """Who gets there first has won: ``factor`` times the total before the hand, and what was
    gained since, make ``need``. In the unit of ``values``."""

    need: int
    factor: int


class CardPlay(Frozen):
    """The tables of a hand that is played with the Italian deck of forty."""

    seats: int
    hand_size: int
    leads: int
    """How many seats to the right of the seat of the turn the leader of the first trick sits."""
    ranking: str
    """The ranks of a suit, the highest first."""
    values: Mapping[str, int]
    """What a card gives to who takes it, by rank."""
    trick: int = 0
    """What each trick gives besides its cards."""
    last_trick: int = 0
    """What the last trick gives besides."""
    field: str | None
    """The field of the record that has what each side has taken; None: sides are not counted."""
    point: int = 1
    """So much makes one in ``field``; what is over is dropped."""
    trump: Literal["none", "named", "exposed", "turned", "declared"]
    """Where trumps come from: who has the turn names them, shows a card of his hand (``trionfo``),
    the last card of the stock lies face up, or the first declaration makes them."""
    duty: Literal["none", "follow", "beat"]
    """``follow``: the suit led. ``beat``: also a card of an opponent that is winning, with a trump
    where one cannot follow. With a stock this holds once the stock is gone."""
    marafona: MarafonaRule | None = None
    auction: AuctionRule | None = None
    stock: StockRule | None = None
    race: Race | None = None
