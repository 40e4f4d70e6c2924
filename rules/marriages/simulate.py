"""Simulated players of the group: they play real cards legally and plausibly, and declare."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from rules.cards import SUITS, Card, deal_from, shuffle_deck, sort_cards
from rules.contract import Seat
from rules.marriages.cards import HAND_SIZE, PAIR, POINTS, SIDES, STRENGTH, marriage, sum_points
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
from rules.marriages.play import StockPlay, list_dutiful_cards
from rules.marriages.table import DealInPlay
from rules.marriages.terms import Terms
from rules.tricks import find_winning_place, list_winning_cards


def simulate(random: Random, terms: Terms, turn: Seat | None) -> dict[str, Any]:
    """A whole hand as a play document. If it is nobody's turn, the leader is drawn by lot."""
    deck = shuffle_deck(random)
    seats = terms.seats
    leader = random.randrange(seats) if turn is None else turn
    document: dict[str, Any] = {
        "players": seats,
        "leader": leader,
        "hands": deal_from(deck, seats, HAND_SIZE),
        "stock": deck[seats * HAND_SIZE :],
        "tricks": [],
    }
    deal = DealInPlay(StockPlay.model_validate(document), terms)
    while not deal.is_complete and deal.instant_win is None:
        written_events = []
        for event in _play_trick(deal, random):
            written: list[object] = list(event)
            # The notation leaves out the card or suit of an act that needs none.
            if not event.what:
                written.pop()
            written_events.append(written)
        document["tricks"].append(written_events)
    return document


def _play_trick(deal: DealInPlay, random: Random) -> Iterator[PlayEvent]:
    """One trick: each seat tries its declarations, then plays."""
    if random.random() < 0.5:
        leader = deal.trick.leader
        yield from _try_events(deal, [PlayEvent(COVERS, leader, suit) for suit in SUITS])
    while (seat := deal.turn) is not None:
        if random.random() < 0.9:
            acts = (EXCHANGES, MARIANNONE, MARIANNINO)
            declarations = [PlayEvent(kind, seat, "") for kind in acts]
            declarations += [PlayEvent(DECLARES, seat, suit) for suit in SUITS]
            yield from _try_events(deal, declarations)
        # A mariannone ends the hand at once.
        if deal.instant_win is not None:
            return
        event = PlayEvent(PLAYS, seat, _choose_card(deal, seat, random))
        deal.take(event)
        yield event
    deal.end_trick()


def _try_events(deal: DealInPlay, events: Iterable[PlayEvent]) -> Iterator[PlayEvent]:
    """Those that are legal, one after the other. Only the deal knows which of them are."""
    for event in events:
        try:
            deal.take(event)
        except Illegal:
            continue
        yield event


def _choose_card(deal: DealInPlay, seat: Seat, random: Random) -> Card:
    """Keeps marriages, gives points to the partner, wins cheaply, else throws the least valuable
    card."""
    trick, trump = deal.trick, deal.trump
    table = trick.cards
    choice = sort_cards(list(deal.hands[seat]))
    if trick.cover is not None and seat % SIDES == trick.leader % SIDES:
        choice = [card for card in choice if card in marriage(trick.cover)]
    elif deal.terms.is_strict_at_end and not deal.stock:
        choice = list_dutiful_cards(choice, table, trump)
    if not table:
        return random.choice(choice) if random.random() < 0.3 else min(choice, key=_rate_card_cost)
    winner = (trick.leader + find_winning_place(table, trump, STRENGTH)) % deal.terms.seats
    has_partner = deal.terms.seats > SIDES
    if has_partner and winner % SIDES == seat % SIDES:
        return max(choice, key=lambda card: POINTS[card[0]] * (card[1] != trump))
    winners = list_winning_cards(choice, table, trump, STRENGTH)
    # The more points lie on the table, the more probably the trick is worth a high card.
    if winners and sum_points(table) + random.randrange(8) > 6:
        return min(winners, key=_rate_card_cost)
    return min(choice, key=_rate_card_cost)


def _rate_card_cost(card: Card) -> tuple[bool, int, int]:
    rank = card[0]
    return rank in PAIR, POINTS[rank], STRENGTH[rank]
