"""Simulated players of the group: real cards, legal and plausible play, what they can declare."""

from collections.abc import Iterator
from random import Random
from typing import Any

from rules.cards import DECK, SUITS, Card, in_order
from rules.contract import Seat
from rules.marriages.cards import HAND_SIZE, POINTS, SIDES, STRENGTH, duty_free, marriage
from rules.marriages.events import (
    COVERS,
    DECLARES,
    EXCHANGES,
    MARIANNINO,
    MARIANNONE,
    PLAYS,
    Illegal,
    PlayEvent,
)
from rules.marriages.play import StockPlay, may_follow
from rules.marriages.table import DealInPlay
from rules.marriages.terms import Terms
from rules.tricks import winning


def simulate(random: Random, terms: Terms, turn: Seat | None) -> dict[str, Any]:
    """A whole hand as a play document. Nobody's turn yet: any of them leads."""
    deck = list(DECK)
    random.shuffle(deck)
    seats = terms.seats
    dealt = [in_order(deck[seat * HAND_SIZE : (seat + 1) * HAND_SIZE]) for seat in range(seats)]
    document: dict[str, Any] = {
        "players": seats,
        "leader": random.randrange(seats) if turn is None else turn,
        "hands": dealt,
        "stock": deck[seats * HAND_SIZE :],
        "tricks": [],
    }
    table = DealInPlay(StockPlay.model_validate(document), terms)
    while not table.is_complete and table.instant_win is None:
        document["tricks"].append(
            [list(filter(_is_said, event)) for event in _play_trick(table, random)]
        )
    return document


def _is_said(part: object) -> bool:
    return part != ""


def _play_trick(table: DealInPlay, random: Random) -> Iterator[PlayEvent]:
    """One trick: each declares what he may, then plays."""
    if random.random() < 0.5:
        yield from _try_events(
            table, (PlayEvent(COVERS, table.trick.leader, suit) for suit in SUITS)
        )
    while (seat := table.turn) is not None:
        if random.random() < 0.9:
            yield from _try_events(table, _list_sayings(seat))
        if table.instant_win is not None:
            return
        card = _choose_card(table, seat, random)
        event = PlayEvent(PLAYS, seat, card)
        table.take(event)
        yield event
    table.end_trick()


def _list_sayings(seat: Seat) -> Iterator[PlayEvent]:
    for kind in (EXCHANGES, MARIANNONE, MARIANNINO):
        yield PlayEvent(kind, seat, "")
    for suit in SUITS:
        yield PlayEvent(DECLARES, seat, suit)


def _try_events(table: DealInPlay, events: Iterator[PlayEvent]) -> Iterator[PlayEvent]:
    """Those that are legal, one after the other."""
    for event in events:
        try:
            table.take(event)
        except Illegal:
            continue
        yield event


def _choose_card(table: DealInPlay, seat: Seat, random: Random) -> Card:
    """Keeps its marriages, gives points to the partner, wins cheaply, else throws its least."""
    cards, trump = table.trick.cards, table.trump
    choice = _list_playable(table, seat)
    if not cards:
        return random.choice(choice) if random.random() < 0.3 else min(choice, key=_sort_key)
    best = winning(cards, trump, STRENGTH)
    if (table.trick.leader + best) % SIDES == seat % SIDES and table.terms.seats > SIDES:
        return max(choice, key=lambda card: POINTS[card[0]] * (card[1] != trump))
    winners = [card for card in choice if winning([*cards, card], trump, STRENGTH) == len(cards)]
    if winners and sum(POINTS[card[0]] for card in cards) + random.randrange(8) > 6:
        return min(winners, key=_sort_key)
    return min(choice, key=_sort_key)


def _sort_key(card: Card) -> tuple[bool, int, int]:
    return card[0] in "KH", POINTS[card[0]], STRENGTH[card[0]]


def _list_playable(table: DealInPlay, seat: Seat) -> list[Card]:
    """The cards that this seat may play."""
    hand, trick = in_order(list(table.hands[seat])), table.trick
    if trick.cover is not None and seat % SIDES == trick.leader % SIDES:
        return [card for card in hand if card in marriage(trick.cover)]
    if table.terms.is_strict_at_end and not table.stock:
        return may_follow(hand, trick.cards, table.trump)
    return duty_free(hand, trick.cards, table.trump)
