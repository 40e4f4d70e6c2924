"""The table: what happens to hands, stock and trumps, one event after the other."""

from collections.abc import Callable
from dataclasses import dataclass, field

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
    holds_all_but_one,
    marriage,
    other_of_pair,
    points_of,
)
from rules.marriages.events import (
    COVERS,
    DECLARES,
    EXCHANGES,
    LENGTHS,
    PLAYS,
    Illegal,
    PlayEvent,
    event_of,
)
from rules.marriages.events import MARIANNINO as SAYS_MARIANNINO
from rules.marriages.events import MARIANNONE as SAYS_MARIANNONE
from rules.marriages.play import StockPlay, broken_duty
from rules.marriages.terms import IN_SERIES, MARIANNINO, MARIANNONE, MARRIAGE, MI_COPRI, Terms
from rules.tricks import winning


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
    """A complete trick: who took it, what its cards gave, trumps and totals after it."""

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
    """The place, from the leader, of who declared last."""
    cover: str | None = None
    """The suit in which the leader is to be covered, while that holds."""


class DealInPlay:
    """A sound deal, and all that comes of it. ``take`` raises Illegal and changes nothing then."""

    def __init__(self, play: StockPlay, terms: Terms) -> None:
        self.terms = terms
        self.hands = [set(hand) for hand in play.hands]
        self.stock = list(reversed(play.stock))
        self.trump: str | None = play.stock[-1][1] if terms.has_turned_trump else None
        self.trick = TrickInPlay(play.leader)
        self.taken: list[CompletedTrick] = []
        self.declared: list[Declared] = []
        self.gains: list[tuple[Side, int]] = []
        """Who got how much, in the order of events."""
        self.last_drawn_in = len(play.stock) // terms.seats - 1
        """The trick after which the stock is gone."""
        self.tricks = (len(play.stock) + sum(map(len, play.hands))) // terms.seats
        self._totals = [0] * SIDES
        self._played: set[Card] = set()
        self._acts: dict[str, Callable[[Seat, str], None]] = {
            PLAYS: self._play,
            DECLARES: self._marry,
            SAYS_MARIANNINO: lambda seat, _: self._combine(seat, MARIANNINO),
            SAYS_MARIANNONE: lambda seat, _: self._combine(seat, MARIANNONE),
            COVERS: self._cover,
            EXCHANGES: lambda seat, _: self._exchange(seat),
        }
        assert self._acts.keys() == LENGTHS.keys()

    @property
    def is_complete(self) -> bool:
        return len(self.taken) == self.tricks

    @property
    def turn(self) -> Seat | None:
        """Who plays the next card of this trick; None when all have."""
        trick = self.trick
        if len(trick.cards) == self.terms.seats:
            return None
        return (trick.leader + len(trick.cards)) % self.terms.seats

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(self._totals)

    @property
    def instant_win(self) -> Side | None:
        """The side that declared a mariannone."""
        sides = (each.seat % SIDES for each in self.declared if each.kind == MARIANNONE)
        return next(sides, None)

    def take(self, event: PlayEvent) -> None:
        """One event of the trick that is being played."""
        if not 0 <= event.seat < self.terms.seats:
            most = self.terms.seats - 1
            raise Illegal("out_of_range", field="seat", value=event.seat, least=0, most=most)
        if self.is_complete:
            raise Illegal("hand_is_over", tricks=self.tricks)
        self._acts[event.kind](event.seat, event.what)

    def end_trick(self) -> None:
        """Gives the trick to its winner and draws; all must have played."""
        trick, terms = self.trick, self.terms
        winner = (trick.leader + winning(trick.cards, self.trump, STRENGTH)) % terms.seats
        points = points_of(trick.cards)
        self._gain(winner, points)
        if trick.cover is not None and winner % SIDES == trick.leader % SIDES:
            self._count(trick.leader, MI_COPRI, trick.cover)
            self.trump = trick.cover
        self.taken.append(CompletedTrick(winner, points, self.trump, self.totals))
        self.trick = TrickInPlay(winner)
        for place in range(terms.seats if self.stock else 0):
            self.hands[(winner + place) % terms.seats].add(self.stock.pop())

    # Cards ------------------------------------------------------------------------------------

    def _play(self, seat: Seat, card: Card) -> None:
        if seat != self.turn:
            raise Illegal("not_your_turn", seat=seat, turn=self.turn)
        if card not in CARDS:
            raise Illegal("unknown_card", card=shorten_value(card))
        if card not in self.hands[seat]:
            played = "played_twice" if card in self._played else "not_in_hand"
            raise Illegal(played, card=card, seat=seat)
        self._check_duties(seat, card)
        self.hands[seat].remove(card)
        self._played.add(card)
        self.trick.cards.append(card)

    def _check_duties(self, seat: Seat, card: Card) -> None:
        trick = self.trick
        if self.terms.is_strict_at_end and not self.stock:
            broken = broken_duty(card, list(self.hands[seat]), trick.cards, self.trump)
            if broken:
                raise Illegal(broken, card=card, seat=seat, suit=trick.cards[0][1])
        if trick.cover is None:
            return
        pair = marriage(trick.cover)
        if not trick.cards and card not in pair:
            raise Illegal("must_lead_covered", card=card, seat=seat, suit=trick.cover)
        if self._is_partner(seat) and card != other_of_pair(trick.cards[0]):
            raise Illegal("must_cover", card=card, seat=seat, suit=trick.cover)

    def _is_partner(self, seat: Seat) -> bool:
        return seat != self.trick.leader and seat % SIDES == self.trick.leader % SIDES

    # Declarations -----------------------------------------------------------------------------

    def _marry(self, seat: Seat, suit: str) -> None:
        if suit not in tuple(SUITS):
            raise Illegal("unknown_suit", trump=shorten_value(suit))
        self._check_moment(seat)
        if any(each.suit == suit for each in self.declared):
            raise Illegal("suit_declared_twice", suit=suit)
        if not marriage(suit) <= self.hands[seat]:
            raise Illegal("marriage_not_held", seat=seat, suit=suit)
        self._declare(seat, MARRIAGE, suit)
        if not self.terms.has_turned_trump and (self.trump is None or self.terms.trump_changes):
            self.trump = suit
            self.trick.cover = None

    def _combine(self, seat: Seat, kind: str) -> None:
        if not self.terms.has_combinations:
            raise Illegal("declaration_not_played", declaration=kind)
        self._check_moment(seat)
        if any(each.kind == kind for each in self.declared):
            raise Illegal("declared_twice", declaration=kind)
        many, one = (HORSE, KING) if kind == MARIANNINO else (KING, HORSE)
        if not holds_all_but_one(self.hands[seat], many, one):
            raise Illegal("combination_not_held", seat=seat, declaration=kind)
        self._declare(seat, kind, None)

    def _declare(self, seat: Seat, kind: str, suit: str | None) -> None:
        self.trick.has_declared.add(seat)
        self.trick.last_to_declare = self._place(seat)
        self._count(seat, kind, suit)

    def _count(self, seat: Seat, kind: str, suit: str | None) -> None:
        place = sum(each.kind in IN_SERIES for each in self.declared)
        value = self.terms.value(kind, place, suit, self.trump)
        self.declared.append(Declared(len(self.taken), seat, kind, suit, value))
        self._gain(seat, value)

    def _gain(self, seat: Seat, points: int) -> None:
        self.gains.append((seat % SIDES, points))
        self._totals[seat % SIDES] += points

    def _place(self, seat: Seat) -> int:
        return (seat - self.trick.leader) % self.terms.seats

    def _check_moment(self, seat: Seat) -> None:
        self._check_not_late(seat)
        terms, trick = self.terms, self.trick
        if not self.taken and not terms.in_first_trick:
            raise Illegal("declaration_too_early", seat=seat)
        is_time = {
            "own_turn": seat == self.turn,
            "trick_start": not trick.cards,
            "leader": not trick.cards and seat == trick.leader,
            "any": True,
            "after_winning": bool(self.taken) and not trick.cards and seat == trick.leader,
        }
        if not is_time[terms.timing]:
            raise Illegal("not_the_moment", seat=seat, timing=terms.timing)
        if terms.one_a_trick and seat in trick.has_declared:
            raise Illegal("one_declaration_a_trick", seat=seat)
        if terms.timing == "trick_start" and self._place(seat) < trick.last_to_declare:
            raise Illegal("declared_out_of_order", seat=seat)

    def _check_not_late(self, seat: Seat) -> None:
        last = self.last_drawn_in + (self.terms.until == "fifth_last")
        if self.terms.until != "end" and len(self.taken) > last:
            raise Illegal("declaration_too_late", seat=seat)

    # Between partners, and with the turned trump --------------------------------------------------

    def _cover(self, seat: Seat, suit: str) -> None:
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
        held = [rank + suit for rank in PAIR if rank + suit in self.hands[seat]]
        if not any(other_of_pair(card) in self.hands[partner] for card in held):
            raise Illegal("cover_not_held", seat=seat, suit=suit)
        trick.cover = suit

    def _exchange(self, seat: Seat) -> None:
        if not self.terms.has_exchange:
            raise Illegal("exchange_not_played", seat=seat)
        if seat != self.turn:
            raise Illegal("not_your_turn", seat=seat, turn=self.turn)
        if not self.stock:
            raise Illegal("no_stock_left", seat=seat)
        turned, ace = self.stock[0], f"A{self.trump}"
        if turned[0] not in PAIR or not {ace, other_of_pair(turned)} <= self.hands[seat]:
            raise Illegal("exchange_not_held", seat=seat, card=turned)
        self.stock[0] = ace
        self.hands[seat] ^= {ace, turned}


def play_through(play: StockPlay, terms: Terms) -> DealInPlay:
    """All events in order from a sound deal. Raises Illegal at the first that cannot be; its
    violation has the index of the event through the whole hand."""
    table = DealInPlay(play, terms)
    at = 0
    for number, events in enumerate(play.tricks):
        for written in events:
            try:
                if number > len(table.taken):
                    raise Illegal("trick_incomplete", trick=number)
                table.take(event_of(written))
            except Illegal as illegal:
                found = illegal.violation
                illegal.violation = Violation(found.code, found.params, at)
                raise
            at += 1
        if table.turn is None:
            table.end_trick()
    return table
