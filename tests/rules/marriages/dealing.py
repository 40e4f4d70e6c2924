"""Random hands of the oracle: deals rich in kings and horses, and anything that may be done."""

from random import Random
from typing import Any

from tests.rules.marriages.oracle import CARDS, Doc, Hand, players

COURT = [rank + suit for suit in "DCSB" for rank in "KH"]


def rich_deal(game: str, options: Doc, random: Random) -> Doc:
    """Kings and horses come early, every third time into one hand, every ninth four of a rank."""
    count = players(game, options)
    deck = random.sample(CARDS, 40)
    if random.random() < 0.7:
        deck.sort(key=lambda card: random.random() * (0.3 if card in COURT else 1))
    if random.random() < 0.35:
        hand = random.sample(COURT, 5)
        if random.random() < 0.35:
            hand = [card for card in COURT if card[0] == "H"] + ["KD"]
        deck = hand + [card for card in deck if card not in hand]
    seat = random.randrange(count)
    hands = [deck[5 * place : 5 * place + 5] for place in range(count)]
    stock = deck[5 * count :]
    if random.random() < 0.3:
        stock.sort(key=lambda card: card in COURT)
    return {
        "players": count,
        "leader": random.randrange(count),
        "hands": hands[seat:] + hands[:seat],
        "stock": stock,
        "tricks": [],
    }


def played(game: str, options: Doc, random: Random, *, tricks: int = 20) -> Doc:
    """At most ``tricks`` tricks of a hand, with any legal events; the last may be incomplete."""
    doc = rich_deal(game, options, random)
    hand = Hand(game, options, doc)
    talks = random.random()
    for _ in range(min(tricks, 40 // hand.players)):
        events: list[list[Any]] = []
        doc["tricks"].append(events)
        while hand.turn() is not None:
            _talk(hand, events, random, talks)
            _do(hand, events, ["P", hand.turn(), _card(hand, random)])
        _talk(hand, events, random, talks)
        hand.close()
    if random.random() < 0.2 and tricks < 20 and doc["tricks"]:
        doc["tricks"][-1] = doc["tricks"][-1][: random.randrange(len(doc["tricks"][-1]) + 1)]
    return doc


def _talk(hand: Hand, events: list[list[Any]], random: Random, talks: float) -> None:
    sayings: list[list[Any]] = []
    for seat in range(hand.players):
        sayings += [["N", seat], ["M", seat], ["X", seat]]
        sayings += [[kind, seat, suit] for kind in "DC" for suit in "DCSB"]
    random.shuffle(sayings)
    for saying in sayings:
        if hand.may(saying) and random.random() < talks:
            _do(hand, events, saying)


def _card(hand: Hand, random: Random) -> str:
    """Kings and horses are mostly kept."""
    turn = hand.turn()
    assert turn is not None
    cards = hand.playable(turn)
    others = [card for card in cards if card not in COURT]
    return random.choice(others if others and random.random() < 0.8 else cards)


def _do(hand: Hand, events: list[list[Any]], event: list[Any]) -> None:
    hand.do(event)
    events.append(event)
