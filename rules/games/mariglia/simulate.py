"""Simulated players of Mariglia: they hold real cards and play legally, plausibly, not well."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.cards import Card, deal
from rules.contract import Seat
from rules.games.mariglia.cards import HAND_SIZE, SEATS, SIDES, STRENGTH, TRICKS, VALUES
from rules.games.mariglia.legal import legal
from rules.games.mariglia.options import MarigliaOptions
from rules.moments import Moment
from rules.tricks import winning


def simulate(random: Random, options: MarigliaOptions, turn: Seat | None) -> dict[str, Any]:
    """A whole hand as a play document. Nobody's turn yet: lots are drawn for the deal."""
    hands = deal(random, SEATS, HAND_SIZE)
    dealer = random.randrange(SEATS) if turn is None else turn
    trionfo = random.choice(hands[dealer])
    return {
        "dealer": dealer,
        "trionfo": trionfo,
        "hands": hands,
        "plays": _play_hand(random, hands, (dealer + 1) % SEATS, trionfo[1], options),
    }


def _play_hand(
    random: Random,
    hands: Sequence[Sequence[Card]],
    leader: Seat,
    trump: str,
    options: MarigliaOptions,
) -> list[Card]:
    held = [list(hand) for hand in hands]
    plays: list[Card] = []
    for _ in range(TRICKS):
        table: list[Card] = []
        for place in range(SEATS):
            hand = held[(leader + place) % SEATS]
            card = _choose_card(random, hand, table, trump, options)
            hand.remove(card)
            table.append(card)
        plays += table
        leader = (leader + winning(table, trump, STRENGTH[options.honours])) % SEATS
    return plays


def _choose_card(
    random: Random,
    hand: Sequence[Card],
    table: Sequence[Card],
    trump: str,
    options: MarigliaOptions,
) -> Card:
    """Leads high now and then; gives the partner points; wins as cheaply as it must; else throws
    its least."""
    values, strength = VALUES[options.honours], STRENGTH[options.honours]
    choice = legal(Moment(trump=trump, hand=tuple(hand), table=tuple(table)), options)
    if not table:
        high = max(choice, key=lambda card: strength[card[0]])
        return high if random.random() < 0.5 else random.choice(choice)
    ours = (len(table) - winning(table, trump, strength)) % SIDES == 0
    sign = -1 if ours else 1
    return min(
        choice, key=lambda card: (card[1] == trump, sign * values[card[0]], strength[card[0]])
    )
