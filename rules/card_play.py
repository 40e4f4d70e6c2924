"""How a hand is played card by card, as data: the ``play`` part of a scoring card (``card.py``).

A program without Python can enter a hand trick by trick with these tables alone: whose turn it is,
who wins a trick, which card breaks a duty, which record the hand makes. The server replays the
whole play (``Rulebook.record_of_play``) and decides.
"""

from collections.abc import Mapping
from typing import Literal

from kernel.models import Frozen


class MarafonaRule(Frozen):
    """Three trumps in one hand that give points besides the tricks."""

    ranks: str
    who: Literal["any", "caller"]
    must_declare: bool
    """They count only if they were declared."""
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
    """The points that the declarer's side needs, in the unit of ``values``."""
    first_goal: str
    """The bid that is lost if the others have ``first_limit`` before the declarer's ``enough``."""
    first_limit: int
    every_trick: str
    """The bid for which the declarer must take all tricks."""


class StockRule(Frozen):
    """A stock, from which cards are drawn after each trick, and the rules of declarations."""

    turned: bool
    """The last card lies face up, names trumps and is drawn last."""
    exchange: bool
    """The ace of trumps may be exchanged for a king or horse that lies face up."""
    kinds: tuple[str, ...]
    """The kinds of declarations."""
    timing: Literal["own_turn", "trick_start", "leader", "any", "after_winning"]
    until: Literal["last_draw", "fifth_last", "end"]
    in_first_trick: bool
    one_a_trick: bool
    trump_changes: bool
    values: tuple[int, ...] | None
    """The values of marriages in their order; null: ``in_trumps`` or ``in_others``, by suit."""
    in_trumps: int
    in_others: int
    covered: int
    combinations: Mapping[str, int]


class Race(Frozen):
    """The first side to reach ``need`` wins: with ``factor`` times its total before the hand, and
    the points gained since then, in the unit of ``values``."""

    need: int
    factor: int


class CardPlay(Frozen):
    """The tables of a hand that is played with the Italian deck of forty."""

    seats: int
    hand_size: int
    leads: int
    """The leader of the first trick, in seats to the right of the seat whose turn it is."""
    ranking: str
    """The ranks of a suit, the highest first."""
    values: Mapping[str, int]
    """The value of a card for the side that takes it, by rank."""
    trick: int = 0
    """The value of each trick besides its cards."""
    last_trick: int = 0
    """The value of the last trick besides that."""
    field: str | None
    """The field of the record for the points of each side; None: the record has none."""
    point: int = 1
    """The number of units of ``values`` that make one in ``field``; a remainder is dropped."""
    trump: Literal["none", "named", "exposed", "turned", "declared"]
    """How trumps are made: the seat of the turn names them, or exposes a card of its hand
    (``trionfo``); the last card of the stock is turned up; the first declaration names them."""
    duty: Literal["none", "follow", "beat"]
    """``follow``: the suit led must be followed. ``beat``: a winning card of an opponent must also
    be beaten, with a trump if the suit cannot be followed. With a stock, only after its end."""
    marafona: MarafonaRule | None = None
    auction: AuctionRule | None = None
    stock: StockRule | None = None
    race: Race | None = None
