"""Simulated players of Trionfo: they hold real cards, bid what these are worth and play legally."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.cards import SUITS, Card, deal, holder_of
from rules.contract import Seat
from rules.games.trionfo.auction import highest
from rules.games.trionfo.bids import BIDS, CALL, PASSO, WORDS
from rules.games.trionfo.cards import (
    FIRST_LEADER_HOLDS,
    HAND_SIZE,
    RANKING,
    SEATS,
    STRENGTH,
    THIRDS,
    TRICKS,
)
from rules.tricks import playable, winning

_TOPS = {"3": 4, "2": 3, "A": 2}
_NEEDED = dict(zip(BIDS, (13, 19, 24, 28), strict=True))
"""How strong a hand must be for a bid, by ``_strength``."""
_OWN_CARD = 17
"""How strong a hand must be to call its own card, now and then."""


def simulate(random: Random, turn: Seat | None) -> dict[str, Any]:
    """A whole hand as a play document. Nobody's turn yet: who holds the 5 of swords leads."""
    hands = deal(random, SEATS, HAND_SIZE)
    leader = holder_of(FIRST_LEADER_HOLDS, hands) if turn is None else turn
    auction = _bid_round(random, hands, leader)
    declarer, bid = highest(auction)
    trump = called = None
    plays: list[Card] = []
    if declarer is not None:
        trump = _best_suit(hands[declarer])
        called = _choose_called_card(random, hands[declarer], trump) if bid == CALL else None
        plays = _play_hand(random, hands, leader, trump)
    return {
        "leader": leader,
        "auction": [[seat, said] for seat, said in auction],
        "declarer": declarer,
        "bid": bid,
        "trump": trump,
        "called": called,
        "hands": hands,
        "plays": plays,
    }


def _bid_round(
    random: Random, hands: Sequence[Sequence[Card]], leader: Seat
) -> list[tuple[Seat, str]]:
    """Each bids what the hand is worth, a little up or down, if that tops the bid before."""
    auction: list[tuple[Seat, str]] = []
    last = PASSO
    for place in range(SEATS):
        seat = (leader + place) % SEATS
        worth = _measure_strength(hands[seat], _best_suit(hands[seat])) + random.randint(-1, 1)
        bid = max((bid for bid in BIDS if worth >= _NEEDED[bid]), key=BIDS.index, default=PASSO)
        if WORDS.index(bid) <= WORDS.index(last):
            bid = PASSO
        auction.append((seat, bid))
        last = max(last, bid, key=WORDS.index)
    return auction


def _best_suit(hand: Sequence[Card]) -> str:
    return max(SUITS, key=lambda suit: _measure_strength(hand, suit))


def _measure_strength(hand: Sequence[Card], trump: str) -> int:
    """Two a trump, more for the highest of them; the highest of the other suits beside."""
    return sum(
        2 + _TOPS.get(card[0], 0) if card[1] == trump else _TOPS.get(card[0], 0) // 2
        for card in hand
    )


def _choose_called_card(random: Random, hand: Sequence[Card], trump: str) -> Card:
    """The highest card of another suit that he does not hold; his own, if he is strong."""
    others = [rank + suit for rank in RANKING[::-1] for suit in SUITS if suit != trump]
    own = [card for card in others if card in hand]
    if own and _measure_strength(hand, trump) >= _OWN_CARD and random.random() < 0.5:
        return own[0]
    return next(card for card in others if card not in hand)


def _play_hand(
    random: Random, hands: Sequence[Sequence[Card]], leader: Seat, trump: str
) -> list[Card]:
    held = [list(hand) for hand in hands]
    plays: list[Card] = []
    for _ in range(TRICKS):
        table: list[Card] = []
        for place in range(SEATS):
            hand = held[(leader + place) % SEATS]
            card = _choose_card(random, playable(hand, table), table, trump)
            hand.remove(card)
            table.append(card)
        plays += table
        leader = (leader + winning(table, trump, STRENGTH)) % SEATS
    return plays


def _choose_card(random: Random, choice: Sequence[Card], table: Sequence[Card], trump: str) -> Card:
    """Leads high as a rule; wins as cheaply as it can; else throws its least."""
    if not table:
        return max(choice, key=_get_height) if random.random() < 0.7 else random.choice(choice)
    winners = [card for card in choice if winning([*table, card], trump, STRENGTH) == len(table)]
    if winners:
        return min(winners, key=lambda card: (card[1] == trump, _get_height(card)))
    return min(choice, key=lambda card: (card[1] == trump, THIRDS[card[0]], _get_height(card)))


def _get_height(card: Card) -> int:
    return STRENGTH[card[0]]
