"""The documents of a hand with a stock: the whole play, and one moment of it."""

from collections.abc import Sequence
from itertools import chain
from typing import Annotated

from pydantic import Field

from kernel.models import Frozen
from kernel.refusals import Refused
from kernel.violations import Violation
from rules.cards import DECK, Card
from rules.checks import check_range
from rules.deals import check_cards, check_hands
from rules.marriages.cards import HAND_SIZE, STRENGTH
from rules.marriages.terms import Terms
from rules.moments import Cards, Moment, check_moment
from rules.tricks import has_suit, would_win

_Event = Annotated[tuple[str | int, ...], Field(strict=False)]
_Trick = Annotated[tuple[_Event, ...], Field(strict=False)]


class StockPlay(Frozen):
    """The document of the notation, without game, options and id. ``stock`` has its top first."""

    players: int
    leader: int
    hands: Annotated[tuple[Cards, ...], Field(strict=False)]
    stock: Cards
    tricks: Annotated[tuple[_Trick, ...], Field(strict=False)]


class StockMoment(Moment):
    """One's hand and the trick so far, the led card first."""

    stock_empty: bool


def check_setup(play: StockPlay, terms: Terms) -> list[Violation]:
    """All that is wrong with the deal."""
    violations: list[Violation] = []
    seats = terms.seats
    if play.players != seats:
        params = {"players": play.players, "must_be": seats}
        violations.append(Violation("wrong_players", params))
    violations += check_hands(play.hands, seats, HAND_SIZE)
    stock_size = len(DECK) - seats * HAND_SIZE
    if len(play.stock) != stock_size:
        params = {"cards": len(play.stock), "must_be": stock_size}
        violations.append(Violation("wrong_stock", params))
    violations += check_range("leader", play.leader, seats)
    return violations + check_cards(list(chain(*play.hands, play.stock)))


def list_legal_cards(moment: StockMoment, terms: Terms) -> list[Card]:
    """The cards that may be played, sorted as strings. Raises Refused for an impossible moment."""
    violations = check_moment(moment, hand_size=HAND_SIZE, seats=terms.seats)
    if violations:
        raise Refused(violations)
    if terms.is_strict_at_end and moment.stock_empty:
        return sorted(list_dutiful_cards(moment.hand, moment.table, moment.trump))
    # With a stock nobody has to follow suit (pagat, Marianna, The Play).
    return sorted(moment.hand)


def list_dutiful_cards(
    hand: Sequence[Card], table: Sequence[Card], trump: str | None
) -> list[Card]:
    """The cards that may be played when the stock is gone: of the suit led, beating it if possible;
    else a trump; else any (pagat, Mariaccia)."""
    return [card for card in hand if find_broken_duty(card, hand, table, trump) is None]


def find_broken_duty(
    card: Card, hand: Sequence[Card], table: Sequence[Card], trump: str | None
) -> str | None:
    """The code of the duty that this card breaks."""
    if not table:
        return None
    led_suit = table[0][1]
    if not has_suit(hand, led_suit):
        if trump is None or card[1] == trump or not has_suit(hand, trump):
            return None
        return "must_trump"
    if card[1] != led_suit:
        return "must_follow"
    if would_win(card, table, trump, STRENGTH):
        return None
    # The suit was followed without beating the trick: that is allowed only if no card of it could.
    could_beat = any(
        held[1] == led_suit and would_win(held, table, trump, STRENGTH) for held in hand
    )
    return "must_beat" if could_beat else None
