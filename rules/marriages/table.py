"""The deal in play: hands, stock, trumps and totals after each event."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from kernel.reading import shorten_value
from kernel.violations import Violation
from rules.cards import CARDS, SUITS, Card
from rules.contract import Seat, Side
from rules.marriages.cards import (
    HORSE,
    KING,
    PAIR,
    SIDES,
    STRENGTH,
    find_other_of_pair,
    holds_all_but_one,
    marriage,
    sum_points,
)
from rules.marriages.events import (
    COVERS,
    DECLARES,
    EXCHANGES,
    LENGTHS,
    PLAYS,
    Illegal,
    PlayEvent,
    read_event,
)
from rules.marriages.events import MARIANNINO as SAYS_MARIANNINO
from rules.marriages.events import MARIANNONE as SAYS_MARIANNONE
from rules.marriages.play import StockPlay, find_broken_duty
from rules.marriages.terms import IN_SERIES, MARIANNINO, MARIANNONE, MARRIAGE, MI_COPRI, Terms
from rules.tricks import find_winning_place


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration that counted."""

    trick: int
    seat: Seat
    kind: str
    suit: str | None
    value: int


@dataclass(frozen=True, slots=True)
class CompletedTrick:
    """A complete trick: its winner, the value of its cards, trumps and totals after it."""

    winner: Seat
    points: int
    trump: str | None
    totals: tuple[int, ...]


@dataclass
class TrickInPlay:
    """The trick that is being played."""

    leader: Seat
    cards: list[Card] = field(default_factory=list)
    has_declared: set[Seat] = field(default_factory=set)
    last_to_declare: int = -1
    """The place (from the leader) of the last seat that has declared."""
    cover: str | None = None
    """The suit in which the leader is to be covered (mi copri), as long as that holds."""


EventMethod: TypeAlias = Callable[["DealInPlay", Seat, str], None]
"""Takes an event of a seat that names this card or suit (empty if its kind names none)."""
_METHODS: dict[str, EventMethod] = {}
"""By kind of an event, the method of ``DealInPlay`` that takes it."""


def _takes(kind: str) -> Callable[[EventMethod], EventMethod]:
    """Decorates the method of ``DealInPlay`` that takes the events of this kind."""

    def register(method: EventMethod) -> EventMethod:
        _METHODS[kind] = method
        return method

    return register


