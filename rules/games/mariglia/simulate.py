"""Simulated players of Mariglia: they play real cards legally and plausibly, not well."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from rules.cards import Card, deal
from rules.contract import Seat
from rules.games.mariglia.cards import HAND_SIZE, SEATS, SIDES, STRENGTH, VALUES
from rules.games.mariglia.legal import list_legal_cards
from rules.games.mariglia.options import MarigliaOptions
from rules.moments import Moment
from rules.tricks import choose_lead, find_winning_place, play_simulated_hand


def simulate(random: Random, options: MarigliaOptions, turn: Seat | None) -> dict[str, Any]:
    """A whole hand as a play document. If it is nobody's turn, the dealer is drawn by lot."""
    hands = deal(random, SEATS, HAND_SIZE)
    dealer = random.randrange(SEATS) if turn is None else turn
    trionfo = random.choice(hands[dealer])
    trump = trionfo[1]
    strength = STRENGTH[options.honours]
    choose_card = partial(_choose_card, random, trump, options)
    return {
        "dealer": dealer,
        "trionfo": trionfo,
        "hands": hands,
        "plays": play_simulated_hand(hands, (dealer + 1) % SEATS, trump, strength, choose_card),
    }


def _choose_card(
    random: Random,
    trump: str,
    options: MarigliaOptions,
    hand: Sequence[Card],
    table: Sequence[Card],
) -> Card:
    """Leads high now and then; gives the partner points; wins as cheaply as it must; else throws
    the least valuable card."""
    values, strength = VALUES[options.honours], STRENGTH[options.honours]
    moment = Moment(trump=trump, hand=tuple(hand), table=tuple(table))
    choice = list_legal_cards(moment, options)
    if not table:
        return choose_lead(random, choice, lambda card: strength[card[0]], 0.5)
    is_partner_winning = (len(table) - find_winning_place(table, trump, strength)) % SIDES == 0
    # Points for the partner, none for an opponent.
    sign = -1 if is_partner_winning else 1

    def cost(card: Card) -> tuple[bool, int, int]:
        return card[1] == trump, sign * values[card[0]], strength[card[0]]

    return min(choice, key=cost)