class DealInPlay:
    """A valid deal, and its state after the events so far. ``take`` raises Illegal, and then
    changes nothing."""

    def __init__(self, play: StockPlay, terms: Terms) -> None:
        self.terms = terms
        self.hands = [set(hand) for hand in play.hands]
        # The next card to draw is at the end; a turned trump lies at the bottom, and is drawn last.
        self.stock = list(reversed(play.stock))
        self.trump: str | None = None
        if terms.has_turned_trump:
            self.trump = play.stock[-1][1]
        self.trick = TrickInPlay(play.leader)
        self.taken: list[CompletedTrick] = []
        self.declared: list[Declared] = []
        self.gains: list[tuple[Side, int]] = []
        """The points that each side got, in the order of events."""
        self.last_drawn_in = len(play.stock) // terms.seats - 1
        """The trick after which the last cards are drawn."""
        self.tricks = (len(play.stock) + sum(map(len, play.hands))) // terms.seats
        """The number of tricks of the whole deal."""
        self._totals = [0] * SIDES
        self._played: set[Card] = set()

    @property
    def is_complete(self) -> bool:
        return len(self.taken) == self.tricks

    @property
    def turn(self) -> Seat | None:
        """The seat that plays the next card of this trick; None when all have played."""
        trick = self.trick
        if len(trick.cards) == self.terms.seats:
            return None
        return (trick.leader + len(trick.cards)) % self.terms.seats

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(self._totals)

    @property
    def instant_win(self) -> Side | None:
        """The side that has declared a mariannone, which wins the game at once."""
        for declaration in self.declared:
            if declaration.kind == MARIANNONE:
                return declaration.seat % SIDES
        return None

    def take(self, event: PlayEvent) -> None:
        """Takes one event of the trick that is being played."""
        if not 0 <= event.seat < self.terms.seats:
            most = self.terms.seats - 1
            raise Illegal("out_of_range", field="seat", value=event.seat, least=0, most=most)
        if self.is_complete:
            raise Illegal("hand_is_over", tricks=self.tricks)
        _METHODS[event.kind](self, event.seat, event.what)

    def end_trick(self) -> None:
        """Gives the trick to its winner, and draws cards; all must have played."""
        trick, terms = self.trick, self.terms
        # Trumps are those at the end of the trick: a marriage during it may have changed them
        # (pagat, Marianna, The Play).
        winner = (
            trick.leader + find_winning_place(trick.cards, self.trump, STRENGTH)
        ) % terms.seats
        points = sum_points(trick.cards)
        self._add_gain(winner, points)
        # A cover names trumps and scores only if the partners win its trick (pagat, Mi Copri).
        if trick.cover is not None and winner % SIDES == trick.leader % SIDES:
            self._score_declaration(trick.leader, MI_COPRI, trick.cover)
            self.trump = trick.cover
        self.taken.append(CompletedTrick(winner, points, self.trump, self.totals))
        self.trick = TrickInPlay(winner)
        # Each draws one card, the winner first.
        if self.stock:
            for place in range(terms.seats):
                self.hands[(winner + place) % terms.seats].add(self.stock.pop())

    # Cards ------------------------------------------------------------------------------------

    @_takes(PLAYS)
    def _play_card(self, seat: Seat, card: Card) -> None:
        if seat != self.turn:
            raise Illegal("not_your_turn", seat=seat, turn=self.turn)
        if card not in CARDS:
            raise Illegal("unknown_card", card=shorten_value(card))
        if card not in self.hands[seat]:
            code = "played_twice" if card in self._played else "not_in_hand"
            raise Illegal(code, card=card, seat=seat)
        trick = self.trick
        if self.terms.is_strict_at_end and not self.stock:
            broken_duty = find_broken_duty(card, list(self.hands[seat]), trick.cards, self.trump)
            if broken_duty:
                raise Illegal(broken_duty, card=card, seat=seat, suit=trick.cards[0][1])
        if trick.cover is not None:
            # After a "yes" to "mi copri", the leader must lead his card of the pair, and the
            # partner must play the other one (pagat, Mi Copri).
            if not trick.cards and card not in marriage(trick.cover):
                raise Illegal("must_lead_covered", card=card, seat=seat, suit=trick.cover)
            is_partner = seat != trick.leader and seat % SIDES == trick.leader % SIDES
            if is_partner and card != find_other_of_pair(trick.cards[0]):
                raise Illegal("must_cover", card=card, seat=seat, suit=trick.cover)
        self.hands[seat].remove(card)
        self._played.add(card)
        trick.cards.append(card)

    # Declarations -----------------------------------------------------------------------------

    @_takes(DECLARES)
    def _declare_marriage(self, seat: Seat, suit: str) -> None:
        if suit not in tuple(SUITS):
            raise Illegal("unknown_suit", trump=shorten_value(suit))
        self._check_moment(seat)
        if any(declaration.suit == suit for declaration in self.declared):
            raise Illegal("suit_declared_twice", suit=suit)
        if not marriage(suit) <= self.hands[seat]:
            raise Illegal("marriage_not_held", seat=seat, suit=suit)
        self._declare(seat, MARRIAGE, suit)
        # The first marriage names trumps, and by the rules of Marianna each later one too.
        if not self.terms.has_turned_trump and (self.trump is None or self.terms.trump_changes):
            self.trump = suit
            # A cover is possible only as long as there are no trumps.
            self.trick.cover = None

    @_takes(SAYS_MARIANNINO)
    def _declare_mariannino(self, seat: Seat, _nothing: str) -> None:
        self._declare_combination(seat, MARIANNINO)

    @_takes(SAYS_MARIANNONE)
    def _declare_mariannone(self, seat: Seat, _nothing: str) -> None:
        self._declare_combination(seat, MARIANNONE)

    def _declare_combination(self, seat: Seat, kind: str) -> None:
        if not self.terms.has_combinations:
            raise Illegal("declaration_not_played", declaration=kind)
        self._check_moment(seat)
        if any(declaration.kind == kind for declaration in self.declared):
            raise Illegal("declared_twice", declaration=kind)
        four_rank, one_rank = (HORSE, KING) if kind == MARIANNINO else (KING, HORSE)
        if not holds_all_but_one(self.hands[seat], four_rank, one_rank):
            raise Illegal("combination_not_held", seat=seat, declaration=kind)
        self._declare(seat, kind, None)

    def _declare(self, seat: Seat, kind: str, suit: str | None) -> None:
        self.trick.has_declared.add(seat)
        self.trick.last_to_declare = self._find_place(seat)
        self._score_declaration(seat, kind, suit)

    def _score_declaration(self, seat: Seat, kind: str, suit: str | None) -> None:
        # The value depends on the declarations before it of both sides (pagat, Marianna).
        place_in_series = sum(declaration.kind in IN_SERIES for declaration in self.declared)
        value = self.terms.value(kind, place_in_series, suit, self.trump)
        self.declared.append(Declared(len(self.taken), seat, kind, suit, value))
        self._add_gain(seat, value)

    def _add_gain(self, seat: Seat, points: int) -> None:
        self.gains.append((seat % SIDES, points))
        self._totals[seat % SIDES] += points

    def _find_place(self, seat: Seat) -> int:
        return (seat - self.trick.leader) % self.terms.seats

    def _check_moment(self, seat: Seat) -> None:
        self._check_not_late(seat)
        terms, trick = self.terms, self.trick
        if not self.taken and not terms.in_first_trick:
            raise Illegal("declaration_too_early", seat=seat)
        is_leading = not trick.cards and seat == trick.leader
        is_time_by_timing = {
            "own_turn": seat == self.turn,
            "trick_start": not trick.cards,
            "leader": is_leading,
            "any": True,
            # The winner of a trick leads the next one.
            "after_winning": bool(self.taken) and is_leading,
        }
        if not is_time_by_timing[terms.timing]:
            raise Illegal("not_the_moment", seat=seat, timing=terms.timing)
        if terms.one_a_trick and seat in trick.has_declared:
            raise Illegal("one_declaration_a_trick", seat=seat)
        # Marriages at the start of a trick are declared in the order in which cards will be
        # played, as the last of them names trumps (pagat, the variations of Marianna).
        if terms.timing == "trick_start" and self._find_place(seat) < trick.last_to_declare:
            raise Illegal("declared_out_of_order", seat=seat)

    def _check_not_late(self, seat: Seat) -> None:
        last_trick = self.last_drawn_in + (self.terms.until == "fifth_last")
        if self.terms.until != "end" and len(self.taken) > last_trick:
            raise Illegal("declaration_too_late", seat=seat)

    # Between partners, and with the turned trump --------------------------------------------------

    @_takes(COVERS)
    def _ask_for_cover(self, seat: Seat, suit: str) -> None:
        """The leader asks his partner to complete a marriage, and the partner agrees."""
        trick = self.trick
        if not self.terms.has_mi_copri or self.terms.seats == SIDES:
            raise Illegal("declaration_not_played", declaration=MI_COPRI)
        if suit not in tuple(SUITS):
            raise Illegal("unknown_suit", trump=shorten_value(suit))
        if trick.cards or seat != trick.leader or trick.cover is not None:
            raise Illegal("not_the_moment", seat=seat, timing="leader")
        self._check_not_late(seat)
        if self.trump is not None:
            raise Illegal("cover_after_trumps", side=seat % SIDES)
        partner = (seat + SIDES) % self.terms.seats
        # The leader holds one card of the marriage and the partner must hold the other.
        own_cards = [rank + suit for rank in PAIR if rank + suit in self.hands[seat]]
        if not any(find_other_of_pair(card) in self.hands[partner] for card in own_cards):
            raise Illegal("cover_not_held", seat=seat, suit=suit)
        trick.cover = suit

    @_takes(EXCHANGES)
    def _exchange_trump(self, seat: Seat, _nothing: str) -> None:
        """The ace of trumps for a king or horse that lies face up, to complete the marriage of
        trumps (pagat, Briscola 151)."""
        if not self.terms.has_exchange:
            raise Illegal("exchange_not_played", seat=seat)
        if seat != self.turn:
            raise Illegal("not_your_turn", seat=seat, turn=self.turn)
        if not self.stock:
            raise Illegal("no_stock_left", seat=seat)
        turned_card, ace = self.stock[0], f"A{self.trump}"
        is_court_card = turned_card[0] in PAIR
        if not is_court_card or not {ace, find_other_of_pair(turned_card)} <= self.hands[seat]:
            raise Illegal("exchange_not_held", seat=seat, card=turned_card)
        # The ace lies face up now, and the card that lay there is in the hand.
        self.stock[0] = ace
        self.hands[seat] ^= {ace, turned_card}


assert _METHODS.keys() == LENGTHS.keys(), "each kind of event that can be read is taken"


def play_through(play: StockPlay, terms: Terms) -> DealInPlay:
    """All events in order from a valid deal. Raises Illegal at the first that is not possible; its
    violation has the index of the event in the whole hand."""
    deal = DealInPlay(play, terms)
    event_index = 0
    for trick_number, events in enumerate(play.tricks):
        for written in events:
            try:
                # The trick before this one was left before all had played.
                if trick_number > len(deal.taken):
                    raise Illegal("trick_incomplete", trick=trick_number)
                deal.take(read_event(written))
            except Illegal as illegal:
                violation = illegal.violation
                illegal.violation = Violation(violation.code, violation.params, event_index)
                raise
            event_index += 1
        if deal.turn is None:
            deal.end_trick()
    return deal
